// SPDX-License-Identifier: MIT
// crypto. Its parts are loaded on first use.
'use strict';
const { codes } = require('internal/errors');
const { validateString } = require('internal/validators');
const { isAnyBuffer, native, nativeError, open } = require('internal/crypto/native');
const { deprecate } = require('internal/util/deprecate');

function timingSafeEqual(buf1, buf2) {
  const left = viewOf(buf1, 'buf1');
  const right = viewOf(buf2, 'buf2');
  if (left.byteLength !== right.byteLength) {
    throw nativeError('ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH');
  }
  return open().equal(left, right);
}

function viewOf(given, name) {
  if (ArrayBuffer.isView(given)) return given;
  if (isAnyBuffer(given)) return require('internal/buffer/steady').wholeOf(given);
  throw nativeError('ERR_INVALID_ARG_TYPE', `The "${name}" argument must be an instance of ` +
    'ArrayBuffer, Buffer, TypedArray, or DataView.');
}

function getFips() { return open().fips(undefined); }

// As in Node: whether there is anything that fits is seen when it is used.
function setFips(value) {
  open().fips(Boolean(value));
  forgetWorking();
}

// OpenSSL's engines are obsolete: gyre loads none.
function setEngine(id, flags) {
  validateString(id, 'id');
  if (flags !== undefined && typeof flags !== 'number') {
    throw new codes.ERR_INVALID_ARG_TYPE('flags', 'number', flags);
  }
  throw new codes.ERR_CRYPTO_ENGINE_UNKNOWN(id);
}

// The heap for secrets, if --secure-heap asked for one.
function secureHeapUsed() {
  return require('internal/crypto/heap').used();
}

const { forgetWorking, getHashes, hash, Hash, Hmac } = require('internal/crypto/hash');
const { createPrivateKey, createPublicKey, createSecretKey, KeyObject } =
  require('internal/crypto/keys');
const derived = require('internal/crypto/derive');
const random = require('internal/crypto/random');

const cipher = 'internal/crypto/cipher';
const dh = 'internal/crypto/dh';
const generate = 'internal/crypto/keygen';
const prime = 'internal/crypto/prime';
const rsa = 'internal/crypto/rsa';
const signing = 'internal/crypto/sign';

// Functions that some call with `new`, as they can be in Node.
function withLength(fn, length) {
  return Object.defineProperty(fn, 'length', { value: length, configurable: true });
}

// A function of a file that is loaded with its first call; `length` is its number of parameters.
function of(file, length, name, inner = name) {
  return withLength(
    { [name]: function(...args) { return Reflect.apply(require(file)[inner], undefined, args); } }[
      name], length);
}

// A function that makes an object of such a file's class.
function maker(file, length, name, className) {
  return withLength(
    { [name]: function(...args) { return new (require(file)[className])(...args); } }[name],
    length);
}

const generateKeyPair = of(generate, 3, 'generateKeyPair');
Object.defineProperty(generateKeyPair, require('internal/util/promisify').customArgs, {
  value: ['publicKey', 'privateKey'],
});

module.exports = {
  checkPrime: of(prime, 1, 'checkPrime'),
  checkPrimeSync: of(prime, 1, 'checkPrimeSync'),
  createCipheriv: maker(cipher, 4, 'createCipheriv', 'Cipheriv'),
  createDecipheriv: maker(cipher, 4, 'createDecipheriv', 'Decipheriv'),
  createDiffieHellman: maker(dh, 4, 'createDiffieHellman', 'DiffieHellman'),
  createDiffieHellmanGroup: maker(dh, 1, 'createDiffieHellmanGroup', 'DiffieHellmanGroup'),
  createECDH: maker(dh, 1, 'createECDH', 'ECDH'),
  createHash: function createHash(algorithm, options) { return new Hash(algorithm, options); },
  createHmac: function createHmac(hmac, key, options) { return new Hmac(hmac, key, options); },
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  createSign: maker(signing, 2, 'createSign', 'Sign'),
  createVerify: maker(signing, 2, 'createVerify', 'Verify'),
  diffieHellman: of(dh, 1, 'diffieHellman'),
  generatePrime: of(prime, 3, 'generatePrime'),
  generatePrimeSync: of(prime, 1, 'generatePrimeSync'),
  getCiphers: of(cipher, 0, 'getCiphers'),
  getCipherInfo: of(cipher, 2, 'getCipherInfo'),
  getCurves: of(dh, 0, 'getCurves'),
  getDiffieHellman: maker(dh, 1, 'createDiffieHellmanGroup', 'DiffieHellmanGroup'),
  getHashes,
  hkdf: derived.hkdf,
  hkdfSync: derived.hkdfSync,
  pbkdf2: derived.pbkdf2,
  pbkdf2Sync: derived.pbkdf2Sync,
  generateKeyPair,
  generateKeyPairSync: of(generate, 2, 'generateKeyPairSync'),
  generateKey: of(generate, 3, 'generateKey'),
  generateKeySync: of(generate, 2, 'generateKeySync'),
  privateDecrypt: of(rsa, 0, 'privateDecrypt'),
  privateEncrypt: of(rsa, 0, 'privateEncrypt'),
  publicDecrypt: of(rsa, 0, 'publicDecrypt'),
  publicEncrypt: of(rsa, 0, 'publicEncrypt'),
  randomBytes: random.randomBytes,
  randomFill: random.randomFill,
  randomFillSync: random.randomFillSync,
  randomInt: random.randomInt,
  randomUUID: random.randomUUID,
  scrypt: derived.scrypt,
  scryptSync: derived.scryptSync,
  sign: of(signing, 4, 'sign', 'signOneShot'),
  setEngine,
  timingSafeEqual,
  getFips,
  setFips,
  verify: of(signing, 5, 'verify', 'verifyOneShot'),
  hash,
};

// Classes of files that are loaded when they are first asked for.
function lazyClass(name, file, enumerable = true) {
  const define = (value) => Object.defineProperty(module.exports, name, {
    value, writable: true, enumerable, configurable: true,
  });
  Object.defineProperty(module.exports, name, {
    get() {
      define(require(file)[name]);
      return module.exports[name];
    },
    set: define,
    enumerable,
    configurable: true,
  });
}

lazyClass('Certificate', 'internal/crypto/certificate');
for (const name of ['Cipher', 'Cipheriv', 'Decipher', 'Decipheriv']) lazyClass(name, cipher);
for (const name of ['DiffieHellman', 'DiffieHellmanGroup', 'ECDH']) lazyClass(name, dh);
Object.assign(module.exports, { Hash, Hmac, KeyObject });
for (const name of ['Sign', 'Verify']) lazyClass(name, signing);
lazyClass('X509Certificate', 'internal/crypto/x509');
module.exports.secureHeapUsed = secureHeapUsed;

Object.defineProperties(module.exports, {
  fips: { get: getFips, set: setFips, enumerable: false, configurable: false },
  createCipher: {
    value: deprecate(maker(cipher, 3, 'createCipher', 'Cipher'),
      'crypto.createCipher is deprecated.', 'DEP0106'),
    enumerable: false, configurable: true,
  },
  createDecipher: {
    value: deprecate(maker(cipher, 3, 'createDecipher', 'Decipher'),
      'crypto.createDecipher is deprecated.', 'DEP0106'),
    enumerable: false, configurable: true,
  },
  constants: {
    value: require('internal/crypto/constants'), enumerable: true, writable: false,
  },
  webcrypto: {
    get() { return require('internal/crypto/web').crypto; },
    set: undefined, enumerable: true, configurable: false,
  },
  subtle: {
    get() { return require('internal/crypto/web').subtle; },
    set: undefined, enumerable: true, configurable: false,
  },
  getRandomValues: {
    get() { return require('internal/crypto/web').getRandomValues; },
    set: undefined, enumerable: true, configurable: false,
  },
});
for (const name of ['prng', 'pseudoRandomBytes', 'rng']) {
  Object.defineProperty(module.exports, name, {
    value: random.randomBytes, writable: true, enumerable: false, configurable: true,
  });
}
