// SPDX-License-Identifier: MIT
// How Buffers are made: Buffer.from in all its forms, alloc, concat. Small ones are cut from a
// pool.
'use strict';
const { codes } = require('internal/errors');
const { validateArray, validateInteger, validateNumber } = require('internal/validators');
const {
  FastBuffer, kMaxLength, pool, renewPool, takePooled, uncleared,
} = require('internal/buffer/fast');
const { getEncoding, native, utf8 } = require('internal/buffer/encodings');

const SHORT = 48; // a text that JavaScript writes faster than it can ask C to

let Buffer; // has poolSize, which programs may set

// Of any realm, and nothing that only inherits from one.
function isBytes(value) {
  return ArrayBuffer.isView(value) &&
    (value instanceof Uint8Array || value[Symbol.toStringTag] === 'Uint8Array');
}

const sizeOf = Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, 'byteLength').get;
const sharedSizeOf =
  Object.getOwnPropertyDescriptor(SharedArrayBuffer.prototype, 'byteLength').get;

function isAnyArrayBuffer(value) {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) ||
      Array.isArray(value) || value[Symbol.toStringTag] === undefined) {
    return false;
  }
  return has(sizeOf, value) || has(sharedSizeOf, value);
}

function has(getter, value) {
  try {
    getter.call(value);
    return true;
  } catch {
    return false;
  }
}

function allocPooled(size) {
  if (size > pool.size - pool.used) renewPool(Buffer.poolSize);
  return takePooled(size);
}

// Not of the pool.
function makeUncleared(size) {
  if (size >= uncleared.from) {
    const room = native.room(size);
    if (room !== undefined) return new FastBuffer(room, 0, size);
  }
  return new FastBuffer(size);
}

// Without any check.
function makeUnsafe(size) {
  return size > 0 && size < Buffer.poolSize >>> 1 ? allocPooled(size) : makeUncleared(size);
}

function fromShort(string, length) {
  if (length > pool.size - pool.used) renewPool(Buffer.poolSize);
  const { bytes, used } = pool;
  for (let i = 0; i < length; i++) {
    const code = string.charCodeAt(i);
    if (code > 127) return undefined;
    bytes[used + i] = code;
  }
  return takePooled(length);
}

function fromString(string, encoding) {
  const { length } = string;
  let codec = utf8;
  if (typeof encoding === 'string' && encoding.length !== 0) {
    codec = getEncoding(encoding);
    if (codec === undefined) throw new codes.ERR_UNKNOWN_ENCODING(encoding);
  }
  if (length === 0) return new FastBuffer();
  if (codec === utf8) {
    if (length <= SHORT && Buffer.poolSize >= SHORT) {
      const short = fromShort(string, length);
      if (short !== undefined) return short;
    }
    if (length * 3 <= pool.size - pool.used && length < Buffer.poolSize >>> 1) {
      const size = native.utf8Write.call(pool.bytes, string, pool.used);
      if (size < Buffer.poolSize >>> 1) return takePooled(size);
    }
  }
  const size = codec.byteLength(string);
  const buffer = makeUnsafe(size);
  const actual = codec.write(buffer, string, 0, size);
  return actual === size ? buffer : new FastBuffer(buffer.buffer, buffer.byteOffset, actual);
}

function fromArrayBuffer(value, byteOffset, length) {
  byteOffset = byteOffset === undefined ? 0 : +byteOffset || 0;
  const rest = value.byteLength - byteOffset;
  if (rest < 0) throw new codes.ERR_BUFFER_OUT_OF_BOUNDS('offset');
  length = length === undefined ? rest : +length;
  if (!(length > 0)) length = 0;
  if (length > rest) throw new codes.ERR_BUFFER_OUT_OF_BOUNDS('length');
  if (byteOffset <= -1) {
    throw new RangeError(`Start offset ${byteOffset} is outside the bounds of the buffer`);
  }
  return new FastBuffer(value, byteOffset, length);
}

function fromArrayLike(value) {
  const { length } = value;
  if (!(length > 0)) return new FastBuffer();
  if (length > kMaxLength) throw new RangeError(`Invalid typed array length: ${length}`);
  const buffer = makeUnsafe(length);
  buffer.set(value, 0);
  return buffer;
}

function fromObject(value) {
  if (value.length !== undefined || isAnyArrayBuffer(value.buffer)) {
    return typeof value.length === 'number' ? fromArrayLike(value) : new FastBuffer();
  }
  if (value.type === 'Buffer' && Array.isArray(value.data)) return fromArrayLike(value.data);
  return undefined;
}

function from(value, encodingOrOffset, length) {
  if (typeof value === 'string') return fromString(value, encodingOrOffset);
  if (typeof value === 'object' && value !== null) {
    if (isAnyArrayBuffer(value)) return fromArrayBuffer(value, encodingOrOffset, length);
    const plain = value.valueOf && value.valueOf();
    if (plain != null && plain !== value &&
        (typeof plain === 'string' || typeof plain === 'object')) {
      return from(plain, encodingOrOffset, length);
    }
    const buffer = fromObject(value);
    if (buffer !== undefined) return buffer;
    if (typeof value[Symbol.toPrimitive] === 'function') {
      const primitive = value[Symbol.toPrimitive]('string');
      if (typeof primitive === 'string') return fromString(primitive, encodingOrOffset);
    }
  }
  throw new codes.ERR_INVALID_ARG_TYPE('first argument',
    ['string', 'Buffer', 'ArrayBuffer', 'Array', 'Array-like Object'], value);
}

const isTypedArray = (value) => ArrayBuffer.isView(value) && !(value instanceof DataView);

function copyBytesFrom(view, offset, length) {
  if (!isTypedArray(view)) throw new codes.ERR_INVALID_ARG_TYPE('view', ['TypedArray'], view);
  if (view.length === 0) return new FastBuffer();
  if (offset !== undefined || length !== undefined) {
    if (offset !== undefined) {
      validateInteger(offset, 'offset', 0);
      if (offset >= view.length) return new FastBuffer();
    } else {
      offset = 0;
    }
    let end = view.length;
    if (length !== undefined) {
      validateInteger(length, 'length', 0);
      end = offset + length;
    }
    view = view.slice(offset, end);
  }
  return fromArrayLike(new Uint8Array(view.buffer, view.byteOffset, view.byteLength));
}

function of(...items) {
  const buffer = makeUnsafe(items.length);
  for (let i = 0; i < items.length; i++) buffer[i] = items[i];
  return buffer;
}

function alloc(size, fill, encoding) {
  validateNumber(size, 'size', 0, kMaxLength);
  if (fill !== undefined && fill !== 0 && size > 0) {
    return new FastBuffer(size).fill(fill, 0, size, encoding);
  }
  return new FastBuffer(size);
}

function allocUnsafe(size) {
  validateNumber(size, 'size', 0, kMaxLength);
  return makeUnsafe(size);
}

function allocUnsafeSlow(size) {
  validateNumber(size, 'size', 0, kMaxLength);
  return makeUncleared(size);
}

function SlowBuffer(size) {
  return allocUnsafeSlow(size);
}

function concat(list, length) {
  validateArray(list, 'list');
  if (list.length === 0) return new FastBuffer();
  if (length === undefined) {
    length = 0;
    for (let i = 0; i < list.length; i++) {
      if (list[i].length) length += list[i].length;
    }
  } else {
    validateInteger(length, 'length', 0, kMaxLength);
  }
  const buffer = makeUnsafe(length);
  let used = 0;
  for (let i = 0; i < list.length; i++) {
    const part = list[i];
    if (!isBytes(part)) {
      throw new codes.ERR_INVALID_ARG_TYPE(`list[${i}]`, ['Buffer', 'Uint8Array'], part);
    }
    if (part.length <= length - used) {
      buffer.set(part, used);
      used += part.length;
    } else if (used < length) {
      native.copy(part, 0, part.length, buffer, used);
      used = length;
    }
  }
  if (used < length) buffer.fill(0, used, length);
  return buffer;
}

function byteLength(string, encoding) {
  if (typeof string !== 'string') {
    if (ArrayBuffer.isView(string) || isAnyArrayBuffer(string)) return string.byteLength;
    throw new codes.ERR_INVALID_ARG_TYPE('string', ['string', 'Buffer', 'ArrayBuffer'], string);
  }
  if (string.length === 0) return 0;
  const codec = encoding ? getEncoding(encoding) ?? utf8 : utf8;
  return codec.byteLength(string);
}

function checkBytes(value, name) {
  if (!isBytes(value)) {
    throw new codes.ERR_INVALID_ARG_TYPE(name, ['Buffer', 'Uint8Array'], value);
  }
}

function compare(buf1, buf2) {
  checkBytes(buf1, 'buf1');
  checkBytes(buf2, 'buf2');
  return buf1 === buf2 ? 0 : native.compare(buf1, buf2);
}

function isEncoding(encoding) {
  return typeof encoding === 'string' && encoding.length !== 0 &&
    getEncoding(encoding) !== undefined;
}

function use(constructor) {
  Buffer = constructor;
}

module.exports = {
  SlowBuffer,
  checkBytes,
  fromString,
  isAnyArrayBuffer,
  isBytes,
  use,
  statics: {
    from, copyBytesFrom, of, alloc, allocUnsafe, allocUnsafeSlow,
    isBuffer(value) { return value instanceof Buffer; },
    compare, isEncoding, concat, byteLength,
  },
};
