// SPDX-License-Identifier: MIT
// Native addons: loading, and the parts of js/napi that are written in JavaScript.
'use strict';
const native = binding('napi');
const { codes } = require('internal/errors');
const kinds = require('internal/util/types');
const { Resource } = require('internal/async/resources');
const { FastBuffer } = require('internal/buffer/fast');

const { types } = kinds;

const ERROR = 1;
const PROMISE = 2;
const DATAVIEW = 4;
const SHARED = 8;
const DETACHED = 16;

const WRITABLE = 1;
const ENUMERABLE = 2;
const CONFIGURABLE = 4;
const SKIP_STRINGS = 8;
const SKIP_SYMBOLS = 16;
const ACCESSOR = 8;
const METHOD = 16;

const WORD = 64;
const errors = { Error, TypeError, RangeError, SyntaxError };

function isWanted(descriptor, filter) {
  if (descriptor === undefined) return false; // a proxy's key without a property
  return !((filter & WRITABLE) !== 0 && descriptor.writable !== true) &&
    !((filter & ENUMERABLE) !== 0 && !descriptor.enumerable) &&
    !((filter & CONFIGURABLE) !== 0 && !descriptor.configurable);
}

const isIndex = (key) => String(key >>> 0) === key && key >>> 0 !== 0xffffffff;

// Keys of an object, or of its prototypes, too, as Node-API's modes say.
function names(object, ownOnly, filter, toStrings) {
  const found = [];
  const seen = new Set();
  for (let at = object; at !== null; at = ownOnly ? null : Reflect.getPrototypeOf(at)) {
    for (const key of Reflect.ownKeys(at)) {
      if (typeof key === 'string' ? filter & SKIP_STRINGS : filter & SKIP_SYMBOLS) continue;
      if (seen.has(key)) continue;
      const descriptor = Reflect.getOwnPropertyDescriptor(at, key);
      if (descriptor !== undefined) seen.add(key); // it hides those of prototypes
      if (!isWanted(descriptor, filter)) continue;
      found.push(!toStrings && typeof key === 'string' && isIndex(key) ? +key : key);
    }
  }
  return found;
}

function define(object, key, value, get, set, bits) {
  if ((bits & METHOD) !== 0) withPrototype(value);
  const descriptor = (bits & ACCESSOR) !== 0 ? { get, set } :
    { value, writable: (bits & WRITABLE) !== 0 };
  descriptor.enumerable = (bits & ENUMERABLE) !== 0;
  descriptor.configurable = (bits & CONFIGURABLE) !== 0;
  return Reflect.defineProperty(object, key, descriptor);
}

// What a constructor of an addon is given as `this`.
function newObject(target) {
  const { prototype } = target;
  const isOne = typeof prototype === 'object' ? prototype !== null :
    typeof prototype === 'function';
  return Object.create(isOne ? prototype : Object.prototype);
}

function withPrototype(constructor) {
  const prototype = {};
  Object.defineProperty(prototype, 'constructor', {
    value: constructor, writable: true, enumerable: false, configurable: true,
  });
  return Object.defineProperty(constructor, 'prototype', {
    value: prototype, writable: true, enumerable: false, configurable: false,
  });
}

function kind(value) {
  if (types.isNativeError(value)) return ERROR;
  if (types.isPromise(value)) return PROMISE;
  if (types.isDataView(value)) return DATAVIEW;
  if (types.isSharedArrayBuffer(value)) return SHARED;
  return types.isArrayBuffer(value) && value.detached ? DETACHED : 0;
}

function error(type, code, message) {
  const made = new errors[type](message);
  if (code !== undefined) made.code = code;
  return made;
}

function bigint(text, isNegative) {
  let value;
  try {
    value = BigInt(text);
  } catch {
    throw new RangeError('Maximum BigInt size exceeded');
  }
  return isNegative ? -value : value;
}

function words(value) {
  const list = [value < 0n];
  for (let left = value < 0n ? -value : value; left > 0n; left >>= BigInt(WORD)) {
    list.push(BigInt.asUintN(WORD, left));
  }
  return list;
}

// What a callback threw that nobody waits for.
let warned = false;
function warn(thrown) {
  const { options } = require('internal/program');
  if (options.forceNodeApiUncaughtExceptionsPolicy === true) return fatal(thrown);
  if (warned) return undefined;
  warned = true;
  process.emitWarning(
    'Uncaught N-API callback exception detected, please run node with option ' +
    '--force-node-api-uncaught-exceptions-policy=true to handle those exceptions properly.',
    'DeprecationWarning', 'DEP0168');
  return undefined;
}

function fatal(thrown) {
  const trace = require.throwTrace(thrown);
  require('internal/fatal').uncaughtException(thrown, 'uncaughtException', trace);
}

function asyncBind(entry, object, type) {
  const resource = new Resource(type, object);
  const bound = () => resource.call(undefined, entry);
  bound.resource = resource;
  return bound;
}

// The object that an addon gave for its context is held weakly by C, and passed for each call: it
// is undefined if there was none, and null if it is gone.
function asyncInit(object, type) {
  const resource = new Resource(type, object);
  if (object !== undefined) resource.object = null;
  return resource;
}

function lend(resource, object) {
  if (object !== undefined) resource.object = object ?? {};
}

function asyncCall(resource, self, callback, args, object) {
  if (resource === undefined) return callInDomain(self, callback, args);
  const before = resource.object;
  lend(resource, object);
  try {
    return resource.call(undefined, () => callInDomain(self, callback, args));
  } finally {
    resource.object = before;
  }
}

function asyncEnter(resource, object) {
  const before = resource.object;
  lend(resource, object);
  const saved = resource.enter();
  resource.object = before;
  return [resource, saved];
}

// Calls it as long as it wants, with what follows every callback in between; once if the engine
// runs microtasks only between entries.
function many(entry) {
  const { settle } = require('internal/tick');
  while (entry() && settle !== undefined) {
    if (!settle()) return;
  }
}

// What a receiver has as its domain is entered, once the module 'domain' is there.
function callInDomain(self, callback, args) {
  const domain = require('internal/fatal').takeInDomain === undefined ? undefined : self.domain;
  domain?.enter();
  const result = Reflect.apply(callback, self, args);
  domain?.exit();
  return result;
}

const helpers = {
  many,
  create: Object.create,
  newObject,
  symbolFor: (text) => Symbol.for(text),
  isRegistered: (symbol) => Symbol.keyFor(symbol) !== undefined,
  names,
  define,
  freeze: Object.freeze,
  seal: Object.seal,
  hasOwn: Object.hasOwn,
  toBuffer: (buffer, offset, length) => new FastBuffer(buffer, offset, length),
  dataView: (buffer, offset, length) => new DataView(buffer, offset, length),
  keepHere: (buffer) => { require('internal/structured_clone').markAsUntransferable(buffer); },
  transfer: (buffer) => { require('internal/structured_clone').take(buffer); },
  bigint,
  words,
  kind,
  error,
  setPrototype: Object.setPrototypeOf,
  fatal,
  warn,
  withPrototype,
  shared: (size) => new SharedArrayBuffer(size),
  asyncInit,
  asyncDestroy: (resource) => (resource.resource ?? resource).destroy(),
  asyncBind,
  asyncCall,
  asyncEnter,
  asyncLeave: ([resource, saved]) => resource.leave(saved),
};

// Names that an addon for V8 asks for.
const MADE_FOR_V8 = ['_ZN2v8', '_ZNK2v8', '_ZN4node', 'node_module_register'];

function isForV8(filename) {
  const bytes = require('fs').readFileSync(filename);
  return MADE_FOR_V8.some((name) => bytes.includes(name));
}

function refuse(message) {
  throw new codes.ERR_DLOPEN_FAILED(message);
}

// All symbols are looked up at once: otherwise a missing one would end the process when it is first
// called. If none of them is V8's, it may be one that is never called.
function load(module, filename, flags) {
  const { RTLD_LAZY, RTLD_NOW } = require('os').constants.dlopen;
  if (!native.can) refuse(`${filename}: native addons cannot be loaded with this engine`);
  kinds.externalOf = native.external;
  const { href } = require('url').pathToFileURL(filename);
  const attempt = (how) => native.load(filename, href, how, module, helpers);
  let answer = attempt((flags & RTLD_LAZY) === 0 ? flags : flags ^ RTLD_LAZY | RTLD_NOW);
  if (typeof answer === 'string' && answer.includes('undefined symbol')) {
    if (isForV8(filename)) {
      refuse(`${answer}\nThis addon is made for V8, the engine of Node. gyre has another one, ` +
        'and loads addons that use Node-API.');
    }
    answer = attempt(flags);
  }
  if (answer === null) refuse(`Module did not self-register: '${filename}'.`);
  if (typeof answer === 'string') refuse(answer);
}

exports.load = load;
exports.helpers = helpers;
