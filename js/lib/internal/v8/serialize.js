// SPDX-License-Identifier: MIT
// v8.serialize and v8.deserialize: values with cycles as bytes. The format is gyre's own (text in
// UTF-8 behind two bytes): programs hand the bytes to deserialize, and to nothing else.
'use strict';
const { Buffer } = require('buffer');

const VERSION = [0xff, 0x47]; // not what V8's begin with
const errorNames = ['EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError',
  'URIError'];

function cannotClone(value) {
  const { inspect } = require('internal/inspect');
  const shown = typeof value === 'object' ? inspect(value, { depth: 0 }) : String(value);
  return new Error(`${shown} could not be cloned.`);
}

// Each object gets a number when it is first met; the table at the end holds them all.
class Writer {
  objects = [];
  numbers = new Map();

  value(value) {
    switch (typeof value) {
      case 'string': return ['s', value];
      case 'boolean': return value;
      case 'undefined': return ['u'];
      case 'bigint': return ['n', `${value}`];
      case 'number':
        return Number.isFinite(value) && !Object.is(value, -0) ? value :
          ['d', Object.is(value, -0) ? '-0' : `${value}`];
      case 'object': return value === null ? null : ['o', this.object(value)];
      default: throw cannotClone(value);
    }
  }

  object(object) {
    let number = this.numbers.get(object);
    if (number === undefined) {
      number = this.objects.length;
      this.numbers.set(object, number);
      this.objects.push(null);
      this.objects[number] = this.describe(object);
    }
    return number;
  }

  members(object) {
    return Object.keys(object).map((key) => [key, this.value(object[key])]);
  }

  describe(object) {
    const tag = Object.prototype.toString.call(object).slice(8, -1);
    if (Array.isArray(object)) return ['Array', object.length, this.members(object)];
    if (object instanceof Map) {
      return ['Map', [...object].map(([key, value]) => [this.value(key), this.value(value)])];
    }
    if (object instanceof Set) return ['Set', [...object].map((value) => this.value(value))];
    if (object instanceof Date) return ['Date', this.value(object.getTime())];
    if (object instanceof RegExp) return ['RegExp', object.source, object.flags];
    if (object instanceof Error) {
      return ['Error', errorNames.includes(object.name) ? object.name : 'Error',
        `${object.message}`, `${object.stack}`, Object.hasOwn(object, 'cause') ?
          this.value(object.cause) : undefined];
    }
    if (ArrayBuffer.isView(object)) {
      const kind = Buffer.isBuffer(object) ? 'Buffer' : tag;
      return ['View', kind,
        Buffer.from(object.buffer, object.byteOffset, object.byteLength).toString('base64')];
    }
    if (object instanceof ArrayBuffer) return ['Bytes', Buffer.from(object).toString('base64')];
    if (['Number', 'String', 'Boolean', 'BigInt'].includes(tag)) {
      return ['Boxed', this.value(object.valueOf())];
    }
    if (['Promise', 'WeakMap', 'WeakSet', 'WeakRef'].includes(tag)) {
      throw cannotClone(object);
    }
    return ['Object', this.members(object)];
  }
}

class Reader {
  constructor(table) {
    this.table = table;
    this.made = [];
  }

  value(entry) {
    if (!Array.isArray(entry)) return entry;
    const [kind, text] = entry;
    switch (kind) {
      case 's': return text;
      case 'u': return undefined;
      case 'n': return BigInt(text);
      case 'd': return Number(text);
      default: return this.object(text);
    }
  }

  object(number) {
    return number in this.made ? this.made[number] : this.make(number);
  }

  make(number) {
    const [kind, first, second, third, fourth] = this.table[number];
    const keep = (object) => (this.made[number] = object);
    switch (kind) {
      case 'Array': return this.fill(keep(new Array(first)), second);
      case 'Object': return this.fill(keep({}), first);
      case 'Map': {
        const map = keep(new Map());
        for (const [key, value] of first) map.set(this.value(key), this.value(value));
        return map;
      }
      case 'Set': {
        const set = keep(new Set());
        for (const value of first) set.add(this.value(value));
        return set;
      }
      case 'Date': return keep(new Date(this.value(first)));
      case 'RegExp': return keep(new RegExp(first, second));
      case 'Boxed': return keep(Object(this.value(first)));
      case 'Error': {
        const error = keep(new globalThis[first](second));
        error.stack = third;
        if (fourth !== undefined && fourth !== null) {
          Object.defineProperty(error, 'cause', {
            value: this.value(fourth), writable: true, configurable: true,
          });
        }
        return error;
      }
      case 'Bytes': return keep(copy(first));
      default: return keep(view(first, second));
    }
  }

  fill(object, members) {
    for (const [key, value] of members) object[key] = this.value(value);
    return object;
  }
}

function copy(text) {
  const bytes = Buffer.from(text, 'base64');
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
}

function view(kind, text) {
  const buffer = copy(text);
  return kind === 'Buffer' ? Buffer.from(buffer) : new globalThis[kind](buffer);
}

function serialize(value) {
  const writer = new Writer();
  const root = writer.value(value);
  return Buffer.concat([
    Buffer.from(VERSION), Buffer.from(JSON.stringify([root, writer.objects]), 'utf8'),
  ]);
}

function deserialize(bytes) {
  if (!ArrayBuffer.isView(bytes)) {
    const { ERR_INVALID_ARG_TYPE } = require('internal/errors').codes;
    throw new ERR_INVALID_ARG_TYPE('buffer', ['Buffer', 'TypedArray', 'DataView'], bytes);
  }
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (all[0] !== VERSION[0] || all[1] !== VERSION[1]) {
    throw new Error('Unable to deserialize cloned data: not written by v8.serialize of gyre');
  }
  const [root, table] = JSON.parse(all.subarray(2).toString('utf8'));
  return new Reader(table).value(root);
}

exports.serialize = serialize;
exports.deserialize = deserialize;
