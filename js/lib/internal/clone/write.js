// SPDX-License-Identifier: MIT
// Values as bytes, in the format of v8.serialize (version 15): the writing half. A tag of one byte
// comes before each value; counts are varints; objects are numbered in the order in which they are
// first seen, and referred to by number after that.
'use strict';
const { Map, Uint8Array, Uint16Array, Float64Array } = globalThis; // a program may replace them
const { hasHole, isBare } = require('internal/clone/arrays');
const { argumentKinds, kind, kinds, proxyDetails, types } = require('internal/util/types');

const VERSION = 15;
const { getPrototypeOf, keys, prototype: plainPrototype } = Object;
const { hasOwnProperty } = plainPrototype;

// The bytes of a number, as they lie in memory: little-endian ones.
const double = new Float64Array(1);
const doubleBytes = new Uint8Array(double.buffer);

function isPlain(object) {
  const prototype = getPrototypeOf(object);
  return prototype === plainPrototype || prototype === null;
}

// A name that is a number from 0 to 2 ** 31 - 1, as it would be written.
function isIndex(name) {
  const first = name.charCodeAt(0) - 48;
  if (!(first >= 0 && first <= 9)) return false;
  const index = +name;
  return Number.isInteger(index) && index < 2 ** 31 && `${index}` === name;
}

const views = new Map([
  ['Int8Array', 'b'], ['Uint8Array', 'B'], ['Uint8ClampedArray', 'C'], ['Int16Array', 'w'],
  ['Uint16Array', 'W'], ['Int32Array', 'd'], ['Uint32Array', 'D'], ['Float32Array', 'f'],
  ['Float64Array', 'F'], ['DataView', '?'], ['BigInt64Array', 'q'], ['BigUint64Array', 'Q'],
]);
const regExpFlags = { g: 1, i: 2, m: 4, y: 8, u: 16, s: 32, d: 128, v: 256 };
const errorTags = {
  EvalError: 'E', RangeError: 'R', ReferenceError: 'F', SyntaxError: 'S', TypeError: 'T',
  URIError: 'U',
};
const { get: isResizable } = Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, 'resizable');
const { get: isGrowable } =
  Object.getOwnPropertyDescriptor(SharedArrayBuffer.prototype, 'growable');
const { get: dataViewBuffer } = Object.getOwnPropertyDescriptor(DataView.prototype, 'buffer');
const { get: dataViewLength } = Object.getOwnPropertyDescriptor(DataView.prototype, 'byteLength');
const { keys: typedKeys } = Uint8Array.prototype;
const { get: typedBuffer } =
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), 'buffer');
const viewName = Object.getOwnPropertyDescriptor(
  Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag).get;

// Objects that cannot be copied, by their kinds; what has the kind of others may be anything.
const unclonable = new Set([
  new WeakMap(), new WeakSet(), Promise.resolve(), new Proxy({}, {}), new WeakRef({}),
  new FinalizationRegistry(() => {}), (function* () {})(), (async function* () {})(),
  new Map().keys(), new Set().keys(), [].keys(), ''[Symbol.iterator](), 'x'.matchAll(/x/g),
].map(kind).concat(argumentKinds).filter((sort) => sort !== kinds.plain && sort !== kinds.other));

// Whether a function works on a value: for views some only do while their memory is still there.
function works(value, method) {
  try {
    method.call(value);
    return true;
  } catch {
    return false;
  }
}

function viewBuffer(view) {
  return (viewName.call(view) === undefined ? dataViewBuffer : typedBuffer).call(view);
}

// 1: it is as long as its buffer; 2: that is resizable, and not shared.
function viewFlags(view) {
  const buffer = viewBuffer(view);
  const shared = types.isSharedArrayBuffer(buffer);
  if (!(shared ? isGrowable : isResizable).call(buffer)) return 0;
  return (tracksLength(view) ? 1 : 0) | (shared ? 0 : 2);
}

// Only the engine knows which views grow with their buffers: samples show how it stores that.
let tracking;
function tracksLength(view) {
  const { mode } = binding('types');
  if (tracking === undefined) {
    const room = { maxByteLength: 16 };
    tracking = [new ArrayBuffer(8, room), new SharedArrayBuffer(8, room)].flatMap((buffer) =>
      [mode(new Uint8Array(buffer)), mode(new DataView(buffer))]);
  }
  return tracking.includes(mode(view));
}

function isReference(value) {
  return works(value, WeakRef.prototype.deref) ||
    works(value, function() { FinalizationRegistry.prototype.unregister.call(this, this); });
}

// V8's words, which it finds without running anything of the value's.
function describe(value) {
  if (value === detached) return `${value} and`;
  if (value === outOfBounds || typeof value === 'symbol') return String(value);
  if (typeof value === 'function') return Function.prototype.toString.call(value);
  if (types.isProxy(value)) return describe(proxyDetails(value).target ?? {});
  if (find(value, 'toString') === Object.prototype.toString && !types.isGeneratorObject(value)) {
    return `#<${find(value, 'constructor')?.name || 'Object'}>`;
  }
  const tag = find(value, Symbol.toStringTag);
  return `[object ${typeof tag === 'string' ? tag : Array.isArray(value) ? 'Array' : 'Object'}]`;
}

function find(value, name) {
  for (; value !== null && !types.isProxy(value); value = Object.getPrototypeOf(value)) {
    const own = Object.getOwnPropertyDescriptor(value, name);
    if (own !== undefined) return own.value;
  }
  return undefined;
}

// For errors with their own messages.
const detached = 'An ArrayBuffer is detached';
const outOfBounds = '[object Object]';

class Writer {
  #bytes = new Uint8Array(256);
  #size = 0;
  #met = new Map();

  // `fail(value)` makes the error for a value that cannot be written. `host(value)` returns a
  // function that writes an object of the library or of the program, or undefined. `plainHosts`:
  // plain objects and arrays may be such objects.
  constructor({
    fail, host = () => undefined, transferred = new Map(), shared = undefined, plainHosts = true,
  }) {
    this.fail = fail;
    this.host = host;
    this.plainHosts = plainHosts;
    this.transferred = transferred; // ArrayBuffer -> number
    this.shared = shared; // function: SharedArrayBuffer -> number
  }

  header() {
    this.byte(0xff);
    this.byte(VERSION);
  }

  release() {
    const isMost = this.#size > 65536 && this.#size * 2 > this.#bytes.length;
    return isMost ? this.#bytes.subarray(0, this.#size) : this.#bytes.slice(0, this.#size);
  }

  #room(size) {
    if (this.#size + size <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#size + size));
    larger.set(this.#bytes.subarray(0, this.#size));
    this.#bytes = larger;
  }

  byte(value) {
    this.#room(1);
    this.#bytes[this.#size++] = value;
  }

  tag(letter) {
    this.byte(letter.charCodeAt(0));
  }

  varint(value) {
    while (value >= 0x80) {
      this.byte((value % 0x80) | 0x80);
      value = Math.floor(value / 0x80);
    }
    this.byte(value);
  }

  // A BigInt, in the same way.
  wide(value) {
    for (; value >= 0x80n; value >>= 7n) this.byte(Number(value & 0x7fn) | 0x80);
    this.byte(Number(value));
  }

  double(value) {
    this.#room(8);
    double[0] = value;
    for (let i = 0; i < 8; i++) this.#bytes[this.#size++] = doubleBytes[i];
  }

  raw(bytes) {
    this.#room(bytes.length);
    this.#bytes.set(bytes, this.#size);
    this.#size += bytes.length;
  }

  // Whether the text was short and of bytes.
  #short(text) {
    const { length } = text;
    if (length >= 0x80) return false;
    this.#room(length + 2);
    const bytes = this.#bytes;
    const start = this.#size + 2;
    for (let i = 0; i < length; i++) {
      const unit = text.charCodeAt(i);
      if (unit > 0xff) return false;
      bytes[start + i] = unit;
    }
    bytes[start - 2] = 0x22; // '"'
    bytes[start - 1] = length;
    this.#size = start + length;
    return true;
  }

  string(text) {
    if (this.#short(text)) return;
    let wide = false;
    for (let i = 0; i < text.length && !wide; i++) wide = text.charCodeAt(i) > 0xff;
    if (!wide) {
      this.tag('"');
      this.varint(text.length);
      this.#room(text.length);
      for (let i = 0; i < text.length; i++) this.#bytes[this.#size++] = text.charCodeAt(i);
      return;
    }
    const size = text.length * 2;
    let lengthBytes = 1;
    for (let rest = size; rest >= 0x80; rest = Math.floor(rest / 0x80)) lengthBytes++;
    if ((this.#size + 1 + lengthBytes) % 2 !== 0) this.byte(0); // units lie at even places
    this.tag('c');
    this.varint(size);
    this.#room(size);
    const units = new Uint16Array(this.#bytes.buffer, this.#size, text.length);
    for (let i = 0; i < text.length; i++) units[i] = text.charCodeAt(i);
    this.#size += size;
  }

  bigint(value) {
    const negative = value < 0n;
    let rest = negative ? -value : value;
    const digits = [];
    for (; rest > 0n; rest >>= 8n) digits.push(Number(rest & 0xffn));
    while (digits.length % 8 !== 0) digits.push(0);
    this.varint(digits.length * 2 + (negative ? 1 : 0));
    this.raw(digits);
  }

  value(value) {
    switch (typeof value) {
      case 'undefined': this.tag('_'); break;
      case 'boolean': this.tag(value ? 'T' : 'F'); break;
      case 'string': this.string(value); break;
      case 'bigint':
        this.tag('Z');
        this.bigint(value);
        break;
      case 'number':
        if ((value | 0) === value && !Object.is(value, -0)) {
          this.byte(0x49); // 'I'
          this.varint(((value << 1) ^ (value >> 31)) >>> 0);
        } else {
          this.tag('N');
          this.double(value);
        }
        break;
      case 'object':
        if (value === null) this.tag('0');
        else this.object(value);
        break;
      default: throw this.fail(value);
    }
  }

  object(value) {
    const number = this.#met.get(value);
    if (number !== undefined) {
      this.tag('^');
      this.varint(number);
      return;
    }
    const sort = kind(value);
    if (!this.plainHosts) {
      if (sort === kinds.plain && isPlain(value)) {
        this.#met.set(value, this.#met.size);
        this.plain(value);
        return;
      }
      if (sort === kinds.array && isBare(value)) {
        this.#met.set(value, this.#met.size);
        this.array(value);
        return;
      }
    }
    const host = this.host(value);
    if (host === undefined && ArrayBuffer.isView(value)) {
      this.value(viewBuffer(value)); // a view brings its buffer, which comes first
      this.#met.set(value, this.#met.size);
      this.arrayView(value);
      return;
    }
    this.#met.set(value, this.#met.size);
    if (host !== undefined) {
      this.tag('\\');
      host();
    } else if (Array.isArray(value) && !types.isProxy(value)) {
      this.array(value);
    } else if (!this.special(value)) {
      this.plain(value);
    }
  }

  // Objects with a special form; false if it has none.
  special(value) {
    const sort = kind(value);
    if (sort === kinds.plain) return false;
    if (types.isDate(value)) {
      this.tag('D');
      this.double(Date.prototype.getTime.call(value));
      return true;
    }
    if (types.isMap(value)) return this.map(value);
    if (types.isSet(value)) return this.set(value);
    if (types.isArrayBuffer(value)) return this.buffer(value);
    if (types.isSharedArrayBuffer(value)) {
      if (this.shared === undefined) throw this.fail(value);
      this.tag('u');
      this.varint(this.shared(value));
      return true;
    }
    if (types.isRegExp(value)) return this.regExp(value);
    if (types.isBoxedPrimitive(value)) return this.boxed(value);
    if (types.isNativeError(value)) return this.error(value);
    const cannot = unclonable.has(sort) || (sort === kinds.other && isReference(value));
    if (cannot && value !== require('internal/process/env').env) throw this.fail(value);
    return false;
  }

  map(value) {
    const entries = [...Map.prototype.entries.call(value)];
    this.tag(';');
    for (const [key, item] of entries) {
      this.value(key);
      this.value(item);
    }
    this.tag(':');
    this.varint(entries.length * 2);
    return true;
  }

  set(value) {
    const items = [...Set.prototype.values.call(value)];
    this.tag("'");
    for (const item of items) this.value(item);
    this.tag(',');
    this.varint(items.length);
    return true;
  }

  buffer(value) {
    const number = this.transferred.get(value);
    if (number !== undefined) {
      this.tag('t');
      this.varint(number);
      return true;
    }
    if (value.detached) throw this.fail(detached);
    const resizable = isResizable.call(value);
    this.tag(resizable ? '~' : 'B');
    this.varint(value.byteLength);
    if (resizable) this.varint(value.maxByteLength);
    if (value.byteLength > 0) this.raw(new Uint8Array(value));
    return true;
  }

  arrayView(value) {
    const { length } = value;
    if (length === undefined ? !works(value, dataViewLength) :
      length === 0 && !works(value, typedKeys)) {
      if (viewBuffer(value).detached) throw new Error('Unable to deserialize cloned data.');
      throw this.fail(outOfBounds);
    }
    this.tag('V');
    this.tag(views.get(viewName.call(value) ?? 'DataView'));
    this.varint(value.byteOffset);
    this.varint(value.byteLength);
    this.varint(viewFlags(value));
  }

  regExp(value) {
    this.tag('R');
    this.string(value.source);
    let flags = 0;
    for (const flag of value.flags) flags |= regExpFlags[flag];
    this.varint(flags);
    return true;
  }

  boxed(value) {
    if (types.isBooleanObject(value)) {
      this.tag(Boolean.prototype.valueOf.call(value) ? 'y' : 'x');
    } else if (types.isNumberObject(value)) {
      this.tag('n');
      this.double(Number.prototype.valueOf.call(value));
    } else if (types.isStringObject(value)) {
      this.tag('s');
      this.string(String.prototype.valueOf.call(value));
    } else if (types.isBigIntObject(value)) {
      this.tag('z');
      this.bigint(BigInt.prototype.valueOf.call(value));
    } else {
      throw this.fail(value); // a Symbol object
    }
    return true;
  }

  error(value) {
    this.tag('r');
    const { name, stack } = value;
    const tag = errorTags[name];
    if (tag !== undefined) this.tag(tag);
    const message = Object.getOwnPropertyDescriptor(value, 'message');
    if (message !== undefined && 'value' in message) {
      this.tag('m');
      this.string(String(message.value));
    }
    if (Object.hasOwn(value, 'cause')) {
      this.tag('c');
      this.value(value.cause);
    }
    if (typeof stack === 'string') {
      this.tag('s');
      this.string(stack);
    }
    this.tag('.');
    return true;
  }

  array(value) {
    const { length } = value;
    const isWhole = isBare(value) && !hasHole(value);
    const names = isWhole ? [] : keys(value);
    const dense = isWhole || (Object.isExtensible(value) && names.length >= length &&
      (length === 0 || names[length - 1] === `${length - 1}`));
    this.byte(dense ? 0x41 : 0x61); // 'A', 'a'
    this.varint(length);
    if (dense) for (let i = 0; i < length; i++) this.value(value[i]);
    const others = dense && !isWhole ? names.slice(length) : names;
    const count = this.properties(value, others);
    this.byte(dense ? 0x24 : 0x40); // '$', '@'
    this.varint(count);
    this.varint(length);
  }

  plain(value) {
    this.byte(0x6f); // 'o'
    const count = this.properties(value, keys(value));
    this.byte(0x7b); // '{'
    this.varint(count);
  }

  properties(value, names) {
    let count = 0;
    for (let i = 0; i < names.length; i++) {
      const name = names[i];
      if (!hasOwnProperty.call(value, name)) continue; // a getter removed it
      if (isIndex(name)) this.value(+name);
      else this.string(name);
      this.value(value[name]);
      count++;
    }
    return count;
  }
}

exports.Writer = Writer;
exports.describe = describe;
exports.views = views;
exports.regExpFlags = regExpFlags;
exports.errorTags = errorTags;
