// SPDX-License-Identifier: MIT
// crypto: random bytes, hashes, HMACs, derived keys.
'use strict';
const { codes } = require('internal/errors');
const { isAnyBuffer, native } = require('internal/crypto/native');
const { getHashes, hash, Hash, Hmac } = require('internal/crypto/hash');
const { createSecretKey, KeyObject } = require('internal/crypto/keys');
const derived = require('internal/crypto/derive');
const random = require('internal/crypto/random');

function createHash(algorithm, options) {
  return new Hash(algorithm, options);
}

function createHmac(hmac, key, options) {
  return new Hmac(hmac, key, options);
}

function timingSafeEqual(buf1, buf2) {
  const views = [buf1, buf2].map((given, i) => {
    if (ArrayBuffer.isView(given)) return given;
    if (isAnyBuffer(given)) return require('internal/buffer/steady').wholeOf(given);
    const error = new codes.ERR_INVALID_ARG_TYPE(`buf${i + 1}`,
      ['ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'], given);
    error.message = error.message.replace(/ Received .*/s, '');
    throw error;
  });
  if (views[0].byteLength !== views[1].byteLength) {
    throw new codes.ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH();
  }
  return native.equal(views[0], views[1]);
}

function getFips() { return 0; }

function setFips(value) {
  if (value) throw new Error('gyre has no FIPS mode');
}

module.exports = {
  createHash,
  createHmac,
  createSecretKey,
  getHashes,
  hkdf: derived.hkdf,
  hkdfSync: derived.hkdfSync,
  pbkdf2: derived.pbkdf2,
  pbkdf2Sync: derived.pbkdf2Sync,
  randomBytes: random.randomBytes,
  randomFill: random.randomFill,
  randomFillSync: random.randomFillSync,
  randomInt: random.randomInt,
  randomUUID: random.randomUUID,
  scrypt: derived.scrypt,
  scryptSync: derived.scryptSync,
  timingSafeEqual,
  getFips,
  setFips,
  hash,
  Hash,
  Hmac,
  KeyObject,
};

Object.defineProperties(module.exports, {
  fips: { get: getFips, set: setFips, enumerable: false, configurable: false },
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
