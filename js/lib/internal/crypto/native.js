// SPDX-License-Identifier: MIT
// libcrypto, opened at first use, its errors, its jobs, and the bytes that programs pass.
'use strict';
const { Buffer } = require('buffer');
const { FastBuffer } = require('internal/buffer/fast');
const { wholeOf } = require('internal/buffer/steady');
const { codes } = require('internal/errors');
const native = binding('crypto');

let opened = false;

function open() {
  if (!opened) start();
  return native;
}

// By OPENSSL_CONF and the options that are about OpenSSL.
function start() {
  const { opensslConfig, opensslSharedConfig, opensslLegacyProvider, secureHeap,
    secureHeapMin } = require('internal/program').options;
  const problem = native.open(opensslConfig, opensslSharedConfig ? 'openssl_conf' : 'nodejs_conf',
    Boolean(opensslLegacyProvider));
  if (problem !== undefined) throw new codes.ERR_DLOPEN_FAILED(problem);
  native.errorsBy(opensslError);
  opened = true;
  if (secureHeap) require('internal/crypto/heap').start(secureHeap, secureHeapMin ?? 2);
}

// What libcrypto said last, or an error with that text.
function lastError(otherwise) {
  const error = native.takeError(otherwise);
  return error.reason === undefined ? nativeError('ERR_CRYPTO_OPERATION_FAILED', otherwise) : error;
}

function opensslError(text, library, reason, prefix = '', more = []) {
  const error = new Error(text);
  if (more.length > 0) error.opensslErrorStack = more;
  if (library) error.library = library;
  if (reason) {
    error.reason = reason;
    const name = `${prefix}${reason.replace(/ /g, '_').toUpperCase()}`;
    error.code = prefix === 'SSL_' ? `ERR_${name}` : `ERR_OSSL_${name}`;
  }
  return error;
}

// Errors that Node throws from C: they do not have their code in their text.
const fromC = {
  __proto__: null,
  ERR_CRYPTO_INVALID_AUTH_TAG: [TypeError],
  ERR_CRYPTO_INVALID_CURVE: [TypeError, 'Invalid EC curve name'],
  ERR_CRYPTO_INVALID_DIGEST: [TypeError, 'Invalid digest'],
  ERR_CRYPTO_INVALID_IV: [TypeError, 'Invalid initialization vector'],
  ERR_CRYPTO_INVALID_JWK: [TypeError],
  ERR_CRYPTO_INVALID_KEYLEN: [RangeError, 'Invalid key length'],
  ERR_CRYPTO_INVALID_KEYPAIR: [RangeError, 'Invalid key pair'],
  ERR_CRYPTO_INVALID_KEYTYPE: [RangeError, 'Invalid key type'],
  ERR_CRYPTO_INVALID_MESSAGELEN: [RangeError, 'Invalid message length'],
  ERR_CRYPTO_INVALID_SCRYPT_PARAMS: [RangeError],
  ERR_CRYPTO_INVALID_STATE: [Error, 'Invalid state'],
  ERR_CRYPTO_JWK_UNSUPPORTED_CURVE: [Error],
  ERR_CRYPTO_JWK_UNSUPPORTED_KEY_TYPE: [Error, 'Unsupported JWK Key Type.'],
  ERR_CRYPTO_OPERATION_FAILED: [Error],
  ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH: [
    RangeError, 'Input buffers must have the same byte length'],
  ERR_CRYPTO_UNKNOWN_CIPHER: [Error, 'Unknown cipher'],
  ERR_CRYPTO_UNKNOWN_DH_GROUP: [Error, 'Unknown DH group'],
  ERR_CRYPTO_UNSUPPORTED_OPERATION: [Error, 'Unsupported crypto operation'],
  ERR_INVALID_ARG_TYPE: [TypeError],
  ERR_INVALID_ARG_VALUE: [TypeError],
  ERR_MISSING_ARGS: [TypeError],
  ERR_MISSING_PASSPHRASE: [TypeError, 'Passphrase required for encrypted key'],
  ERR_OUT_OF_RANGE: [RangeError],
};

function nativeError(code, message) {
  const [Base, standard] = fromC[code];
  return Object.assign(new Base(message ?? standard), { code });
}

// Runs a job of the binding: with a callback on the pool, which gets what `convert` makes of the
// value; without one at once.
function runJob(job, args, callback, convert = (value) => value) {
  if (callback === undefined) return convert(job(...args, undefined));
  job(...args, (error, value) => {
    let result = [error];
    if (error === null) {
      try {
        result = [null, convert(value)];
      } catch (failure) {
        result = [failure];
      }
    }
    callback(...result);
  });
  return undefined;
}

// A Buffer over the bytes that C has given.
function toBuffer(bytes) {
  return new FastBuffer(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

// Bytes as a program wants them: in an encoding, or as they are.
function shown(bytes, encoding) {
  const buffer = toBuffer(bytes);
  return encoding === undefined || encoding === null || encoding === 'buffer' ? buffer :
    buffer.toString(encoding);
}

function isAnyBuffer(value) {
  return require('util').types.isAnyArrayBuffer(value);
}

function isBytes(value) {
  return ArrayBuffer.isView(value) || isAnyBuffer(value);
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

// The same, checked.
function checkedBytes(data, name, encoding, expected = kinds) {
  if (typeof data !== 'string' && !isBytes(data)) {
    throw new codes.ERR_INVALID_ARG_TYPE(name, expected, data);
  }
  return bytesOf(data, encoding === 'buffer' ? 'utf8' : encoding);
}

// The same, copied for use at some later time.
function copyOf(data, name, expected = kinds) {
  if (typeof data === 'string') return Buffer.from(data);
  if (ArrayBuffer.isView(data)) {
    return Buffer.from(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
  }
  if (isAnyBuffer(data)) return Buffer.from(wholeOf(data));
  throw new codes.ERR_INVALID_ARG_TYPE(name, expected, data);
}

module.exports = {
  bytesOf, checkedBytes, copyOf, isAnyBuffer, isBytes, lastError, native, nativeError,
  open, opensslError, runJob, shown, toBuffer,
};
