// SPDX-License-Identifier: MIT
// Numbers in Buffers: buf.readInt32LE and all the others. A read checks its first and last byte: if
// one is undefined, the offset is wrong, and only then the reason is determined.
'use strict';
const { codes } = require('internal/errors');
const { validateNumber } = require('internal/validators');

const floats = new Float32Array(1);
const doubles = new Float64Array(1);
const floatBytes = new Uint8Array(floats.buffer);
const doubleBytes = new Uint8Array(doubles.buffer);
const bigInts = new BigInt64Array(1);
const bigUints = new BigUint64Array(bigInts.buffer);
const halves = new Int32Array(bigInts.buffer);

// Why `value` is invalid as an index of at most `last`, or as a number of bytes if it has a name.
function outside(value, last, name) {
  if (Math.floor(value) !== value) {
    validateNumber(value, name);
    throw new codes.ERR_OUT_OF_RANGE(name || 'offset', 'an integer', value);
  }
  if (last < 0) throw new codes.ERR_BUFFER_OUT_OF_BOUNDS();
  throw new codes.ERR_OUT_OF_RANGE(name || 'offset', `>= ${name ? 1 : 0} and <= ${last}`, value);
}

function checkPlace(buffer, offset, last) {
  validateNumber(offset, 'offset');
  if (buffer[offset] === undefined || buffer[offset + last] === undefined) {
    outside(offset, buffer.length - (last + 1));
  }
}

function checkWrite(buffer, value, min, max, offset, last) {
  if (value > max || value < min) {
    const n = typeof min === 'bigint' ? 'n' : '';
    const bits = (last + 1) * 8;
    let range;
    // Up to 32 bits the limits are said as numbers.
    if (last <= 3) range = `>= ${min}${n} and <= ${max}${n}`;
    else if (Number(min) === 0) range = `>= 0${n} and < 2${n} ** ${bits}${n}`;
    else range = `>= -(2${n} ** ${bits - 1}${n}) and < 2${n} ** ${bits - 1}${n}`;
    throw new codes.ERR_OUT_OF_RANGE('value', range, value);
  }
  checkPlace(buffer, offset, last);
}

// --- whole numbers of one, two and four bytes

function readUInt8(offset = 0) {
  validateNumber(offset, 'offset');
  const value = this[offset];
  if (value === undefined) outside(offset, this.length - 1);
  return value;
}

function readInt8(offset = 0) {
  validateNumber(offset, 'offset');
  const value = this[offset];
  if (value === undefined) outside(offset, this.length - 1);
  return value << 24 >> 24;
}

function readUInt16LE(offset = 0) {
  validateNumber(offset, 'offset');
  const first = this[offset];
  const last = this[offset + 1];
  if (first === undefined || last === undefined) outside(offset, this.length - 2);
  return first | last << 8;
}

function readUInt16BE(offset = 0) {
  validateNumber(offset, 'offset');
  const first = this[offset];
  const last = this[offset + 1];
  if (first === undefined || last === undefined) outside(offset, this.length - 2);
  return first << 8 | last;
}

function readInt16LE(offset = 0) {
  validateNumber(offset, 'offset');
  const first = this[offset];
  const last = this[offset + 1];
  if (first === undefined || last === undefined) outside(offset, this.length - 2);
  return (first | last << 8) << 16 >> 16;
}

function readInt16BE(offset = 0) {
  validateNumber(offset, 'offset');
  const first = this[offset];
  const last = this[offset + 1];
  if (first === undefined || last === undefined) outside(offset, this.length - 2);
  return (first << 8 | last) << 16 >> 16;
}

function readInt32LE(offset = 0) {
  validateNumber(offset, 'offset');
  const first = this[offset];
  const last = this[offset + 3];
  if (first === undefined || last === undefined) outside(offset, this.length - 4);
  return first | this[offset + 1] << 8 | this[offset + 2] << 16 | last << 24;
}

function readInt32BE(offset = 0) {
  validateNumber(offset, 'offset');
  const first = this[offset];
  const last = this[offset + 3];
  if (first === undefined || last === undefined) outside(offset, this.length - 4);
  return first << 24 | this[offset + 1] << 16 | this[offset + 2] << 8 | last;
}

function readUInt32LE(offset = 0) {
  validateNumber(offset, 'offset');
  const first = this[offset];
  const last = this[offset + 3];
  if (first === undefined || last === undefined) outside(offset, this.length - 4);
  return (first | this[offset + 1] << 8 | this[offset + 2] << 16 | last << 24) >>> 0;
}

function readUInt32BE(offset = 0) {
  validateNumber(offset, 'offset');
  const first = this[offset];
  const last = this[offset + 3];
  if (first === undefined || last === undefined) outside(offset, this.length - 4);
  return (first << 24 | this[offset + 1] << 16 | this[offset + 2] << 8 | last) >>> 0;
}

function write8(buffer, value, offset, min, max) {
  value = +value;
  validateNumber(offset, 'offset');
  if (value > max || value < min) {
    throw new codes.ERR_OUT_OF_RANGE('value', `>= ${min} and <= ${max}`, value);
  }
  if (buffer[offset] === undefined) outside(offset, buffer.length - 1);
  buffer[offset] = value;
  return offset + 1;
}

function write16LE(buffer, value, offset, min, max) {
  value = +value;
  checkWrite(buffer, value, min, max, offset, 1);
  buffer[offset] = value;
  buffer[offset + 1] = value >>> 8;
  return offset + 2;
}

function write16BE(buffer, value, offset, min, max) {
  value = +value;
  checkWrite(buffer, value, min, max, offset, 1);
  buffer[offset] = value >>> 8;
  buffer[offset + 1] = value;
  return offset + 2;
}

function write32LE(buffer, value, offset, min, max) {
  value = +value;
  checkWrite(buffer, value, min, max, offset, 3);
  buffer[offset] = value;
  buffer[offset + 1] = value >>> 8;
  buffer[offset + 2] = value >>> 16;
  buffer[offset + 3] = value >>> 24;
  return offset + 4;
}

function write32BE(buffer, value, offset, min, max) {
  value = +value;
  checkWrite(buffer, value, min, max, offset, 3);
  buffer[offset] = value >>> 24;
  buffer[offset + 1] = value >>> 16;
  buffer[offset + 2] = value >>> 8;
  buffer[offset + 3] = value;
  return offset + 4;
}

// --- whole numbers of one to six bytes

function checkWidth(byteLength) {
  if (typeof byteLength !== 'number' ||
      !(byteLength >= 1 && byteLength <= 6 && Math.floor(byteLength) === byteLength)) {
    outside(byteLength, 6, 'byteLength');
  }
}

function readUIntLE(offset, byteLength) {
  if (offset === undefined) throw new codes.ERR_INVALID_ARG_TYPE('offset', 'number', offset);
  checkWidth(byteLength);
  checkPlace(this, offset, byteLength - 1);
  let value = 0;
  for (let i = byteLength - 1; i >= 0; i--) value = value * 256 + this[offset + i];
  return value;
}

function readUIntBE(offset, byteLength) {
  if (offset === undefined) throw new codes.ERR_INVALID_ARG_TYPE('offset', 'number', offset);
  checkWidth(byteLength);
  checkPlace(this, offset, byteLength - 1);
  let value = 0;
  for (let i = 0; i < byteLength; i++) value = value * 256 + this[offset + i];
  return value;
}

function signed(value, byteLength) {
  return value >= 2 ** (8 * byteLength - 1) ? value - 2 ** (8 * byteLength) : value;
}

function readIntLE(offset, byteLength) {
  return signed(readUIntLE.call(this, offset, byteLength), byteLength);
}

function readIntBE(offset, byteLength) {
  return signed(readUIntBE.call(this, offset, byteLength), byteLength);
}

// From the lowest byte to the highest.
function writeBytes(buffer, value, offset, byteLength, min, max, littleEndian) {
  if (byteLength === 1) return write8(buffer, value, offset, min, max);
  value = +value;
  checkWrite(buffer, value, min, max, offset, byteLength - 1);
  let at = littleEndian ? offset : offset + byteLength - 1;
  const step = littleEndian ? 1 : -1;
  let low = value >>> 0;
  const high = Math.floor(value / 2 ** 32) >>> 0;
  for (let i = 0; i < byteLength; i++) {
    if (i === 4) low = high;
    buffer[at] = low;
    low >>>= 8;
    at += step;
  }
  return offset + byteLength;
}

function writeUIntLE(value, offset, byteLength) {
  checkWidth(byteLength);
  return writeBytes(this, value, offset, byteLength, 0, 2 ** (8 * byteLength) - 1, true);
}

function writeUIntBE(value, offset, byteLength) {
  checkWidth(byteLength);
  return writeBytes(this, value, offset, byteLength, 0, 2 ** (8 * byteLength) - 1, false);
}

function writeIntLE(value, offset, byteLength) {
  checkWidth(byteLength);
  const limit = 2 ** (8 * byteLength - 1);
  return writeBytes(this, value, offset, byteLength, -limit, limit - 1, true);
}

function writeIntBE(value, offset, byteLength) {
  checkWidth(byteLength);
  const limit = 2 ** (8 * byteLength - 1);
  return writeBytes(this, value, offset, byteLength, -limit, limit - 1, false);
}

// --- BigInts of eight bytes

function readBigUInt64LE(offset = 0) {
  checkPlace(this, offset, 7);
  halves[0] = readInt32LE.call(this, offset);
  halves[1] = readInt32LE.call(this, offset + 4);
  return bigUints[0];
}

function readBigUInt64BE(offset = 0) {
  checkPlace(this, offset, 7);
  halves[0] = readInt32BE.call(this, offset + 4);
  halves[1] = readInt32BE.call(this, offset);
  return bigUints[0];
}

function readBigInt64LE(offset = 0) {
  checkPlace(this, offset, 7);
  halves[0] = readInt32LE.call(this, offset);
  halves[1] = readInt32LE.call(this, offset + 4);
  return bigInts[0];
}

function readBigInt64BE(offset = 0) {
  checkPlace(this, offset, 7);
  halves[0] = readInt32BE.call(this, offset + 4);
  halves[1] = readInt32BE.call(this, offset);
  return bigInts[0];
}

function writeBig(buffer, value, offset, min, max, littleEndian) {
  checkWrite(buffer, value, min, max, offset, 7);
  const low = Number(value & 0xffffffffn);
  const high = Number(value >> 32n & 0xffffffffn);
  if (littleEndian) {
    write32LE(buffer, low, offset, 0, 0xffffffff);
    write32LE(buffer, high, offset + 4, 0, 0xffffffff);
  } else {
    write32BE(buffer, high, offset, 0, 0xffffffff);
    write32BE(buffer, low, offset + 4, 0, 0xffffffff);
  }
  return offset + 8;
}

// --- floating point

function readFloating(buffer, offset, values, bytes, littleEndian) {
  const last = bytes.length - 1;
  checkPlace(buffer, offset, last);
  for (let i = 0; i <= last; i++) bytes[littleEndian ? i : last - i] = buffer[offset + i];
  return values[0];
}

function writeFloating(buffer, value, offset, values, bytes, littleEndian) {
  const last = bytes.length - 1;
  value = +value;
  checkPlace(buffer, offset, last);
  values[0] = value;
  for (let i = 0; i <= last; i++) buffer[offset + i] = bytes[littleEndian ? i : last - i];
  return offset + last + 1;
}

const writers = {
  writeUIntLE,
  writeUInt32LE(value, offset = 0) { return write32LE(this, value, offset, 0, 0xffffffff); },
  writeUInt16LE(value, offset = 0) { return write16LE(this, value, offset, 0, 0xffff); },
  writeUInt8(value, offset = 0) { return write8(this, value, offset, 0, 0xff); },
  writeUIntBE,
  writeUInt32BE(value, offset = 0) { return write32BE(this, value, offset, 0, 0xffffffff); },
  writeUInt16BE(value, offset = 0) { return write16BE(this, value, offset, 0, 0xffff); },
};

const signedWriters = {
  writeIntLE,
  writeInt32LE(value, offset = 0) {
    return write32LE(this, value, offset, -0x80000000, 0x7fffffff);
  },
  writeInt16LE(value, offset = 0) { return write16LE(this, value, offset, -0x8000, 0x7fff); },
  writeInt8(value, offset = 0) { return write8(this, value, offset, -0x80, 0x7f); },
  writeIntBE,
  writeInt32BE(value, offset = 0) {
    return write32BE(this, value, offset, -0x80000000, 0x7fffffff);
  },
  writeInt16BE(value, offset = 0) { return write16BE(this, value, offset, -0x8000, 0x7fff); },
};

const bigWriters = {
  writeBigUInt64LE(value, offset = 0) {
    return writeBig(this, value, offset, 0n, 0xffffffffffffffffn, true);
  },
  writeBigUInt64BE(value, offset = 0) {
    return writeBig(this, value, offset, 0n, 0xffffffffffffffffn, false);
  },
};

const signedBigWriters = {
  writeBigInt64LE(value, offset = 0) {
    return writeBig(this, value, offset, -0x8000000000000000n, 0x7fffffffffffffffn, true);
  },
  writeBigInt64BE(value, offset = 0) {
    return writeBig(this, value, offset, -0x8000000000000000n, 0x7fffffffffffffffn, false);
  },
};

const floating = {
  readFloatLE(offset = 0) { return readFloating(this, offset, floats, floatBytes, true); },
  readFloatBE(offset = 0) { return readFloating(this, offset, floats, floatBytes, false); },
  readDoubleLE(offset = 0) { return readFloating(this, offset, doubles, doubleBytes, true); },
  readDoubleBE(offset = 0) { return readFloating(this, offset, doubles, doubleBytes, false); },
  writeFloatLE(value, offset = 0) {
    return writeFloating(this, value, offset, floats, floatBytes, true);
  },
  writeFloatBE(value, offset = 0) {
    return writeFloating(this, value, offset, floats, floatBytes, false);
  },
  writeDoubleLE(value, offset = 0) {
    return writeFloating(this, value, offset, doubles, doubleBytes, true);
  },
  writeDoubleBE(value, offset = 0) {
    return writeFloating(this, value, offset, doubles, doubleBytes, false);
  },
};

// Methods whose name says UInt have a second name with Uint.
function withAliases(methods) {
  const all = { ...methods };
  for (const name of Object.keys(methods)) all[name.replace('UInt', 'Uint')] = methods[name];
  return all;
}

// In the order in which programs see them.
module.exports = {
  ...withAliases({ readBigUInt64LE, readBigUInt64BE }),
  readBigInt64LE,
  readBigInt64BE,
  ...withAliases(bigWriters),
  ...signedBigWriters,
  ...withAliases({
    readUIntLE, readUInt32LE, readUInt16LE, readUInt8, readUIntBE, readUInt32BE, readUInt16BE,
  }),
  readIntLE,
  readInt32LE,
  readInt16LE,
  readInt8,
  readIntBE,
  readInt32BE,
  readInt16BE,
  ...withAliases(writers),
  ...signedWriters,
  ...floating,
};
