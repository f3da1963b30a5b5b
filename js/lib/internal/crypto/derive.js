// SPDX-License-Identifier: MIT
// Keys from secrets: pbkdf2, scrypt and hkdf, at once or in the pool.
'use strict';
const { Buffer } = require('buffer');
const { codes } = require('internal/errors');
const { process } = require('internal/process');
const {
  validateFunction, validateInt32, validateInteger, validateString, validateUint32,
} = require('internal/validators');
const { copyOf, lastError, native, nativeError, open } =
  require('internal/crypto/native');
const { keyBytes } = require('internal/crypto/keys');

const none = new Uint8Array(0);

// Calls back with what `wrap` makes of the key; without callback, returns it.
function derive(job, callback, wrap = (bytes) => bytes) {
  if (callback === undefined) return wrap(deriveNow(job));
  const out = Buffer.from(new ArrayBuffer(job.length));
  if (job.length === 0) {
    process.nextTick(callback, null, wrap(out));
    return undefined;
  }
  const lists = [[out, job.secret, job.salt, job.info ?? none], job.numbers ?? []];
  native.derive(job.kind, job.digest ?? '', ...lists, (ok) => {
    const args = ok ? [null, wrap(out)] :
      [nativeError('ERR_CRYPTO_OPERATION_FAILED', 'Deriving bits failed')];
    Reflect.apply(callback, undefined, args);
  });
  return undefined;
}

function deriveNow({ kind, digest, length, secret, salt, info = none, numbers = [] }) {
  const out = Buffer.allocUnsafeSlow(length);
  if (length > 0 && !native.deriveNow(kind, digest, out, secret, salt, info, numbers[0] ?? 0,
    numbers[1] ?? 0, numbers[2] ?? 0, numbers[3] ?? 0)) {
    throw lastError('Deriving bits failed');
  }
  return out;
}

function pbkdf2Job(password, salt, iterations, keylen, digest) {
  validateString(digest, 'digest');
  const secret = copyOf(password, 'password');
  const saltBytes = copyOf(salt, 'salt');
  validateInt32(iterations, 'iterations', 1);
  validateInt32(keylen, 'keylen', 0);
  if (open().digestSize(digest) === 0) {
    throw nativeError('ERR_CRYPTO_INVALID_DIGEST', `Invalid digest: ${digest}`);
  }
  return {
    kind: native.PBKDF2, digest, secret, salt: saltBytes,
    length: keylen, numbers: [iterations],
  };
}

function pbkdf2(password, salt, iterations, keylen, digest, callback) {
  if (typeof digest === 'function') {
    callback = digest;
    digest = undefined;
  }
  const job = pbkdf2Job(password, salt, iterations, keylen, digest);
  validateFunction(callback, 'callback');
  derive(job, callback);
}

function pbkdf2Sync(password, salt, iterations, keylen, digest) {
  return derive(pbkdf2Job(password, salt, iterations, keylen, digest));
}

// Each number of scrypt has two names.
function scryptOption(options, short, long, standard) {
  const given = options[short] !== undefined;
  let value = standard;
  if (given) {
    value = options[short];
    validateUint32(value, short);
  }
  if (options[long] !== undefined) {
    if (given) throw new codes.ERR_CRYPTO_SCRYPT_INVALID_PARAMETER();
    value = options[long];
    validateUint32(value, long);
  }
  return value || standard;
}

function scryptJob(password, salt, keylen, options) {
  const secret = copyOf(password, 'password');
  const saltBytes = copyOf(salt, 'salt');
  validateInt32(keylen, 'keylen', 0);
  let [N, r, p, maxmem] = [16384, 8, 1, 32 * 1024 * 1024];
  if (options && options !== undefined) {
    N = scryptOption(options, 'N', 'cost', N);
    r = scryptOption(options, 'r', 'blockSize', r);
    p = scryptOption(options, 'p', 'parallelization', p);
    if (options.maxmem !== undefined) {
      validateInteger(options.maxmem, 'maxmem', 0);
      maxmem = options.maxmem || maxmem;
    }
  }
  if (!open().checkScrypt(N, r, p, maxmem)) {
    const { message } = native.takeError('');
    throw nativeError('ERR_CRYPTO_INVALID_SCRYPT_PARAMS',
      `Invalid scrypt params${message && `: ${message}`}`);
  }
  return {
    kind: native.SCRYPT, secret, salt: saltBytes, length: keylen,
    numbers: [N, r, p, maxmem],
  };
}

function scrypt(password, salt, keylen, options, callback) {
  if (callback === undefined) {
    callback = options;
    options = undefined;
  }
  const job = scryptJob(password, salt, keylen, options);
  validateFunction(callback, 'callback');
  derive(job, callback);
}

function scryptSync(password, salt, keylen, options) {
  return derive(scryptJob(password, salt, keylen, options));
}

function hkdfJob(digest, key, salt, info, length) {
  const kinds = ['ArrayBuffer', 'TypedArray', 'DataView', 'Buffer', 'string'];
  validateString(digest, 'digest');
  const secret = Buffer.from(
    copyOf(keyBytes(key, undefined, 'ikm', ['string', 'SecretKeyObject', ...kinds.slice(0, -1)]),
      'ikm'));
  const saltBytes = copyOf(salt, 'salt', kinds);
  const infoBytes = copyOf(info, 'info', kinds);
  validateInteger(length, 'length', 0, 2147483647);
  if (infoBytes.byteLength > 1024) {
    throw new codes.ERR_OUT_OF_RANGE('info', 'must not contain more than 1024 bytes',
      infoBytes.byteLength);
  }
  const size = open().digestSize(digest);
  if (size === 0) {
    throw nativeError('ERR_CRYPTO_INVALID_DIGEST', `Invalid digest: ${digest}`);
  }
  if (length > size * 255) throw nativeError('ERR_CRYPTO_INVALID_KEYLEN');
  return {
    kind: native.HKDF, digest, secret, salt: saltBytes, info: infoBytes,
    length,
  };
}

function hkdf(hash, key, salt, info, length, callback) {
  const job = hkdfJob(hash, key, salt, info, length);
  validateFunction(callback, 'callback');
  derive(job, callback, (bytes) => bytes.buffer);
}

function hkdfSync(hash, key, salt, info, length) {
  return derive(hkdfJob(hash, key, salt, info, length), undefined, (bytes) => bytes.buffer);
}

module.exports = { derive, hkdf, hkdfSync, pbkdf2, pbkdf2Sync, scrypt, scryptSync };
