// SPDX-License-Identifier: MIT
// libcrypto, opened at first use, its errors, and the bytes that programs hand over.
'use strict';
const { Buffer } = require('buffer');
const { wholeOf } = require('internal/buffer/steady');
const { codes } = require('internal/errors');
const native = binding('crypto');

// The short names of libraries within libcrypto, as they are in the codes of errors.
const libraries = {
  'digital envelope routines': 'EVP',
  'Provider routines': 'PROV',
};
let opened = false;

function open() {
  if (!opened) {
    const problem = native.open();
    if (problem !== undefined) throw new codes.ERR_DLOPEN_FAILED(problem);
    opened = true;
  }
  return native;
}

// What libcrypto said last, or an error with that text.
function lastError(otherwise) {
  const parts = native.lastError();
  if (parts === undefined) return new codes.ERR_CRYPTO_OPERATION_FAILED(otherwise);
  return opensslError(...parts);
}

function opensslError(text, library, reason) {
  const error = new Error(text);
  if (library) error.library = library;
  if (reason) {
    error.reason = reason;
    const prefix = libraries[library] ? `${libraries[library]}_` : '';
    error.code = `ERR_OSSL_${prefix}${reason.replace(/ /g, '_').toUpperCase()}`;
  }
  return error;
}

function isAnyBuffer(value) {
  return require('util').types.isAnyArrayBuffer(value);
}

// The bytes of a string, a view or a buffer, for use right now.
function bytesOf(data, encoding) {
  if (typeof data === 'string') {
    return Buffer.from(data, Buffer.isEncoding(encoding) ? encoding : 'utf8');
  }
  if (ArrayBuffer.isView(data)) return data;
  return wholeOf(data);
}

const kinds = ['string', 'ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'];

// The same, checked, and copied for use at some later time.
function copyOf(data, name, expected = kinds) {
  if (typeof data === 'string') return Buffer.from(data);
  if (ArrayBuffer.isView(data)) {
    return Buffer.from(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
  }
  if (isAnyBuffer(data)) return Buffer.from(wholeOf(data));
  throw new codes.ERR_INVALID_ARG_TYPE(name, expected, data);
}

module.exports = { bytesOf, copyOf, isAnyBuffer, lastError, native, open, opensslError };
