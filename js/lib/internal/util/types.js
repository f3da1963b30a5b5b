// SPDX-License-Identifier: MIT
// What kind of object a value is, whatever its prototype says; and the internal values of promises,
// proxies and iterators. For util.types, util.inspect, assert and others.
'use strict';
const native = binding('types');
const { field, copy, promiseFlags, hasFields } = native;
const kind = native.hasKinds ? native.kind : require('internal/util/brands').kind;
const { then } = Promise.prototype;

// The engine's numbers, learned from one object of each sort.
const kinds = {
  plain: kind({}),
  array: kind([]),
  promise: kind((async () => {})()), // whatever a program has put in the place of Promise
  proxy: kind(new Proxy({}, {})),
  map: kind(new Map()),
  set: kind(new Set()),
  weakMap: kind(new WeakMap()),
  weakSet: kind(new WeakSet()),
  mapIterator: kind(new Map().keys()),
  setIterator: kind(new Set().keys()),
  generator: kind((function* () {})()), // eslint-disable-line no-empty-function
  asyncGenerator: kind((async function* () {})()), // eslint-disable-line no-empty-function
  date: kind(new Date(0)),
  regexp: kind(/(?:)/),
  error: kind(new Error()),
  number: kind(Object(0)),
  string: kind(Object('')),
  boolean: kind(Object(false)),
  other: kind(Object(Symbol.iterator)), // and BigInt, and much else
  arrayBuffer: kind(new ArrayBuffer(0)), // and SharedArrayBuffer
  dataView: kind(new DataView(new ArrayBuffer(0))),
};

// Functions that are not strict have other ones, and again others if a parameter is captured.
const argumentKinds = [
  kind((function () { return arguments; })()),
  kind(new Function('return arguments')()),
  kind(new Function('a', '(() => a)(); a = 1; return arguments')(0)),
];

const typedArrayTag = Object.getOwnPropertyDescriptor(
  Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag).get;
const sharedLength =
  Object.getOwnPropertyDescriptor(SharedArrayBuffer.prototype, 'byteLength').get;
const symbolValueOf = Symbol.prototype.valueOf;
const bigintValueOf = BigInt.prototype.valueOf;
const functionToString = Function.prototype.toString;

const { isNamespace } = require('internal/modules/namespace');

function is(sort) {
  const number = kinds[sort];
  return (value) => kind(value) === number;
}

function hasBrand(value, method) {
  if (kind(value) !== kinds.other) return false;
  try {
    method.call(value);
    return true;
  } catch {
    return false;
  }
}

// The text shows it: a program may have changed the prototype. Nearly all are plain ones.
function functionSort(value) {
  if (typeof value !== 'function') return '';
  if (Object.getPrototypeOf(value) === Function.prototype) return '';
  const text = functionToString.call(value);
  const [, async, star] = /^(async\b(?!\s*[(=]))?\s*(?:function\b\s*)?(\*)?/.exec(text);
  const arrow = /^async\s*\([^{]*=>/.test(text);
  return `${async || arrow ? 'async' : ''}${(async || arrow) && star ? ' ' : ''}${
    star ? 'generator' : ''}`;
}

function isAsyncFunction(value) {
  return functionSort(value).startsWith('async');
}

function isGeneratorFunction(value) {
  return functionSort(value).endsWith('generator');
}

function isSharedArrayBuffer(value) {
  if (kind(value) !== kinds.arrayBuffer) return false;
  try {
    sharedLength.call(value);
    return true;
  } catch {
    return false;
  }
}

function isTyped(name) {
  return (value) => ArrayBuffer.isView(value) && typedArrayTag.call(value) === name;
}

const isSymbolObject = (value) => hasBrand(value, symbolValueOf);
const isBigIntObject = (value) => hasBrand(value, bigintValueOf);

function isBoxedPrimitive(value) {
  const number = kind(value);
  return number !== 0 && (number === kinds.number || number === kinds.string ||
    number === kinds.boolean || isSymbolObject(value) || isBigIntObject(value));
}

function isGeneratorObject(value) {
  const number = kind(value);
  return number === kinds.generator || number === kinds.asyncGenerator;
}

const PENDING = 0;
const FULFILLED = 1;
const REJECTED = 2;
const UNKNOWN = 3;
const STATE = 3; // of promiseFlags
const HANDLED = 4;

// Whether HANDLED works as expected: checked with samples on first use.
let handledHolds;
function learnHandled() {
  const refused = Promise.reject();
  const before = promiseFlags(refused);
  then.call(refused, undefined, () => {});
  return before === REJECTED && promiseFlags(refused) === (REJECTED | HANDLED);
}

// 1, 0, or -1: not known.
function promiseHandled(promise) {
  if (!hasFields()) return -1;
  handledHolds ??= learnHandled();
  return handledHolds ? Number((promiseFlags(promise) & HANDLED) !== 0) : -1;
}

function promiseDetails(promise) {
  if (!hasFields()) return { state: UNKNOWN, result: undefined };
  const state = promiseFlags(promise) & STATE;
  return { state, result: state === PENDING ? undefined : field(promise, 1) };
}

// undefined if it is not a proxy, or unknown; both are null if it was revoked.
function proxyDetails(value) {
  if (kind(value) !== kinds.proxy || !isProxy(value) || !hasFields()) return undefined;
  const handler = field(value, 1);
  return handler === null ? { target: null, handler } : { target: field(value, 0), handler };
}

// Without the engine's numbers a proxy is a plain object to us.
function isProxy(value) {
  return kind(value) === kinds.proxy && kinds.proxy !== kinds.plain && !isNamespace(value);
}

const mapEntries = Map.prototype.entries;
const setValues = Set.prototype.values;
const mapNext = Object.getPrototypeOf(new Map().keys()).next;
const setNext = Object.getPrototypeOf(new Set().keys()).next;
const ITERATOR_FIELDS = 4;
const ITERATOR_SORT = 3;

// What an iterator of a Map or a Set will still return: a list, and whether it is of pairs;
// undefined if unknown.
function previewIterator(iterator) {
  if (!hasFields()) return undefined;
  const ofMap = kind(iterator) === kinds.mapIterator;
  const source = field(iterator, 1);
  if (source === undefined || source === null) return { values: [], pairs: false };
  const twin = ofMap ? mapEntries.call(source) : setValues.call(source);
  const pairSort = ofMap ? field(twin, ITERATOR_SORT) : field(new Set().entries(), ITERATOR_SORT);
  copy(twin, iterator, ITERATOR_FIELDS);
  const next = ofMap ? mapNext : setNext;
  const values = [];
  for (let step = next.call(twin); !step.done; step = next.call(twin)) values.push(step.value);
  return { values, pairs: field(iterator, ITERATOR_SORT) === pairSort };
}

const isDate = is('date');
const isRegExp = is('regexp');
const isNativeError = is('error');

const types = {
  isExternal: (value) => module.exports.externalOf(value) !== undefined,
  isDate,
  isArgumentsObject: (value) => argumentKinds.includes(kind(value)),
  isBigIntObject,
  isBooleanObject: is('boolean'),
  isNumberObject: is('number'),
  isStringObject: is('string'),
  isSymbolObject,
  isBoxedPrimitive,
  isNativeError,
  isRegExp,
  isAsyncFunction,
  isGeneratorFunction,
  isGeneratorObject,
  isPromise: is('promise'),
  isMap: is('map'),
  isSet: is('set'),
  isMapIterator: is('mapIterator'),
  isSetIterator: is('setIterator'),
  isWeakMap: is('weakMap'),
  isWeakSet: is('weakSet'),
  isArrayBuffer: (value) => kind(value) === kinds.arrayBuffer && !isSharedArrayBuffer(value),
  isDataView: is('dataView'),
  isSharedArrayBuffer,
  isProxy,
  isModuleNamespaceObject: isNamespace,
  isAnyArrayBuffer: is('arrayBuffer'),
  isArrayBufferView: (value) => ArrayBuffer.isView(value),
  isTypedArray: (value) => ArrayBuffer.isView(value) && kind(value) !== kinds.dataView,
  isUint8Array: isTyped('Uint8Array'),
  isUint8ClampedArray: isTyped('Uint8ClampedArray'),
  isUint16Array: isTyped('Uint16Array'),
  isUint32Array: isTyped('Uint32Array'),
  isInt8Array: isTyped('Int8Array'),
  isInt16Array: isTyped('Int16Array'),
  isInt32Array: isTyped('Int32Array'),
  isFloat32Array: isTyped('Float32Array'),
  isFloat64Array: isTyped('Float64Array'),
  isBigInt64Array: isTyped('BigInt64Array'),
  isBigUint64Array: isTyped('BigUint64Array'),
};

for (const name of Object.keys(types)) {
  if (types[name].name !== name) Object.defineProperty(types[name], 'name', { value: name });
}

types.isKeyObject = function isKeyObject(value) {
  return value?.constructor?.name?.endsWith('KeyObject') === true &&
    value instanceof require('crypto').KeyObject;
};
types.isCryptoKey = function isCryptoKey(value) {
  return kind(value) !== 0 && value.constructor?.name === 'CryptoKey' &&
    value instanceof require('crypto').webcrypto.CryptoKey;
};

module.exports = {
  externalOf: () => undefined, // internal/napi.js has another
  types,
  kind,
  kinds,
  argumentKinds,
  typedArrayTag,
  functionSort,
  promiseDetails,
  promiseHandled,
  PENDING,
  FULFILLED,
  REJECTED,
  UNKNOWN,
  proxyDetails,
  previewIterator,
};
