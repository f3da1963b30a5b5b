// SPDX-License-Identifier: MIT
// Web Crypto's algorithms with secret keys: AES, HMAC, HKDF, PBKDF2.
'use strict';
const { Buffer } = require('buffer');
const { domError } = require('internal/crypto/web_idl');
const {
  asBuffer, checkJwk, checkUsages, dataError, failed, job, notSupported, unsupportedUsage,
} = require('internal/crypto/web_common');
const { native, nativeError, open } = require('internal/crypto/native');
const { handleOf, secretKey, secretOf } = require('internal/crypto/keys');
const { makeKey, partsOf } = require('internal/crypto/web_key');

const aesUsages = ['encrypt', 'decrypt', 'wrapKey', 'unwrapKey'];
const digestNames = { '__proto__': null, 'SHA-1': 'SHA1', 'SHA-256': 'SHA256', 'SHA-384': 'SHA384',
  'SHA-512': 'SHA512' };
const blockBits = { '__proto__': null, 'SHA-1': 512, 'SHA-256': 512, 'SHA-384': 1024,
  'SHA-512': 1024 };

function handleIn(key) {
  return handleOf(partsOf(key).object);
}

function newSecret(bits) {
  const { randomBytes } = require('internal/crypto/random');
  return new Promise((resolve, reject) => {
    randomBytes(Math.floor(bits / 8), (error, bytes) => {
      if (error) {
        reject(failed(error));
        return;
      }
      const key = secretKey(bytes);
      bytes.fill(0);
      resolve(key);
    });
  });
}

function allowedForAes(name) {
  return name === 'AES-KW' ? aesUsages.slice(2) : aesUsages;
}

function isAesLength(length) {
  return length === 128 || length === 192 || length === 256;
}

const aes = {
  async generate({ name, length }, extractable, usages) {
    if (!isAesLength(length)) {
      throw domError('AES key length must be 128, 192, or 256 bits', 'OperationError');
    }
    checkUsages(usages, allowedForAes(name), unsupportedUsage('an AES'));
    return makeKey(await newSecret(length), { name, length }, usages, extractable);
  },

  import({ name }, format, data, extractable, usages) {
    checkUsages(usages, allowedForAes(name), unsupportedUsage('an AES'));
    let bytes = data;
    if (format === 'jwk') {
      checkJwk(data, 'oct', 'enc', usages, extractable);
      bytes = jwkBytes(data);
    } else if (format !== 'raw') {
      throw notSupported(`Unable to import AES key with format ${format}`);
    }
    const length = bytes.length * 8;
    if (!isAesLength(length)) throw dataError('Invalid key length');
    if (format === 'jwk' && data.alg !== undefined && data.alg !== aes.jwkName({ name, length })) {
      throw dataError('JWK "alg" does not match the requested algorithm');
    }
    return makeKey(secretKey(bytes), { name, length }, usages, extractable);
  },

  jwkName: ({ name, length }) => `A${length}${name.slice(4)}`,
};

function jwkBytes(jwk) {
  if (typeof jwk.k !== 'string') throw dataError('Invalid keyData');
  return Buffer.from(jwk.k, 'base64');
}

const none = new Uint8Array(0);

function whole(encrypts, key, mode, iv, data, extra = none, tagBytes = 0) {
  const { length } = partsOf(key).algorithm;
  const name = mode === 'wrap' ? `id-aes${length}-wrap` : `aes-${length}-${mode}`;
  return job(open().cipherWhole, encrypts, name, handleIn(key), iv, extra, tagBytes, data);
}

// The number that counts blocks is only a part of the counter, and wraps around.
async function counted(encrypts, key, { counter, length }, data) {
  const all = BigInt(`0x${Buffer.from(counter).toString('hex')}`);
  const count = 1n << BigInt(length);
  const low = all & (count - 1n);
  const blocks = BigInt(Math.ceil(data.length / 16));
  if (blocks > count) throw failed(new Error('Cipher job failed'));
  if (blocks <= count - low) return whole(encrypts, key, 'ctr', counter, data);
  const size = Number(count - low) * 16;
  const again = Buffer.from((all - low).toString(16).padStart(32, '0'), 'hex');
  const parts = await Promise.all([
    whole(encrypts, key, 'ctr', counter, data.subarray(0, size)),
    whole(encrypts, key, 'ctr', again, data.subarray(size)),
  ]);
  const out = new Uint8Array(data.length);
  out.set(parts[0]);
  out.set(parts[1], size);
  return out;
}

const keyWrapIv = new Uint8Array(8).fill(0xa6);

async function aesCrypt(encrypts, key, algorithm, data) {
  switch (algorithm.name) {
    case 'AES-CBC':
      if (algorithm.iv.byteLength !== 16) {
        throw domError('algorithm.iv must contain exactly 16 bytes', 'OperationError');
      }
      return whole(encrypts, key, 'cbc', algorithm.iv, data);
    case 'AES-CTR':
      if (algorithm.counter.byteLength !== 16) {
        throw domError('algorithm.counter must contain exactly 16 bytes', 'OperationError');
      }
      if (algorithm.length === 0 || algorithm.length > 128) {
        throw domError('AES-CTR algorithm.length must be between 1 and 128', 'OperationError');
      }
      return counted(encrypts, key, algorithm, data);
    case 'AES-KW':
      return whole(encrypts, key, 'wrap', keyWrapIv, data);
    default: {
      const { iv, tagLength = 128, additionalData } = algorithm;
      if (![32, 64, 96, 104, 112, 120, 128].includes(tagLength)) {
        throw domError(`${tagLength} is not a valid AES-GCM tag length`, 'OperationError');
      }
      if (!encrypts && data.byteLength < tagLength / 8) {
        throw domError('The provided data is too small.', 'OperationError');
      }
      return whole(encrypts, key, 'gcm', iv, data, additionalData, tagLength / 8);
    }
  }
}

const hmac = {
  async generate({ hash, name, length = blockBits[hash.name] }, extractable, usages) {
    checkUsages(usages, ['sign', 'verify'], unsupportedUsage('an HMAC'));
    if (length < 8) {
      const { codes } = require('internal/errors');
      throw failed(new codes.ERR_OUT_OF_RANGE('options.length', '>= 8 && <= 2147483647', length));
    }
    return makeKey(await newSecret(length), { name, length, hash }, usages, extractable);
  },

  import({ name, hash, length }, format, data, extractable, usages) {
    checkUsages(usages, ['sign', 'verify'], unsupportedUsage('an HMAC'));
    let bytes = data;
    if (format === 'jwk') {
      checkJwk(data, 'oct', 'sig', usages, extractable);
      if (data.alg !== undefined && data.alg !== hmac.jwkName({ hash })) {
        throw dataError('JWK "alg" does not match the requested algorithm');
      }
      bytes = jwkBytes(data);
    } else if (format !== 'raw') {
      throw notSupported(`Unable to import HMAC key with format ${format}`);
    }
    const size = bytes.length * 8;
    if (size === 0 || length === 0) throw dataError('Zero-length key is not supported');
    if (length !== undefined && length !== size) throw dataError('Invalid key length');
    return makeKey(secretKey(bytes), { name, hash, length: size }, usages, extractable);
  },

  jwkName: ({ hash }) => `HS${hash.name.slice(4)}`,
};

// The digest of large data is made in the pool, too.
function hmacSign(key, data) {
  const { object, algorithm } = partsOf(key);
  const digest = digestNames[algorithm.hash.name];
  const out = new Uint8Array(open().digestSize(digest));
  const secret = secretOf(object);
  return new Promise((resolve, reject) => {
    native.derive(native.HMAC, digest, [out, secret, data, none], [], (ok) => {
      secret.fill(0);
      if (ok) resolve(out);
      else reject(failed(new Error('HMAC failed')));
    });
  });
}

async function hmacVerify(key, data, signature) {
  const right = await hmacSign(key, data);
  return right.length === signature.length && native.equal(right, signature);
}

function importSecret({ name }, format, data, extractable, usages) {
  if (format !== 'raw') throw notSupported(`Unable to import ${name} key with format ${format}`);
  if (extractable) throw domError(`${name} keys are not extractable`, 'SyntaxError');
  checkUsages(usages, ['deriveKey', 'deriveBits'], unsupportedUsage(`a ${name}`));
  return makeKey(secretKey(data), { name }, usages, false);
}

function checkLength(length) {
  if (length === 0) throw domError('length cannot be zero', 'OperationError');
  if (length === null) throw domError('length cannot be null', 'OperationError');
  if (length % 8) throw domError('length must be a multiple of 8', 'OperationError');
}

function derive(kind, hash, key, parts, numbers, size) {
  const out = new Uint8Array(size);
  const secret = secretOf(partsOf(key).object);
  return new Promise((resolve, reject) => {
    open().derive(kind, digestNames[hash.name], [out, secret, ...parts], numbers, (ok) => {
      secret.fill(0);
      if (ok) resolve(out);
      else reject(failed(new Error('Deriving bits failed')));
    });
  });
}

async function hkdfBits({ hash, salt, info }, key, length) {
  checkLength(length);
  open();
  if (length / 8 > 255 * native.digestSize(digestNames[hash.name])) {
    throw failed(nativeError('ERR_CRYPTO_INVALID_KEYLEN'));
  }
  return derive(native.HKDF, hash, key, [salt, info], [], length / 8);
}

async function pbkdf2Bits({ hash, salt, iterations }, key, length) {
  if (iterations === 0) throw domError('iterations cannot be zero', 'OperationError');
  checkLength(length);
  open();
  return derive(native.PBKDF2, hash, key, [salt, none], [iterations], length / 8);
}

function exportSecret(key, format) {
  const { object, algorithm, usages, extractable } = partsOf(key);
  if (format === 'raw') return asBuffer(secretOf(object));
  if (format !== 'jwk') return undefined;
  const alg = (algorithm.name === 'HMAC' ? hmac : aes).jwkName(algorithm);
  return { key_ops: usages, ext: extractable, ...object.export({ format: 'jwk' }), alg };
}

module.exports = {
  aes, aesCrypt, blockBits, digestNames, exportSecret, handleIn, hkdfBits, hmac, hmacSign,
  hmacVerify, importSecret, pbkdf2Bits,
};
