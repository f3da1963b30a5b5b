// SPDX-License-Identifier: MIT
// The encodings of Buffer, by all of their names: how many bytes a text takes, how it is written
// into bytes (buffer, text, offset, length) and read from them (buffer, start, end). C does the
// work; if it fails, it returns something other than a number or a string, which becomes an error.
'use strict';
const native = binding('buffer');
const { codes } = require('internal/errors');
const { kStringMaxLength } = require('internal/buffer/fast');

// How many bytes a string can stand for.
const MOST_HEX = kStringMaxLength / 2;
const MOST_BASE64 = kStringMaxLength / 4 * 3;
const MOST_UTF16 = kStringMaxLength * 2;

const { toHex, toBase64 } = Uint8Array.prototype;
const url = { alphabet: 'base64url', omitPadding: true };

function failure(Base, code, message) {
  const error = new Base(message);
  error.code = code;
  return error;
}

function notBuffer() {
  return failure(TypeError, 'ERR_INVALID_ARG_TYPE', 'argument must be a buffer');
}

function outside() {
  return failure(RangeError, 'ERR_OUT_OF_RANGE', 'Index out of range');
}

function writeFailed(result) {
  if (result === undefined) throw notBuffer();
  if (result === null) {
    throw failure(TypeError, 'ERR_INVALID_ARG_TYPE', 'argument must be a string');
  }
  if (result === -2) throw outside();
  throw new codes.ERR_BUFFER_OUT_OF_BOUNDS('offset');
}

// A place as C takes it. What converting it does to the memory is done before C looks at it.
function toPlace(value) {
  return typeof value === 'number' || value === undefined ? value : +value;
}

// A string of this many bytes could not be made; at most `most` are possible.
function noString(size, most = kStringMaxLength) {
  if (size <= most) return new codes.ERR_MEMORY_ALLOCATION_FAILED();
  return failure(Error, 'ERR_STRING_TOO_LONG', 'Cannot create a string longer than ' +
    `0x${kStringMaxLength.toString(16)} characters`);
}

// The methods of these names that Buffer.prototype has.
function slicer(slice, most) {
  return function(start, end) {
    if (typeof start !== 'number' || typeof end !== 'number') {
      if (!ArrayBuffer.isView(this)) throw notBuffer();
      if (this.length === 0) return '';
      start = toPlace(start);
      if (start <= -1) throw outside();
      end = toPlace(end);
    }
    const text = slice.call(this, start, end);
    if (text === undefined) throw ArrayBuffer.isView(this) ? outside() : notBuffer();
    if (text === null) throw noString((end ?? this.length) - (start ?? 0), most);
    return text;
  };
}

function writer(write) {
  return function(string, offset, length) {
    if (typeof string === 'string' && (typeof offset !== 'number' || typeof length !== 'number')) {
      if (!ArrayBuffer.isView(this)) throw notBuffer();
      offset = toPlace(offset);
      if (offset <= -1) throw outside();
      if (offset > this.length) throw new codes.ERR_BUFFER_OUT_OF_BOUNDS('offset');
      length = toPlace(length);
    }
    const count = write.call(this, string, offset, length);
    return count >= 0 && count !== null ? count : writeFailed(count);
  };
}

const methods = {
  asciiSlice: slicer(native.asciiSlice),
  base64Slice: slicer(native.base64Slice, MOST_BASE64),
  base64urlSlice: slicer(native.base64urlSlice, MOST_BASE64),
  latin1Slice: slicer(native.latin1Slice),
  hexSlice: slicer(native.hexSlice, MOST_HEX),
  ucs2Slice: slicer(native.ucs2Slice, MOST_UTF16),
  utf8Slice: slicer(native.utf8Slice),
  asciiWrite: writer(native.latin1Write),
  base64Write: writer(native.base64Write),
  base64urlWrite: writer(native.base64Write),
  latin1Write: writer(native.latin1Write),
  hexWrite: writer(native.hexWrite),
  ucs2Write: writer(native.ucs2Write),
  utf8Write: writer(native.utf8Write),
};

function base64Length(string) {
  let { length } = string;
  if (length > 0 && string.charCodeAt(length - 1) === 61) length--;
  if (length > 1 && string.charCodeAt(length - 1) === 61) length--;
  return Math.floor(length * 3 / 4);
}

// The engine's own hexadecimal and base 64 are the fastest there are, for all the bytes of a view.
const utf8 = {
  name: 'utf8',
  most: kStringMaxLength,
  step: 1,
  byteLength: (string) => native.byteLengthUtf8(string),
  write: (buffer, string, offset, length) => buffer.utf8Write(string, offset, length),
  slice: (buffer, start, end) => buffer.utf8Slice(start, end),
};
const utf16le = {
  name: 'utf16le',
  most: MOST_UTF16,
  step: 2,
  byteLength: (string) => string.length * 2,
  write: (buffer, string, offset, length) => buffer.ucs2Write(string, offset, length),
  slice: (buffer, start, end) => buffer.ucs2Slice(start, end),
};
const latin1 = {
  name: 'latin1',
  most: kStringMaxLength,
  step: 1,
  byteLength: (string) => string.length,
  write: (buffer, string, offset, length) => buffer.latin1Write(string, offset, length),
  slice: (buffer, start, end) => buffer.latin1Slice(start, end),
};
const ascii = {
  name: 'ascii',
  most: kStringMaxLength,
  step: 1,
  byteLength: (string) => string.length,
  write: (buffer, string, offset, length) => buffer.asciiWrite(string, offset, length),
  slice: (buffer, start, end) => buffer.asciiSlice(start, end),
};
const hex = {
  name: 'hex',
  most: MOST_HEX,
  step: 1,
  byteLength: (string) => string.length >>> 1,
  write: (buffer, string, offset, length) => buffer.hexWrite(string, offset, length),
  slice: (buffer, start, end) => (
    start === 0 && end === buffer.length ? toHex.call(buffer) : buffer.hexSlice(start, end)),
};
const base64 = {
  name: 'base64',
  most: MOST_BASE64,
  step: 1,
  byteLength: base64Length,
  write: (buffer, string, offset, length) => buffer.base64Write(string, offset, length),
  slice: (buffer, start, end) => (
    start === 0 && end === buffer.length ? toBase64.call(buffer) : buffer.base64Slice(start, end)),
};
const base64url = {
  name: 'base64url',
  most: MOST_BASE64,
  step: 1,
  byteLength: base64Length,
  write: (buffer, string, offset, length) => buffer.base64urlWrite(string, offset, length),
  slice: (buffer, start, end) => (start === 0 && end === buffer.length ?
    toBase64.call(buffer, url) : buffer.base64urlSlice(start, end)),
};

function find(name) {
  switch (name) {
    case 'utf8': case 'utf-8': return utf8;
    case 'hex': return hex;
    case 'base64': return base64;
    case 'latin1': case 'binary': return latin1;
    case 'utf16le': case 'utf-16le': case 'ucs2': case 'ucs-2': return utf16le;
    case 'ascii': return ascii;
    case 'base64url': return base64url;
    default: return undefined;
  }
}

// The encoding that has this name, in any case of letters; undefined if none has.
function getEncoding(name) {
  return find(name) ?? find((name + '').toLowerCase());
}

module.exports = { base64, getEncoding, latin1, methods, native, noString, utf8 };
