// SPDX-License-Identifier: MIT
// Random bytes, numbers and UUIDs, from the system.
'use strict';
const { FastBuffer } = require('internal/buffer/fast');
const { mayShrink, wholeOf } = require('internal/buffer/steady');
const { codes, errnoException } = require('internal/errors');
const { process } = require('internal/process');
const {
  validateBoolean, validateFunction, validateNumber, validateObject,
} = require('internal/validators');
const { isAnyBuffer, native } = require('internal/crypto/native');

const most = 2 ** 31 - 1;

// For memory that may vanish meanwhile: elsewhere first, and then as far as there is room.
function fillCopy(view, offset, size, callback) {
  const copy = new Uint8Array(size);
  fill(copy, 0, size, function(error) {
    const room = Math.max(0, Math.min(size, view.byteLength - offset));
    new Uint8Array(view.buffer, room && view.byteOffset + offset, room).set(copy.subarray(0, room));
    Reflect.apply(callback, this, [error]);
  });
}

function fill(view, offset, size, callback) {
  if (callback === undefined) {
    const status = native.randomNow(view, offset, size);
    if (status !== 0) throw errnoException(status, 'getrandom');
    return;
  }
  if (mayShrink(view)) {
    fillCopy(view, offset, size, callback);
    return;
  }
  const status = native.random(view, offset, size, (result) => {
    const error = result === 0 ? null : errnoException(result, 'getrandom');
    Reflect.apply(callback, undefined, [error]);
  });
  if (status !== 0) throw errnoException(status, 'getrandom');
}

function checkOffset(offset, unit, length) {
  validateNumber(offset, 'offset');
  offset *= unit;
  if (Number.isNaN(offset) || offset > Math.min(length, most) || offset < 0) {
    throw new codes.ERR_OUT_OF_RANGE('offset', `>= 0 && <= ${Math.min(length, most)}`, offset);
  }
  return offset >>> 0;
}

function checkSize(size, unit, offset, length) {
  validateNumber(size, 'size');
  size *= unit;
  if (Number.isNaN(size) || size > most || size < 0) {
    throw new codes.ERR_OUT_OF_RANGE('size', `>= 0 && <= ${most}`, size);
  }
  if (size + offset > length) {
    throw new codes.ERR_OUT_OF_RANGE('size + offset', `<= ${length}`, size + offset);
  }
  return size >>> 0;
}

function randomBytes(size, callback) {
  size = checkSize(size, 1, 0, Infinity);
  if (callback !== undefined) validateFunction(callback, 'callback');
  const bytes = new FastBuffer(size);
  if (callback === undefined) {
    fill(bytes, 0, size);
    return bytes;
  }
  fill(bytes, 0, size, function(error) {
    if (error) return Reflect.apply(callback, this, [error]);
    return Reflect.apply(callback, this, [null, bytes]);
  });
  return undefined;
}

function viewOf(buffer) {
  if (!ArrayBuffer.isView(buffer) && !isAnyBuffer(buffer)) {
    throw new codes.ERR_INVALID_ARG_TYPE('buf', ['ArrayBuffer', 'ArrayBufferView'], buffer);
  }
  return ArrayBuffer.isView(buffer) ? buffer : wholeOf(buffer);
}

function randomFillSync(buffer, offset = 0, size = undefined) {
  const view = viewOf(buffer);
  const unit = view.BYTES_PER_ELEMENT || 1;
  offset = checkOffset(offset, unit, view.byteLength);
  size = size === undefined ? view.byteLength - offset :
    checkSize(size, unit, offset, view.byteLength);
  if (size > 0) fill(view, offset, size);
  return buffer;
}

function randomFill(buffer, offset, size, callback) {
  const view = viewOf(buffer);
  const unit = view.BYTES_PER_ELEMENT || 1;
  if (typeof offset === 'function') {
    callback = offset;
    offset = 0;
    size = undefined;
  } else if (typeof size === 'function') {
    callback = size;
    size = undefined;
  } else {
    validateFunction(callback, 'callback');
  }
  offset = checkOffset(offset, unit, view.byteLength);
  size = size === undefined ? view.byteLength - offset :
    checkSize(size, unit, offset, view.byteLength);
  if (size === 0) {
    callback(null, buffer);
    return;
  }
  fill(view, offset, size, function(error) {
    Reflect.apply(callback, this, error ? [error] : [null, buffer]);
  });
}

// Numbers of 48 bits come from a buffer that is filled again when it is used up.
const store = new FastBuffer(6 * 1024);
let stored = store.length;

function next48() {
  if (stored === store.length) {
    fill(store, 0, store.length);
    stored = 0;
  }
  let value = 0;
  for (const end = stored + 6; stored < end; stored++) {
    value = value * 256 + store[stored];
    store[stored] = 0;
  }
  return value;
}

function randomInt(min, max, callback) {
  const onlyMax = max === undefined || typeof max === 'function';
  if (onlyMax) {
    callback = max;
    max = min;
    min = 0;
  }
  if (callback !== undefined) validateFunction(callback, 'callback');
  if (!Number.isSafeInteger(min)) {
    throw new codes.ERR_INVALID_ARG_TYPE('min', 'a safe integer', min);
  }
  if (!Number.isSafeInteger(max)) {
    throw new codes.ERR_INVALID_ARG_TYPE('max', 'a safe integer', max);
  }
  if (max <= min) {
    throw new codes.ERR_OUT_OF_RANGE('max', `greater than the value of "min" (${min})`, max);
  }
  const range = max - min;
  const limit = 2 ** 48;
  if (!(range < limit)) {
    throw new codes.ERR_OUT_OF_RANGE(onlyMax ? 'max' : 'max - min', `<= ${limit - 1}`, range);
  }
  // Numbers above the last whole multiple of the range would make low numbers more frequent. What
  // is rounded is the same as with %, which takes long, for numbers of 48 bits.
  let value;
  let multiple;
  do {
    value = next48();
    multiple = Math.floor(value / range) * range;
  } while (multiple + range > limit);
  const result = value - multiple + min;
  if (callback === undefined) return result;
  process.nextTick(callback, undefined, result);
  return undefined;
}

const hex = [];
for (let i = 0; i < 256; i++) hex.push((i + 256).toString(16).slice(1));
let uuidStore;
let uuidsUsed = 128;

function randomUUID(options) {
  if (options !== undefined) validateObject(options, 'options');
  const { disableEntropyCache = false } = options ?? {};
  validateBoolean(disableEntropyCache, 'options.disableEntropyCache');
  let at = 0;
  let bytes;
  if (disableEntropyCache) {
    bytes = new Uint8Array(16);
    fill(bytes, 0, 16);
  } else {
    bytes = uuidStore ??= new Uint8Array(16 * 128);
    if (uuidsUsed === 128) {
      fill(bytes, 0, bytes.length);
      uuidsUsed = 0;
    }
    at = uuidsUsed++ * 16;
  }
  const versioned = hex[(bytes[at + 6] & 0x0f) | 0x40];
  const variant = hex[(bytes[at + 8] & 0x3f) | 0x80];
  return hex[bytes[at]] + hex[bytes[at + 1]] + hex[bytes[at + 2]] + hex[bytes[at + 3]] + '-' +
    hex[bytes[at + 4]] + hex[bytes[at + 5]] + '-' + versioned + hex[bytes[at + 7]] + '-' +
    variant + hex[bytes[at + 9]] + '-' + hex[bytes[at + 10]] + hex[bytes[at + 11]] +
    hex[bytes[at + 12]] + hex[bytes[at + 13]] + hex[bytes[at + 14]] + hex[bytes[at + 15]];
}

module.exports = { randomBytes, randomFill, randomFillSync, randomInt, randomUUID };
