// SPDX-License-Identifier: MIT
// Values from bytes: the reading half of internal/clone/write.js. The bytes are not trusted:
// lengths and counts are checked, properties are defined and never assigned.
'use strict';
const { Float64Array, Map, Set, Uint8Array, Uint16Array } = globalThis; // may be replaced later
const { errorTags, regExpFlags, views } = require('internal/clone/write');

const [OLDEST, LATEST] = [13, 15]; // formats
const viewNames = new Map([...views].map(([name, tag]) => [tag, name]));
const errorNames = new Map(Object.entries(errorTags).map(([name, tag]) => [tag, name]));
const { get: isResizable } = Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, 'resizable');
const { get: isGrowable } =
  Object.getOwnPropertyDescriptor(SharedArrayBuffer.prototype, 'growable');
const { apply, defineProperty } = Reflect;
const { add } = Set.prototype;
const { set } = Map.prototype;
const { slice } = Uint8Array.prototype;
const { fromCharCode } = String;
const PIECE = 4096; // units of a string that are made at once
const { hasOwn } = Object;
const [VIEW, HOLE] = ['V', '-'].map((tag) => tag.charCodeAt(0));

const double = new Float64Array(1);
const doubleBytes = new Uint8Array(double.buffer);

// Names of properties come again and again: those of late, by a number made of their bytes.
const NAMES = 1024; // a power of two
const names = new Array(NAMES).fill('');

function isText(text, bytes, at) {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) !== bytes[at + i]) return false;
  return true;
}

function broken() {
  return new Error('Unable to deserialize cloned data.');
}

function define(object, key, value) {
  defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}

class Reader {
  #bytes;
  #at = 0;
  #objects = Object.setPrototypeOf([], null); // by number; it does not ask Array.prototype
  #count = 0;
  version = 0;

  // host(reader) reads an object of the library or of the program; transferred and shared: buffers
  // by their numbers.
  constructor(bytes, { host = undefined, transferred = [], shared = [] } = {}) {
    this.#bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.host = host;
    this.transferred = transferred;
    this.shared = shared;
  }

  header() {
    const has = this.#bytes[this.#at] === 0xff;
    if (has) this.#at++;
    const version = has && this.#bytes.subarray(this.#at).some((byte) => byte < 0x80) ?
      this.varint() : 0; // 0: there is none, or it has no end
    if (version < OLDEST || version > LATEST) {
      throw new Error('Unable to deserialize cloned data due to invalid or unsupported version.');
    }
    this.version = version;
  }

  get rest() {
    return this.#bytes.length - this.#at;
  }

  byte() {
    if (this.#at >= this.#bytes.length) throw broken();
    return this.#bytes[this.#at++];
  }

  // What is beyond 32 bits is read, and is not there.
  varint() {
    const first = this.byte();
    return first < 0x80 ? first : this.#longVarint(first & 0x7f);
  }

  #longVarint(value) {
    for (let shift = 7; ; shift += 7) {
      const byte = this.byte();
      if (shift < 32) value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
  }

  // The same of 64 bits, in two halves: [high, low].
  wide() {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = this.byte();
      if (shift < 64n) value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return [Number(value >> 32n & 0xffffffffn), Number(value & 0xffffffffn)];
    }
  }

  double() {
    if (this.rest < 8) throw broken();
    for (let i = 0; i < 8; i++) doubleBytes[i] = this.#bytes[this.#at++];
    return double[0];
  }

  // Skips this many bytes; returns where they begin.
  skip(size) {
    if (size > this.rest) throw broken();
    this.#at += size;
    return this.#at - size;
  }

  raw(size) {
    const at = this.skip(size);
    return apply(slice, this.#bytes, [at, at + size]);
  }

  tag() {
    let byte;
    do byte = this.byte(); while (byte === 0); // padding
    return fromCharCode(byte);
  }

  // Whether a list has come to its end.
  ends(end) {
    const tag = this.#next();
    if (tag === -1) throw broken();
    const is = tag === end.charCodeAt(0);
    if (is) this.tag();
    return is;
  }

  count(wanted) {
    if (this.varint() !== wanted) throw broken();
  }

  bigint() {
    const head = this.varint();
    if (head === 1) throw broken(); // there is no -0n
    let digits = '';
    for (const byte of this.raw(head >>> 1 & 0x3fffffff)) {
      digits = byte.toString(16).padStart(2, '0') + digits;
    }
    const value = BigInt(`0x${digits || '0'}`);
    return head & 1 ? -value : value;
  }

  text(tag) {
    const size = this.varint();
    if (tag === 'S') {
      const { native } = require('internal/buffer/encodings');
      return native.utf8Slice.call(this.raw(size));
    }
    if (tag !== '"' && (tag !== 'c' || size % 2 !== 0)) throw broken();
    if (tag === '"' && size < 32) return this.#shortText(size);
    const bytes = this.raw(size);
    const units = tag === '"' ? bytes : new Uint16Array(bytes.buffer);
    let text = '';
    for (let i = 0; i < units.length; i += PIECE) {
      text += apply(fromCharCode, undefined, units.subarray(i, i + PIECE));
    }
    return text;
  }

  #shortText(size) {
    const at = this.skip(size);
    const bytes = this.#bytes;
    let hash = size;
    for (let i = 0; i < size; i++) hash = (hash * 31 + bytes[at + i]) | 0;
    const place = hash & (NAMES - 1);
    const known = names[place];
    if (known.length === size && isText(known, bytes, at)) return known;
    return names[place] = apply(fromCharCode, undefined, bytes.subarray(at, at + size));
  }

  string() {
    const value = this.value(); // V8 reads anything first
    if (typeof value !== 'string') throw broken();
    return value;
  }

  // An object gets its number before its contents are read.
  keep(object) {
    return this.#objects[this.#count++] = object;
  }

  later() {
    this.#objects[this.#count] = undefined;
    return this.#count++;
  }

  put(number, object) {
    return this.#objects[number] = object;
  }

  value() {
    const value = this.bare();
    // A buffer may be followed by a view on it, which is what is meant.
    return typeof value === 'object' && value !== null && this.#next() === VIEW ?
      this.viewed(value) : value;
  }

  // The next tag as a number, or -1.
  #next() {
    const bytes = this.#bytes;
    let at = this.#at;
    while (at < bytes.length && bytes[at] === 0) at++;
    return at < bytes.length ? bytes[at] : -1;
  }

  bare() {
    let code;
    do code = this.byte(); while (code === 0); // padding
    switch (code) {
      case 0x49: { // 'I'
        const zigzag = this.varint();
        return (zigzag >>> 1) ^ -(zigzag & 1);
      }
      case 0x22: return this.text('"');
      case 0x6f: { // 'o'
        const object = this.keep({});
        this.count(this.properties(object, '{'));
        return object;
      }
      case 0x41: return this.array(true); // 'A'
      case 0x4e: return this.double(); // 'N'
      case 0x5f: return undefined; // '_'
      case 0x30: return null; // '0'
      case 0x54: return true; // 'T'
      case 0x46: return false; // 'F'
      default: return this.rare(fromCharCode(code));
    }
  }

  rare(tag) {
    switch (tag) {
      case 'U': return this.varint();
      case 'Z': return this.bigint();
      case 'c': case 'S': return this.text(tag);
      case '?': // the number of objects, for checks
        this.varint();
        return this.value();
      default: return this.object(tag);
    }
  }

  object(tag) {
    switch (tag) {
      case '^': return this.known(this.varint());
      case 'a': return this.array(false);
      case 'D': return this.made((value) => new Date(value), () => this.double());
      case 'y': return this.keep(Object(true));
      case 'x': return this.keep(Object(false));
      case 'n': return this.made(Object, () => this.double());
      case 'z': return this.made(Object, () => this.bigint());
      case 's': return this.made(Object, () => this.string());
      case 'R': return this.regExp();
      case ';': return this.map();
      case "'": return this.set();
      case 'B': return this.made((bytes) => bytes.buffer, () => this.raw(this.varint()));
      case '~': return this.resizable();
      case 't': return this.beside(this.transferred);
      case 'u': return this.beside(this.shared);
      case 'r': return this.error();
      case '\\': return this.hostObject();
      default: throw broken();
    }
  }

  made(make, read) {
    const place = this.later();
    return this.put(place, make(read()));
  }

  known(number) {
    const object = this.#objects[number];
    if (object === undefined) throw broken(); // or not finished
    return object;
  }

  beside(buffers) {
    const place = this.later();
    const buffer = buffers[this.varint()];
    if (buffer === undefined) throw broken();
    return this.put(place, buffer);
  }

  hostObject() {
    if (this.host === undefined) throw broken();
    const place = this.later();
    return this.put(place, this.host(this));
  }

  resizable() {
    const place = this.later();
    const size = this.varint();
    const maxByteLength = this.varint();
    if (size > maxByteLength || size > this.rest) throw broken();
    const buffer = new ArrayBuffer(size, { maxByteLength });
    new Uint8Array(buffer).set(this.raw(size));
    return this.put(place, buffer);
  }

  viewed(buffer) {
    const shared = buffer instanceof SharedArrayBuffer;
    if (!shared && !(buffer instanceof ArrayBuffer)) return buffer;
    this.tag();
    const name = viewNames.get(fromCharCode(this.varint() & 0xff));
    const offset = this.varint();
    const size = this.varint();
    if (offset > buffer.byteLength || size > buffer.byteLength - offset) throw broken();
    const flags = this.version >= 14 ? this.varint() : 0;
    if (name === undefined) throw broken();
    const place = this.later();
    const View = globalThis[name];
    const unit = View.BYTES_PER_ELEMENT ?? 1;
    if (offset % unit !== 0 || size % unit !== 0) throw broken();
    const tracks = (flags & 1) !== 0;
    const isBacked = (flags & 2) !== 0;
    const changes = (shared ? isGrowable : isResizable).call(buffer);
    if ((tracks && !changes) || isBacked !== (changes && !shared)) throw broken();
    return this.put(place,
      tracks ? new View(buffer, offset) : new View(buffer, offset, size / unit));
  }

  properties(object, end) {
    let count = 0;
    for (; !this.ends(end); count++) {
      const key = this.value();
      if (typeof key !== 'string' && typeof key !== 'number') throw broken();
      const value = this.value();
      if (!(key in object)) {
        object[key] = value;
        continue;
      }
      if (hasOwn(object, key)) throw broken();
      define(object, key, value); // what it inherits may have a setter, or not be writable
    }
    return count;
  }

  array(dense) {
    const length = this.varint();
    if (dense && length > this.rest) throw broken();
    const array = this.keep(new Array(length));
    for (let i = 0; dense && i < length; i++) {
      if (this.#next() === HOLE) {
        this.tag();
        continue;
      }
      const value = this.value();
      if (i >= array.length) throw broken(); // a property has been at the length
      if (i in array) define(array, i, value);
      else array[i] = value;
    }
    this.count(this.properties(array, dense ? '$' : '@'));
    this.count(length);
    return array;
  }

  regExp() {
    const place = this.later();
    const source = this.string();
    const bits = this.varint();
    if (bits >= 512) throw broken();
    const flags = Object.keys(regExpFlags).filter((flag) => bits & regExpFlags[flag]);
    if ((bits & 64) !== 0 || (bits & 272) === 272) throw broken();
    return this.put(place, new RegExp(source, flags.join('')));
  }

  map() {
    const map = this.keep(new Map());
    let count = 0;
    for (; !this.ends(':'); count += 2) {
      const key = this.value();
      apply(set, map, [key, this.value()]);
    }
    this.count(count);
    return map;
  }

  set() {
    const items = this.keep(new Set());
    let count = 0;
    for (; !this.ends(','); count++) apply(add, items, [this.value()]);
    this.count(count);
    return items;
  }

  // A number of 8 bits, in one byte or two.
  errorTag() {
    const byte = this.byte();
    return fromCharCode(byte < 0x80 ? byte : (byte & 0x7f) | (this.byte() << 7) & 0xff);
  }

  error() {
    const place = this.later();
    let Class = Error;
    const fields = { __proto__: null };
    for (;;) {
      const tag = this.errorTag();
      if (tag === '.') break;
      if (tag === 'm') fields.message = this.string();
      else if (tag === 's') fields.stack = this.string();
      else if (tag === 'c') fields.cause = this.value();
      else if (errorNames.has(tag)) Class = globalThis[errorNames.get(tag)];
      else throw broken();
    }
    const error = new Class(...('message' in fields ? [fields.message] : []));
    for (const name of ['stack', 'cause']) {
      if (name === 'cause' && !(name in fields)) continue;
      defineProperty(error, name, {
        value: fields[name], writable: true, enumerable: false, configurable: true,
      });
    }
    return this.put(place, error);
  }
}

exports.Reader = Reader;
