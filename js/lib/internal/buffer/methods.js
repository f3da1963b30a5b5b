// SPDX-License-Identifier: MIT
// The methods of Buffer that are not about numbers.
'use strict';
const { codes } = require('internal/errors');
const { validateInteger, validateString } = require('internal/validators');
const { FastBuffer, kMaxLength, kStringMaxLength } = require('internal/buffer/fast');
const { getEncoding, native, noString, utf8 } = require('internal/buffer/encodings');
const { checkBytes, fromString, isAnyArrayBuffer, isBytes } = require('internal/buffer/make');

const { fill: fillBytes } = Uint8Array.prototype;
const { byteLength: { get: byteLengthOf }, [Symbol.toStringTag]: { get: typedTag } } =
  Object.getOwnPropertyDescriptors(Object.getPrototypeOf(Uint8Array.prototype));

const settings = { inspectMaxBytes: 50 };

// What a program gives as a place: a number rounded down, or the default.
function toInteger(value, standard) {
  const number = +value;
  return Number.isFinite(number) ? Math.floor(number) : standard;
}

function copy(target, targetStart, sourceStart, sourceEnd) {
  checkBytes(this, 'source');
  checkBytes(target, 'target');
  if (targetStart === undefined) {
    targetStart = 0;
  } else {
    targetStart = toInteger(targetStart, 0);
    if (targetStart < 0) throw new codes.ERR_OUT_OF_RANGE('targetStart', '>= 0', targetStart);
  }
  if (sourceStart === undefined) {
    sourceStart = 0;
  } else {
    sourceStart = toInteger(sourceStart, 0);
    if (sourceStart < 0 || sourceStart > this.length) {
      throw new codes.ERR_OUT_OF_RANGE('sourceStart', `>= 0 && <= ${this.length}`, sourceStart);
    }
  }
  if (sourceEnd === undefined) {
    sourceEnd = this.length;
  } else {
    sourceEnd = toInteger(sourceEnd, 0);
    if (sourceEnd < 0) throw new codes.ERR_OUT_OF_RANGE('sourceEnd', '>= 0', sourceEnd);
  }
  if (targetStart >= target.length || sourceStart >= sourceEnd) return 0;
  if (this.length === 0) target.set(this, targetStart); // an error if its memory is gone
  if (sourceEnd > this.length) sourceEnd = this.length;
  if (sourceStart >= sourceEnd) return 0;
  const size = Math.min(sourceEnd - sourceStart, target.length - targetStart);
  if (size === this.length) {
    target.set(this, targetStart);
    return size;
  }
  return native.copy(this, sourceStart, sourceStart + size, target, targetStart);
}

function toString(encoding, start, end) {
  if (arguments.length === 0 && this.length <= kStringMaxLength) {
    return this.utf8Slice(0, this.length);
  }
  const { length } = this;
  if (start === undefined || start <= 0) start = 0;
  else if (start >= length) return '';
  else start = Math.trunc(start) || 0;
  if (end === undefined || end > length) end = length;
  else end = Math.trunc(end) || 0;
  if (end <= start) return '';
  let codec = utf8;
  if (encoding !== undefined) {
    codec = getEncoding(encoding);
    if (codec === undefined) throw new codes.ERR_UNKNOWN_ENCODING(encoding);
  }
  if (end - start > codec.most) throw noString(end - start, codec.most);
  return codec.slice(this, start, end);
}

function equals(otherBuffer) {
  checkBytes(this, 'buffer');
  checkBytes(otherBuffer, 'otherBuffer');
  if (this === otherBuffer) return true;
  return this.byteLength === otherBuffer.byteLength && native.compare(this, otherBuffer) === 0;
}

function compare(target, targetStart, targetEnd, sourceStart, sourceEnd) {
  checkBytes(this, 'source');
  checkBytes(target, 'target');
  if (arguments.length === 1) return native.compare(this, target);
  if (targetStart === undefined) targetStart = 0;
  else validateInteger(targetStart, 'targetStart', 0, kMaxLength);
  if (targetEnd === undefined) targetEnd = target.length;
  else validateInteger(targetEnd, 'targetEnd', 0, target.length);
  if (sourceStart === undefined) sourceStart = 0;
  else validateInteger(sourceStart, 'sourceStart', 0, kMaxLength);
  if (sourceEnd === undefined) sourceEnd = this.length;
  else validateInteger(sourceEnd, 'sourceEnd', 0, this.length);
  if (sourceStart >= sourceEnd) return targetStart >= targetEnd ? 0 : -1;
  if (targetStart >= targetEnd) return 1;
  return native.compareRanges(this, sourceStart, sourceEnd, target, targetStart, targetEnd);
}

function search(buffer, value, byteOffset, encoding, forward) {
  checkBytes(buffer, 'buffer');
  if (typeof byteOffset === 'string') {
    encoding = byteOffset;
    byteOffset = undefined;
  } else if (byteOffset > 0x7fffffff) {
    byteOffset = 0x7fffffff;
  } else if (byteOffset < -0x80000000) {
    byteOffset = -0x80000000;
  }
  byteOffset = +byteOffset;
  if (Number.isNaN(byteOffset)) byteOffset = forward ? 0 : buffer.length;
  byteOffset = Math.trunc(byteOffset);
  if (typeof value === 'number') {
    return native.indexOf(buffer, value >>> 0, byteOffset, 1, forward);
  }
  const codec = encoding === undefined ? utf8 : getEncoding(encoding);
  if (typeof value === 'string') {
    if (codec === undefined) throw new codes.ERR_UNKNOWN_ENCODING(encoding);
    const bytes = codec === utf8 ? value : fromString(value, codec.name);
    return native.indexOf(buffer, bytes, byteOffset, codec.step, forward, true);
  }
  if (isBytes(value)) {
    return native.indexOf(buffer, value, byteOffset, codec?.step ?? 1, forward);
  }
  throw new codes.ERR_INVALID_ARG_TYPE('value',
    ['number', 'string', 'Buffer', 'Uint8Array'], value);
}

function indexOf(value, byteOffset, encoding) {
  return search(this, value, byteOffset, encoding, true);
}

function lastIndexOf(value, byteOffset, encoding) {
  return search(this, value, byteOffset, encoding, false);
}

function includes(value, byteOffset, encoding) {
  return search(this, value, byteOffset, encoding, true) !== -1;
}

// The bytes that a text fills with; a number if it is a single one.
function fillingOf(value, encoding) {
  const codec = encoding == null || encoding === '' ? utf8 :
    typeof encoding === 'string' ? getEncoding(encoding) : undefined;
  if (codec === undefined) {
    validateString(encoding, 'encoding');
    throw new codes.ERR_UNKNOWN_ENCODING(encoding);
  }
  if (value.length === 0) return 0;
  if (value.length === 1) {
    const code = value.charCodeAt(0);
    if (code < 128 && codec === utf8) return code;
  }
  return fromString(value, codec.name);
}

function fill(value, offset, end, encoding) {
  const given = value;
  if (typeof value === 'string') {
    if (offset === undefined || typeof offset === 'string') {
      encoding = offset;
      offset = undefined;
    } else if (typeof end === 'string') {
      encoding = end;
      end = undefined;
    }
    value = fillingOf(value, encoding);
  } else if (typeof value === 'boolean') {
    value = +value;
  }
  if (offset === undefined) {
    offset = 0;
    end = this.length;
  } else {
    validateInteger(offset, 'offset', 0, kMaxLength);
    if (end === undefined) end = this.length;
    else validateInteger(end, 'end', 0, this.length);
    if (offset >= end) return this;
  }
  if (typeof value === 'number') {
    if (typeof given === 'string' && offset === end) return this;
    if (end > byteLengthOf.call(this)) throw new codes.ERR_BUFFER_OUT_OF_BOUNDS();
    fillBytes.call(this, value, offset, end);
    return this;
  }
  if (!ArrayBuffer.isView(this)) {
    throw Object.assign(new TypeError('argument must be a buffer'),
      { code: 'ERR_INVALID_ARG_TYPE' });
  }
  if (!ArrayBuffer.isView(value)) value = new Uint8Array([value]); // of anything, as a number
  const failed = native.fill(this, value, offset, end);
  if (failed === -1) throw new codes.ERR_INVALID_ARG_VALUE('value', given);
  if (failed === -2) throw new codes.ERR_BUFFER_OUT_OF_BOUNDS();
  return this;
}

function write(string, offset, length, encoding) {
  if (offset === undefined) return this.utf8Write(string, 0, this.length);
  if (length === undefined && typeof offset === 'string') {
    encoding = offset;
    length = this.length;
    offset = 0;
  } else {
    validateInteger(offset, 'offset', 0, this.length);
    const rest = this.length - offset;
    if (length === undefined) {
      length = rest;
    } else if (typeof length === 'string') {
      encoding = length;
      length = rest;
    } else {
      validateInteger(length, 'length', 0, this.length);
      if (length > rest) length = rest;
    }
  }
  if (!encoding) return this.utf8Write(string, offset, length);
  const codec = getEncoding(encoding);
  if (codec === undefined) throw new codes.ERR_UNKNOWN_ENCODING(encoding);
  return codec.write(this, string, offset, length);
}

function toJSON() {
  const { length } = this;
  if (!(length > 0)) return { type: 'Buffer', data: [] };
  const data = new Array(length);
  for (let i = 0; i < length; i++) data[i] = this[i];
  return { type: 'Buffer', data };
}

// A place counted from the end if it is negative, between 0 and length.
function clampPlace(place, length) {
  place = Math.trunc(place);
  if (place === 0 || Number.isNaN(place)) return 0;
  if (place < 0) return place + length > 0 ? place + length : 0;
  return place < length ? place : length;
}

function subarray(start, end) {
  const { length } = this;
  start = clampPlace(start, length);
  end = end === undefined ? length : clampPlace(end, length);
  return new FastBuffer(this.buffer, this.byteOffset + start, end > start ? end - start : 0);
}

function slice(start, end) {
  return this.subarray(start, end);
}

function swap(buffer, width) {
  const { length } = buffer; // fails if there is none, as in Node
  if (length % width !== 0) throw new codes.ERR_INVALID_BUFFER_SIZE(`${width * 8}-bits`);
  if (length === 0) return buffer;
  checkBytes(buffer, 'buffer');
  if (length >= 128) return native.swap(buffer, width);
  for (let start = 0; start < length; start += width) {
    for (let low = start, high = start + width - 1; low < high; low++, high--) {
      const byte = buffer[low];
      buffer[low] = buffer[high];
      buffer[high] = byte;
    }
  }
  return buffer;
}

function inspect(recurseTimes, context) {
  const max = settings.inspectMaxBytes;
  const shown = Math.min(max, this.length);
  const rest = this.length - max;
  let text = this.hexSlice(0, shown).replace(/(.{2})/g, '$1 ').trim();
  if (rest > 0) text += ` ... ${rest} more byte${rest > 1 ? 's' : ''}`;
  if (context) {
    const { isBareList } = require('internal/bare');
    const extras = Object.create(null);
    let some = false;
    for (const key of isBareList(this) ? [] : Reflect.ownKeys(this)) {
      if (typeof key === 'string' && /^(0|[1-9][0-9]*)$/.test(key)) continue;
      if (!context.showHidden && !Object.prototype.propertyIsEnumerable.call(this, key)) continue;
      some = true;
      extras[key] = this[key];
    }
    if (some) {
      if (this.length !== 0) text += ', ';
      // Without "[Object: null prototype] { " and " }".
      text += require('internal/inspect').inspect(extras, {
        ...context, breakLength: Infinity, compact: true,
      }).slice(27, -2);
    }
  }
  return `<${this.constructor.name} ${text}>`;
}

const methods = {
  copy,
  toString,
  equals,
  inspect,
  compare,
  indexOf,
  lastIndexOf,
  includes,
  fill,
  write,
  toJSON,
  subarray,
  slice,
  swap16() { return swap(this, 2); },
  swap32() { return swap(this, 4); },
  swap64() { return swap(this, 8); },
  toLocaleString: toString,
};

function cannotTranscode(code, errno) {
  const error = new Error(`Unable to transcode Buffer [${code}]`);
  error.code = code;
  error.errno = errno;
  return error;
}

// Whole characters only: for others UTF-16 has a replacement, UTF-8 an error.
function fromUnits(bytes, to) {
  const text = bytes.ucs2Slice();
  if (to === 'utf16le') {
    const isCut = bytes.length % 2 !== 0 && !/[\ud800-\udbff]$/.test(text);
    return fromString(text.toWellFormed() + (isCut ? '\ufffd' : ''), to);
  }
  if (text === '' || !text.isWellFormed()) throw cannotTranscode('U_INVALID_CHAR_FOUND', 10);
  return fromString(text, to);
}

// With a replacement for higher numbers, and none for invisible characters. (The engine's regular
// expressions take some characters for two.)
function narrow(text, highest) {
  let result = '';
  for (const character of text.toWellFormed()) {
    if (character.codePointAt(0) <= highest) result += character;
    else if (!/\p{DI}/u.test(character)) result += '?';
  }
  return result;
}

// transcode(source, fromEnc, toEnc): a character that the target does not have becomes '?'.
function transcode(source, fromEncoding, toEncoding) {
  checkBytes(source, 'source');
  if (source.length === 0) return new FastBuffer();
  const ways = ['utf8', 'utf16le', 'latin1', 'ascii'];
  const [from, to] = [fromEncoding, toEncoding].map((name) =>
    (typeof name === 'string' || name == null ? getEncoding(name || 'utf8')?.name : undefined));
  if (!ways.includes(from) || !ways.includes(to)) {
    throw cannotTranscode('U_ILLEGAL_ARGUMENT_ERROR', 1);
  }
  if (from === 'utf8' && to === 'utf16le' && !native.isUtf8(source)) {
    throw cannotTranscode('U_INVALID_CHAR_FOUND', 10);
  }
  const bytes = new FastBuffer(source.buffer, source.byteOffset, source.byteLength);
  if (from === 'utf16le' && (to === 'utf16le' || to === 'utf8')) return fromUnits(bytes, to);
  let text = from === 'ascii' && to !== 'utf16le' ?
    bytes.latin1Slice().replace(/[\x80-\xff]/g, '\ufffd') :
    bytes.toString(from === 'ascii' ? 'latin1' : from);
  if (to === 'ascii') text = narrow(text, 0x7f);
  if (to === 'latin1') text = narrow(text, 0xff);
  return fromString(text, to);
}

function isInput(value) {
  const isTyped = ArrayBuffer.isView(value) && typedTag.call(value) !== undefined;
  if (isTyped || isAnyArrayBuffer(value)) return;
  throw new codes.ERR_INVALID_ARG_TYPE('input', ['ArrayBuffer', 'Buffer', 'TypedArray'], value);
}

function checkAttached(value) {
  if (ArrayBuffer.isView(value) || !value.detached) return;
  const error = new Error('Cannot validate on a detached buffer');
  error.code = 'ERR_INVALID_STATE';
  throw error;
}

function isUtf8(input) {
  isInput(input);
  checkAttached(input);
  return native.isUtf8(input);
}

function isAscii(input) {
  isInput(input);
  checkAttached(input);
  return native.isAscii(input);
}

module.exports = { isAscii, isUtf8, methods, settings, transcode };
