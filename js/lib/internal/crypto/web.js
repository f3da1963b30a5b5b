// SPDX-License-Identifier: MIT
// Web Crypto: Crypto and SubtleCrypto. The algorithms are in web_secret.js and web_pair.js.
'use strict';
const { Buffer } = require('buffer');
const { codes } = require('internal/errors');
const { native, open } = require('internal/crypto/native');
const random = require('internal/crypto/random');
const {
  domError, enter, normalize, toAlgorithm, toBytes, toFormat, toJwk, toKey, toLong, toUsages,
} = require('internal/crypto/web_idl');
const { asBuffer, failed } = require('internal/crypto/web_common');
const { CryptoKey, partsOf } = require('internal/crypto/web_key');
const { typedArrayTag } = require('internal/util/types');

const made = Symbol('made');
let inner = made;

function secret() { return require('internal/crypto/web_secret'); }

function pairs() { return require('internal/crypto/web_pair'); }

const secretNames = new Set(['AES-CBC', 'AES-CTR', 'AES-GCM', 'AES-KW', 'HMAC', 'HKDF', 'PBKDF2']);

function invalidAccess(message) {
  return domError(message, 'InvalidAccessError');
}

function may(key, algorithm, usage) {
  const { algorithm: own, usages } = partsOf(key);
  return own.name === algorithm.name && usages.includes(usage);
}

const hashSizes = { '__proto__': null, 'SHA-1': 20, 'SHA-256': 32, 'SHA-384': 48, 'SHA-512': 64 };

function digest(name, data) {
  open();
  const out = new Uint8Array(hashSizes[name]);
  const none = new Uint8Array(0);
  return new Promise((resolve, reject) => {
    native.derive(native.DIGEST, name.replace('-', ''), [out, data, none, none], [], (ok) => {
      if (ok) resolve(out.buffer);
      else reject(failed());
    });
  });
}

// Encrypts, decrypts, wraps or unwraps bytes.
async function crypt(encrypts, algorithm, key, data, usage) {
  if (!may(key, algorithm, usage)) {
    throw invalidAccess('The requested operation is not valid for the provided key');
  }
  return algorithm.name === 'RSA-OAEP' ? pairs().rsaCrypt(encrypts, key, algorithm, data) :
    secret().aesCrypt(encrypts, key, algorithm, data);
}

async function generate(algorithm, extractable, usageList) {
  const usages = new Set(usageList);
  const { name } = algorithm;
  if (name === 'HMAC') {
    return nonEmpty(await secret().hmac.generate(algorithm, extractable, usages));
  }
  if (secretNames.has(name)) {
    return nonEmpty(await secret().aes.generate(algorithm, extractable, usages));
  }
  return nonEmpty(await pairs().generate(algorithm, extractable, usages));
}

function nonEmpty(made) {
  const key = made.privateKey ?? made;
  if (partsOf(key).usages.length === 0) {
    throw domError('Usages cannot be empty when creating a key.', 'SyntaxError');
  }
  return made;
}

function importKey(format, data, algorithm, extractable, usageList) {
  const usages = new Set(usageList);
  const { name } = algorithm;
  let key;
  if (name === 'HMAC') {
    key = secret().hmac.import(algorithm, format, data, extractable, usages);
  } else if (name === 'HKDF' || name === 'PBKDF2') {
    key = secret().importSecret(algorithm, format, data, extractable, usages);
  } else if (secretNames.has(name)) {
    key = secret().aes.import(algorithm, format, data, extractable, usages);
  } else {
    key = pairs().importKey(algorithm, format, data, extractable, usages);
  }
  const { type } = key;
  if ((type === 'secret' || type === 'private') && partsOf(key).usages.length === 0) {
    throw domError(`Usages cannot be empty when importing a ${type} key.`, 'SyntaxError');
  }
  return key;
}

function exportKey(format, key) {
  const { algorithm, object, extractable } = partsOf(key);
  if (!extractable) throw domError('key is not extractable', 'InvalidAccessException');
  const exported = secretNames.has(algorithm.name) ? secret().exportSecret(key, format) :
    pairs().exportKey(key, format);
  if (exported === undefined) {
    const shown = object.type === 'secret' ? 'raw' : format;
    throw invalidAccess(`Unable to export a ${shown} ${algorithm.name} ${object.type} key`);
  }
  return exported;
}

async function deriveBits(algorithm, baseKey, length) {
  switch (algorithm.name) {
    case 'HKDF': return secret().hkdfBits(algorithm, baseKey, length);
    case 'PBKDF2': return secret().pbkdf2Bits(algorithm, baseKey, length);
    default: return pairs().sharedBits(algorithm, baseKey, length);
  }
}

// How many bits a derived key needs; null: as many as there are.
function keyLength({ name, length, hash }) {
  if (name === 'HKDF' || name === 'PBKDF2') return null;
  if (name === 'HMAC') {
    if (length === undefined) return secret().blockBits[hash.name];
    if (length > 0) return length;
    throw domError('Invalid key length', 'OperationError');
  }
  if (length !== 128 && length !== 192 && length !== 256) {
    throw domError('Invalid key length', 'OperationError');
  }
  return length;
}

function checkBase(baseKey, algorithm, usage) {
  const { usages, algorithm: own } = partsOf(baseKey);
  if (!usages.includes(usage)) {
    throw invalidAccess(`baseKey does not have ${usage} usage`);
  }
  if (own.name !== algorithm.name) throw invalidAccess('Key algorithm mismatch');
}

// The algorithm of wrapping: a special one, or one that encrypts.
function wrapping(algorithm, operation, otherwise) {
  try {
    return normalize(algorithm, operation);
  } catch {
    return normalize(algorithm, otherwise);
  }
}

function check(self) {
  if (!(self instanceof SubtleCrypto) || !subtles.has(self)) {
    throw new codes.ERR_INVALID_THIS('SubtleCrypto');
  }
}

const subtles = new WeakSet();
const first = '1st argument';
const second = '2nd argument';
const third = '3rd argument';

class SubtleCrypto {
  constructor(key) {
    if (key !== inner) throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
    subtles.add(this);
  }

  async digest(algorithm, data) {
    check(this);
    const prefix = enter('digest', arguments.length, 2);
    algorithm = toAlgorithm(algorithm, prefix, first);
    data = toBytes(data, prefix, second);
    return digest(normalize(algorithm, 'digest').name, data);
  }

  async generateKey(algorithm, extractable, keyUsages) {
    check(this);
    const prefix = enter('generateKey', arguments.length, 3);
    algorithm = toAlgorithm(algorithm, prefix, first);
    keyUsages = toUsages(keyUsages, prefix, third);
    return generate(normalize(algorithm, 'generateKey'), Boolean(extractable), keyUsages);
  }

  async deriveBits(algorithm, baseKey, length = null) {
    check(this);
    const prefix = enter('deriveBits', arguments.length, 2);
    algorithm = toAlgorithm(algorithm, prefix, first);
    baseKey = toKey(baseKey, prefix, second);
    if (length !== null) length = toLong(length, prefix, third);
    const normal = normalize(algorithm, 'deriveBits');
    checkBase(baseKey, normal, 'deriveBits');
    return asBuffer(await deriveBits(normal, baseKey, length));
  }

  async deriveKey(algorithm, baseKey, derivedKeyAlgorithm, extractable, keyUsages) {
    check(this);
    const prefix = enter('deriveKey', arguments.length, 5);
    algorithm = toAlgorithm(algorithm, prefix, first);
    baseKey = toKey(baseKey, prefix, second);
    derivedKeyAlgorithm = toAlgorithm(derivedKeyAlgorithm, prefix, third);
    keyUsages = toUsages(keyUsages, prefix, '5th argument');
    const normal = normalize(algorithm, 'deriveBits');
    const derived = normalize(derivedKeyAlgorithm, 'importKey');
    checkBase(baseKey, normal, 'deriveKey');
    const length = keyLength(normalize(derivedKeyAlgorithm, 'get key length'));
    const bits = await deriveBits(normal, baseKey, length);
    return importKey('raw', Buffer.from(bits), derived, Boolean(extractable), keyUsages);
  }

  async exportKey(format, key) {
    check(this);
    const prefix = enter('exportKey', arguments.length, 2);
    format = toFormat(format, prefix, first);
    key = toKey(key, prefix, second);
    return exportKey(format, key);
  }

  async importKey(format, keyData, algorithm, extractable, keyUsages) {
    check(this);
    const prefix = enter('importKey', arguments.length, 4);
    format = toFormat(format, prefix, first);
    keyData = format === 'jwk' ? toJwk(keyData, prefix, second) : toBytes(keyData, prefix, second);
    algorithm = toAlgorithm(algorithm, prefix, third);
    keyUsages = toUsages(keyUsages, prefix, '5th argument');
    return importKey(format, keyData, normalize(algorithm, 'importKey'), Boolean(extractable),
      keyUsages);
  }

  async wrapKey(format, key, wrappingKey, wrapAlgorithm) {
    check(this);
    const prefix = enter('wrapKey', arguments.length, 4);
    format = toFormat(format, prefix, first);
    key = toKey(key, prefix, second);
    wrappingKey = toKey(wrappingKey, prefix, third);
    const algorithm = wrapping(toAlgorithm(wrapAlgorithm, prefix, '4th argument'), 'wrapKey',
      'encrypt');
    let data = exportKey(format, key);
    if (format === 'jwk') {
      data = JSON.stringify(data);
      // Only whole units can be wrapped; JSON allows spaces.
      if (algorithm.name === 'AES-KW') data = data.padEnd(Math.ceil(data.length / 8) * 8, ' ');
    }
    return asBuffer(await crypt(true, algorithm, wrappingKey, Buffer.from(data), 'wrapKey'));
  }

  async unwrapKey(format, wrappedKey, unwrappingKey, unwrapAlgorithm, unwrappedKeyAlgorithm,
    extractable, keyUsages) {
    check(this);
    const prefix = enter('unwrapKey', arguments.length, 7);
    format = toFormat(format, prefix, first);
    wrappedKey = toBytes(wrappedKey, prefix, second);
    unwrappingKey = toKey(unwrappingKey, prefix, third);
    const algorithm = wrapping(toAlgorithm(unwrapAlgorithm, prefix, '4th argument'), 'unwrapKey',
      'decrypt');
    unwrappedKeyAlgorithm = toAlgorithm(unwrappedKeyAlgorithm, prefix, '5th argument');
    keyUsages = toUsages(keyUsages, prefix, '7th argument');
    const normal = normalize(unwrappedKeyAlgorithm, 'importKey');
    const bytes = await crypt(false, algorithm, unwrappingKey, wrappedKey, 'unwrapKey');
    return importKey(format, format === 'jwk' ? parseJwk(bytes) : Buffer.from(bytes), normal,
      Boolean(extractable), keyUsages);
  }

  async sign(algorithm, key, data) {
    check(this);
    const prefix = enter('sign', arguments.length, 3);
    algorithm = toAlgorithm(algorithm, prefix, first);
    key = toKey(key, prefix, second);
    data = toBytes(data, prefix, third);
    const normal = normalize(algorithm, 'sign');
    if (!may(key, normal, 'sign')) throw invalidAccess('Unable to use this key to sign');
    return asBuffer(normal.name === 'HMAC' ? await secret().hmacSign(key, data) :
      await pairs().sign(normal, key, data, undefined));
  }

  async verify(algorithm, key, signature, data) {
    check(this);
    const prefix = enter('verify', arguments.length, 4);
    algorithm = toAlgorithm(algorithm, prefix, first);
    key = toKey(key, prefix, second);
    signature = toBytes(signature, prefix, third);
    data = toBytes(data, prefix, '4th argument');
    const normal = normalize(algorithm, 'verify');
    if (!may(key, normal, 'verify')) throw invalidAccess('Unable to use this key to verify');
    return normal.name === 'HMAC' ? secret().hmacVerify(key, data, signature) :
      pairs().sign(normal, key, data, signature);
  }

  async encrypt(algorithm, key, data) {
    check(this);
    const prefix = enter('encrypt', arguments.length, 3);
    algorithm = toAlgorithm(algorithm, prefix, first);
    key = toKey(key, prefix, second);
    data = toBytes(data, prefix, third);
    return asBuffer(await crypt(true, normalize(algorithm, 'encrypt'), key, data, 'encrypt'));
  }

  async decrypt(algorithm, key, data) {
    check(this);
    const prefix = enter('decrypt', arguments.length, 3);
    algorithm = toAlgorithm(algorithm, prefix, first);
    key = toKey(key, prefix, second);
    data = toBytes(data, prefix, third);
    return asBuffer(await crypt(false, normalize(algorithm, 'decrypt'), key, data, 'decrypt'));
  }
}

function parseJwk(bytes) {
  try {
    return toJwk(JSON.parse(Buffer.from(bytes).toString()), 'Failed to unwrap', 'the key');
  } catch (error) {
    throw domError('Invalid wrapped JWK key', 'DataError', error);
  }
}

class Crypto {
  #made = true;

  constructor(key) {
    if (key !== inner) throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
  }

  static #check(value) {
    if (typeof value !== 'object' || value === null || !(#made in value)) {
      throw new codes.ERR_INVALID_THIS('Crypto');
    }
  }

  get subtle() {
    Crypto.#check(this);
    return subtle;
  }

  getRandomValues(array) {
    Crypto.#check(this);
    if (arguments.length < 1) {
      throw Object.assign(new TypeError("Failed to execute 'getRandomValues' on 'Crypto': " +
        '1 argument required, but only 0 present.'), { code: 'ERR_MISSING_ARGS' });
    }
    return getRandomValues(array);
  }

  randomUUID() {
    Crypto.#check(this);
    return random.randomUUID();
  }
}

function getRandomValues(array) {
  const name = typedArrayTag.call(array);
  if (name === undefined || name.startsWith('Float')) {
    throw domError('The data argument must be an integer-type TypedArray', 'TypeMismatchError');
  }
  if (array.byteLength > 65536) {
    throw domError('The requested length exceeds 65,536 bytes', 'QuotaExceededError');
  }
  return random.randomFillSync(array);
}

for (const Class of [Crypto, SubtleCrypto]) {
  Object.defineProperty(Class.prototype, Symbol.toStringTag, {
    value: Class.name, configurable: true,
  });
  for (const name of Object.getOwnPropertyNames(Class.prototype)) {
    if (name !== 'constructor') {
      Object.defineProperty(Class.prototype, name, { enumerable: true });
    }
  }
}

Object.defineProperty(Crypto.prototype, 'CryptoKey', {
  value: CryptoKey, writable: true, enumerable: true, configurable: true,
});

const subtle = new SubtleCrypto(made);
const crypto = new Crypto(made);
inner = Symbol('no more');

module.exports = { crypto, Crypto, CryptoKey, getRandomValues, subtle, SubtleCrypto };
