// SPDX-License-Identifier: MIT
// The bytes that programs pass to zlib, and its errors.
'use strict';
const { Buffer } = require('buffer');
const { codes } = require('internal/errors');
const names = require('internal/zlib/constants').codes;

function isAnyBuffer(value) {
  return require('util').types.isAnyArrayBuffer(value);
}

function bytesOf(data) {
  if (typeof data === 'string') return Buffer.from(data);
  if (ArrayBuffer.isView(data)) return data;
  if (isAnyBuffer(data)) return Buffer.from(data);
  throw new codes.ERR_INVALID_ARG_TYPE('buffer',
    ['string', 'Buffer', 'TypedArray', 'DataView', 'ArrayBuffer'], data);
}

// The same for the functions with a callback, which take what end() of a stream takes.
function bytesToWrite(data) {
  if (data == null) return Buffer.alloc(0);
  if (typeof data === 'string' || ArrayBuffer.isView(data) || isAnyBuffer(data)) {
    return bytesOf(data);
  }
  throw new codes.ERR_INVALID_ARG_TYPE('chunk', ['string', 'Buffer', 'TypedArray', 'DataView'],
    data);
}

function failure(errno, code, message) {
  const error = new Error(message);
  error.errno = errno;
  error.code = code ?? names[errno];
  return error;
}

module.exports = { bytesOf, bytesToWrite, failure, isAnyBuffer };
