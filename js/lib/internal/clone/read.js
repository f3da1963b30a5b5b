// SPDX-License-Identifier: MIT
// Values from bytes: the reading half of internal/clone/write.js.
'use strict';
const { errorTags, regExpFlags, views } = require('internal/clone/write');

const viewNames = new Map([...views].map(([name, tag]) => [tag, name]));
const errorNames = new Map(Object.entries(errorTags).map(([name, tag]) => [tag, name]));

function broken() {
  return new Error('Unable to deserialize cloned data.');
}

class Reader {
  #bytes;
  #view;
  #at = 0;
  #objects = [];
  version = 0;

  // host(number) gives an object that went beside the bytes; transferred and shared: buffers.
  constructor(bytes, { host = undefined, transferred = [], shared = [] } = {}) {
    this.#bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.host = host;
    this.transferred = transferred;
    this.shared = shared;
  }

  header() {
    if (this.#bytes[this.#at] !== 0xff) throw broken();
    this.#at++;
    this.version = this.varint();
    if (this.version > 15 || this.version < 13) throw broken();
  }

  byte() {
    if (this.#at >= this.#bytes.length) throw broken();
    return this.#bytes[this.#at++];
  }

  varint() {
    let value = 0;
    let unit = 1;
    for (;;) {
      const byte = this.byte();
      value += (byte & 0x7f) * unit;
      if (byte < 0x80) return value;
      unit *= 0x80;
    }
  }

  double() {
    if (this.#at + 8 > this.#bytes.length) throw broken();
    const value = this.#view.getFloat64(this.#at, true);
    this.#at += 8;
    return value;
  }

  raw(size) {
    if (this.#at + size > this.#bytes.length) throw broken();
    this.#at += size;
    return this.#bytes.slice(this.#at - size, this.#at);
  }

  tag() {
    let byte;
    do byte = this.byte(); while (byte === 0); // padding
    return String.fromCharCode(byte);
  }

  peek() {
    while (this.#bytes[this.#at] === 0) this.#at++;
    return String.fromCharCode(this.#bytes[this.#at]);
  }

  bigint() {
    const head = this.varint();
    let value = 0n;
    for (const digit of this.raw(head >>> 1).reverse()) value = (value << 8n) | BigInt(digit);
    return head & 1 ? -value : value;
  }

  text(tag) {
    const size = this.varint();
    const bytes = this.raw(size);
    let text = '';
    if (tag === '"') {
      for (let i = 0; i < size; i++) text += String.fromCharCode(bytes[i]);
    } else if (tag === 'c') {
      for (let i = 0; i < size; i += 2) text += String.fromCharCode(bytes[i] | (bytes[i + 1] << 8));
    } else if (tag === 'S') {
      const { TextDecoder } = globalThis;
      text = new TextDecoder().decode(bytes);
    } else {
      throw broken();
    }
    return text;
  }

  keep(object) {
    this.#objects.push(object);
    return object;
  }

  value() {
    const tag = this.tag();
    switch (tag) {
      case '_': return undefined;
      case '0': return null;
      case 'T': return true;
      case 'F': return false;
      case 'I': {
        const zigzag = this.varint();
        return (zigzag >>> 1) ^ -(zigzag & 1);
      }
      case 'U': return this.varint();
      case 'N': return this.double();
      case 'Z': return this.bigint();
      case '"': case 'c': case 'S': return this.text(tag);
      case '?': // the number of objects, for checks
        this.varint();
        return this.value();
      default: return this.object(tag);
    }
  }

  object(tag) {
    switch (tag) {
      case '^': return this.known(this.varint());
      case 'o': return this.properties(this.keep({}), '{');
      case 'A': return this.array(true);
      case 'a': return this.array(false);
      case 'D': return this.keep(new Date(this.double()));
      case 'y': return this.keep(Object(true));
      case 'x': return this.keep(Object(false));
      case 'n': return this.keep(Object(this.double()));
      case 'z': return this.keep(Object(this.bigint()));
      case 's': return this.keep(Object(this.text(this.tag())));
      case 'R': return this.regExp();
      case ';': return this.map();
      case "'": return this.set();
      case 'B': return this.viewed(this.keep(this.raw(this.varint()).buffer));
      case 't': return this.viewed(this.keep(this.transferred[this.varint()]));
      case 'u': return this.viewed(this.keep(this.shared[this.varint()]));
      case 'r': return this.error();
      case '\\': return this.hostObject();
      default: throw broken();
    }
  }

  known(number) {
    if (number >= this.#objects.length) throw broken();
    return this.viewed(this.#objects[number]);
  }

  hostObject() {
    if (this.host === undefined) throw broken();
    const place = this.#objects.push(undefined) - 1;
    return (this.#objects[place] = this.host(this));
  }

  // A buffer may be followed by a view on it, which is what is meant.
  viewed(buffer) {
    if (this.#at >= this.#bytes.length || this.peek() !== 'V' ||
        !(buffer instanceof ArrayBuffer || buffer instanceof SharedArrayBuffer)) return buffer;
    this.tag();
    const name = viewNames.get(this.tag());
    if (name === undefined) throw broken();
    const offset = this.varint();
    const size = this.varint();
    if (this.version >= 14) this.varint();
    const View = globalThis[name];
    return this.keep(new View(buffer, offset, size / (View.BYTES_PER_ELEMENT ?? 1)));
  }

  properties(object, end) {
    while (this.peek() !== end) {
      const key = this.value();
      Object.defineProperty(object, key, {
        value: this.value(), writable: true, enumerable: true, configurable: true,
      });
    }
    this.tag();
    this.varint();
    return object;
  }

  array(dense) {
    const length = this.varint();
    const array = this.keep(new Array(length));
    for (let i = 0; dense && i < length; i++) {
      if (this.peek() === '-') this.tag(); // a hole
      else array[i] = this.value();
    }
    this.properties(array, dense ? '$' : '@');
    this.varint();
    return array;
  }

  regExp() {
    const source = this.text(this.tag());
    const bits = this.varint();
    const flags = Object.keys(regExpFlags).filter((flag) => bits & regExpFlags[flag]);
    return this.keep(new RegExp(source, flags.join('')));
  }

  map() {
    const map = this.keep(new Map());
    while (this.peek() !== ':') {
      const key = this.value();
      map.set(key, this.value());
    }
    this.tag();
    this.varint();
    return map;
  }

  set() {
    const set = this.keep(new Set());
    while (this.peek() !== ',') set.add(this.value());
    this.tag();
    this.varint();
    return set;
  }

  error() {
    const place = this.#objects.push(undefined) - 1;
    let Class = Error;
    const fields = {};
    for (;;) {
      const tag = this.tag();
      if (tag === '.') break;
      if (tag === 'm') fields.message = this.text(this.tag());
      else if (tag === 's') fields.stack = this.text(this.tag());
      else if (tag === 'c') fields.cause = this.value();
      else if (errorNames.has(tag)) Class = globalThis[errorNames.get(tag)];
      else throw broken();
    }
    const error = new Class(...('message' in fields ? [fields.message] : []));
    for (const name of ['stack', 'cause']) {
      if (!(name in fields)) continue;
      Object.defineProperty(error, name, {
        value: fields[name], writable: true, enumerable: false, configurable: true,
      });
    }
    return (this.#objects[place] = error);
  }
}

exports.Reader = Reader;
