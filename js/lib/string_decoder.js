// SPDX-License-Identifier: MIT
// The module string_decoder: turns bytes that come in pieces into text; an incomplete character
// waits for the rest of its bytes.
'use strict';
const { Buffer } = require('buffer');
const { codes } = require('internal/errors');
const { getEncoding } = require('internal/buffer/encodings');

const kState = Symbol('kState');

// How many bytes at the end of `buffer` begin an incomplete character of UTF-8. Whether they are
// valid is seen when the rest comes.
function unfinishedUtf8(buffer) {
  const { length } = buffer;
  for (let back = 1; back <= 3 && back <= length; back++) {
    const byte = buffer[length - back];
    if ((byte & 0xc0) === 0x80) continue;
    const size = byte >> 3 === 0x1e ? 4 : byte >> 4 === 0x0e ? 3 : byte >> 5 === 0x06 ? 2 : 1;
    return size > back ? back : 0;
  }
  return 0;
}

// An odd byte, or else the first half of a pair.
function unfinishedUtf16(buffer) {
  const { length } = buffer;
  if (length & 1) return 1;
  return length >= 2 && (buffer[length - 1] & 0xfc) === 0xd8 ? 2 : 0;
}

const kinds = {
  utf8: unfinishedUtf8,
  utf16le: unfinishedUtf16,
  base64: (buffer) => buffer.length % 3,
  base64url: (buffer) => buffer.length % 3,
};

function StringDecoder(encoding) {
  const codec = encoding === undefined || encoding === null || encoding === '' ?
    getEncoding('utf8') : typeof encoding === 'string' ? getEncoding(encoding) : undefined;
  if (codec === undefined) throw new codes.ERR_UNKNOWN_ENCODING(encoding);
  this.encoding = codec.name;
  this[kState] = { codec, unfinished: kinds[codec.name], kept: undefined };
}

function asBuffer(value) {
  if (Buffer.isBuffer(value)) return value;
  if (!ArrayBuffer.isView(value)) {
    throw new codes.ERR_INVALID_ARG_TYPE('buf', ['Buffer', 'TypedArray', 'DataView'], value);
  }
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}

// A unit whose first byte waited is not held back once more, even if it is half of a pair.
function afterOddByte(decoder, buffer) {
  decoder[kState].kept = undefined;
  return buffer.toString('utf16le', 0, 2) + decoder.write(buffer.subarray(2));
}

StringDecoder.prototype.write = function write(buf) {
  if (typeof buf === 'string') return buf;
  let buffer = asBuffer(buf);
  const state = this[kState];
  if (state === undefined) throw new codes.ERR_INVALID_THIS('StringDecoder');
  if (state.unfinished === undefined) return state.codec.slice(buffer, 0, buffer.length);
  if (buffer.length === 0) return '';
  if (state.kept !== undefined) {
    buffer = Buffer.concat([state.kept, buffer]);
    if (this.encoding === 'utf16le' && state.kept.length === 1) return afterOddByte(this, buffer);
    state.kept = undefined;
    // The first half of a pair keeps waiting when its second half begins.
    if (this.encoding === 'utf16le' && buffer.length === 3 && (buffer[1] & 0xfc) === 0xd8) {
      state.kept = buffer;
      return '';
    }
  }
  const rest = state.unfinished(buffer);
  const end = buffer.length - rest;
  // A copy: the program may write over its own bytes.
  if (rest !== 0) state.kept = Buffer.from(buffer.subarray(end));
  return end === 0 ? '' : buffer.toString(this.encoding, 0, end);
};

StringDecoder.prototype.end = function end(buf) {
  const text = buf === undefined ? '' : this.write(buf);
  const state = this[kState];
  const { kept } = state;
  state.kept = undefined;
  if (kept === undefined) return text;
  return text + state.codec.slice(kept, 0, kept.length);
};

// Undocumented, but used: forgets the beginning of a character and decodes from `offset`.
StringDecoder.prototype.text = function text(buf, offset) {
  this[kState].kept = undefined;
  return this.write(buf.slice(offset));
};

const sizes = { utf8: 4, utf16le: 4, base64: 3, base64url: 3 };

Object.defineProperties(StringDecoder.prototype, {
  lastChar: {
    configurable: true,
    enumerable: true,
    get() {
      const { kept } = this[kState];
      const last = Buffer.alloc(sizes[this.encoding] ?? 4);
      if (kept !== undefined) kept.copy(last);
      return last;
    },
  },
  lastNeed: {
    configurable: true,
    enumerable: true,
    get() { return missing(this[kState]); },
  },
  lastTotal: {
    configurable: true,
    enumerable: true,
    get() {
      const state = this[kState];
      return state.kept === undefined ? 0 : state.kept.length + missing(state);
    },
  },
});

// How many bytes the kept character still lacks.
function missing({ codec, kept }) {
  if (kept === undefined) return 0;
  if (codec.name === 'utf8') return (kept[0] >= 0xf0 ? 4 : kept[0] >= 0xe0 ? 3 : 2) - kept.length;
  if (codec.name === 'utf16le') return kept.length & 1 ? 1 : 2;
  return 3 - kept.length;
}

exports.StringDecoder = StringDecoder;
