// SPDX-License-Identifier: MIT
// DiffieHellman, DiffieHellmanGroup, ECDH, and the secret that two keys share.
'use strict';
const { Buffer } = require('buffer');
const { codes } = require('internal/errors');
const { validateInt32, validateObject, validateString } =
  require('internal/validators');
const { checkedBytes, isBytes, native, nativeError, open, runJob, shown, toBuffer } =
  require('internal/crypto/native');
const { handleOf } = require('internal/crypto/keys');

const kHandle = Symbol('kHandle');
const standardGenerator = 2;

// The bytes of a number that is not negative.
function numberBytes(number) {
  return Buffer.from(number.toString(16).padStart(8, '0'), 'hex');
}

function generatorBytes(generator, encoding) {
  if (typeof generator === 'number') {
    validateInt32(generator, 'generator');
    return numberBytes(Math.max(generator || standardGenerator, 0));
  }
  if (typeof generator !== 'string' && !isBytes(generator)) {
    throw new codes.ERR_INVALID_ARG_TYPE('generator',
      ['number', 'string', 'ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'], generator);
  }
  return checkedBytes(generator, 'generator', encoding);
}

function show(self, handle) {
  self[kHandle] = handle;
  let checked;
  Object.defineProperty(self, 'verifyError', {
    get() { return checked ??= native.dhCheck(handle); },
    enumerable: true, configurable: true,
  });
}

function DiffieHellman(sizeOrKey, keyEncoding, generator, genEncoding) {
  if (!(this instanceof DiffieHellman)) {
    return new DiffieHellman(sizeOrKey, keyEncoding, generator, genEncoding);
  }
  if (typeof sizeOrKey !== 'number' && typeof sizeOrKey !== 'string' && !isBytes(sizeOrKey)) {
    throw new codes.ERR_INVALID_ARG_TYPE('sizeOrKey',
      ['number', 'string', 'ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'], sizeOrKey);
  }
  if (typeof sizeOrKey === 'number') validateInt32(sizeOrKey, 'sizeOrKey');
  if (keyEncoding && !Buffer.isEncoding(keyEncoding) && keyEncoding !== 'buffer') {
    genEncoding = generator;
    generator = keyEncoding;
    keyEncoding = false;
  }
  if (!generator) generator = standardGenerator;
  const generatorData = generatorBytes(generator, genEncoding);
  open();
  if (typeof sizeOrKey === 'number') {
    const wanted = typeof generator === 'number' ? generator :
      Number(`0x${Buffer.from(generatorData).toString('hex') || 0}`);
    show(this, native.dhGenerate(sizeOrKey, wanted));
  } else {
    show(this, native.dhOf(checkedBytes(sizeOrKey, 'sizeOrKey', keyEncoding), generatorData));
  }
}

function DiffieHellmanGroup(name) {
  if (!(this instanceof DiffieHellmanGroup)) return new DiffieHellmanGroup(name);
  if (typeof name !== 'string') {
    throw Object.assign(new TypeError('Group name must be a string'),
      { code: 'ERR_INVALID_ARG_TYPE' });
  }
  const prime = open().groupPrime(name);
  if (prime === undefined) throw nativeError('ERR_CRYPTO_UNKNOWN_DH_GROUP');
  show(this, native.dhOf(prime, Buffer.from([standardGenerator])));
}

function present(bytes, what) {
  if (bytes === undefined) {
    throw nativeError('ERR_CRYPTO_INVALID_STATE', `No ${what} - did you forget to generate one?`);
  }
  return bytes;
}

const shared = {
  generateKeys(encoding) {
    native.dhKeys(this[kHandle]);
    return this.getPublicKey(encoding);
  },
  computeSecret(key, inputEncoding, outputEncoding) {
    const bytes = checkedBytes(key, 'key', inputEncoding);
    const secret = native.dhSecret(this[kHandle], bytes);
    if (secret === 1) throw nativeError('ERR_CRYPTO_INVALID_KEYTYPE');
    if (secret === 2) throw nativeError('ERR_CRYPTO_INVALID_KEYLEN', 'Supplied key is too small');
    if (secret === 3) throw nativeError('ERR_CRYPTO_INVALID_KEYLEN', 'Supplied key is too large');
    if (typeof secret === 'number') throw nativeError('ERR_CRYPTO_INVALID_KEYTYPE');
    return shown(secret, outputEncoding);
  },
  getPrime(encoding) { return shown(native.dhGet(this[kHandle], 'prime'), encoding); },
  getGenerator(encoding) { return shown(native.dhGet(this[kHandle], 'generator'), encoding); },
  getPublicKey(encoding) {
    return shown(present(native.dhGet(this[kHandle], 'public'), 'public key'), encoding);
  },
  getPrivateKey(encoding) {
    return shown(present(native.dhGet(this[kHandle], 'private'), 'private key'), encoding);
  },
};
Object.assign(DiffieHellman.prototype, shared, {
  setPublicKey(key, encoding) {
    native.dhSet(this[kHandle], false, checkedBytes(key, 'key', encoding));
    return this;
  },
  setPrivateKey(key, encoding) {
    native.dhSet(this[kHandle], true, checkedBytes(key, 'key', encoding));
    return this;
  },
});
Object.assign(DiffieHellmanGroup.prototype, shared);

function ECDH(curve) {
  if (!(this instanceof ECDH)) return new ECDH(curve);
  validateString(curve, 'curve');
  this[kHandle] = open().ecdh(curve);
  if (this[kHandle] === undefined) throw nativeError('ERR_CRYPTO_INVALID_CURVE');
}

// How a point is written, as C numbers it.
function formOf(format) {
  if (!format) return 4;
  if (format === 'compressed') return 2;
  if (format === 'hybrid') return 6;
  if (format === 'uncompressed') return 4;
  throw new codes.ERR_CRYPTO_ECDH_INVALID_FORMAT(format);
}

function failed(message) {
  return nativeError('ERR_CRYPTO_OPERATION_FAILED', message);
}

Object.assign(ECDH.prototype, {
  computeSecret(key, inputEncoding, outputEncoding) {
    const bytes = checkedBytes(key, 'key', inputEncoding);
    const secret = native.ecdhSecret(this[kHandle], bytes);
    if (secret === 1) throw nativeError('ERR_CRYPTO_INVALID_KEYPAIR');
    if (secret === 2) throw new codes.ERR_CRYPTO_ECDH_INVALID_PUBLIC_KEY();
    if (typeof secret === 'number') throw failed('Failed to compute ECDH key');
    return shown(secret, outputEncoding);
  },
  setPrivateKey(key, encoding) {
    if (!native.ecdhSetPrivate(this[kHandle], checkedBytes(key, 'key', encoding))) {
      throw nativeError('ERR_CRYPTO_INVALID_KEYTYPE',
        'Private key is not valid for specified curve.');
    }
  },
  setPublicKey(key, encoding) {
    if (!native.ecdhSetPublic(this[kHandle], checkedBytes(key, 'key', encoding))) {
      throw failed('Failed to convert Buffer to EC_POINT');
    }
  },
  generateKeys(encoding, format) {
    native.ecdhKeys(this[kHandle]);
    return this.getPublicKey(encoding, format);
  },
  getPublicKey(encoding, format) {
    const form = formOf(format);
    const bytes = native.ecdhPublic(this[kHandle], form);
    if (bytes === undefined) throw failed('Failed to get ECDH public key');
    return shown(bytes, encoding);
  },
  getPrivateKey(encoding) {
    const bytes = native.ecdhPrivate(this[kHandle]);
    if (bytes === undefined) throw failed('Failed to get ECDH private key');
    return shown(bytes, encoding);
  },
});

ECDH.convertKey = function convertKey(key, curve, inEnc, outEnc, format) {
  validateString(curve, 'curve');
  const bytes = checkedBytes(key, 'key', inEnc);
  const form = formOf(format);
  const converted = open().ecdhConvert(bytes, curve, form);
  if (converted === false) throw nativeError('ERR_CRYPTO_INVALID_CURVE');
  if (converted === undefined) throw failed('Failed to convert Buffer to EC_POINT');
  return shown(converted, outEnc);
};

const sharing = new Set(['dh', 'ec', 'x448', 'x25519']);

function diffieHellman(options) {
  validateObject(options, 'options');
  const { privateKey, publicKey } = options;
  if (handleOf(privateKey) === undefined) {
    throw new codes.ERR_INVALID_ARG_VALUE('options.privateKey', privateKey);
  }
  if (handleOf(publicKey) === undefined) {
    throw new codes.ERR_INVALID_ARG_VALUE('options.publicKey', publicKey);
  }
  if (privateKey.type !== 'private') {
    throw new codes.ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE(privateKey.type, 'private');
  }
  if (publicKey.type !== 'public' && publicKey.type !== 'private') {
    throw new codes.ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE(publicKey.type, 'private or public');
  }
  const privateType = privateKey.asymmetricKeyType;
  const publicType = publicKey.asymmetricKeyType;
  if (privateType !== publicType || !sharing.has(privateType)) {
    throw new codes.ERR_CRYPTO_INCOMPATIBLE_KEY('key types for Diffie-Hellman',
      `${privateType} and ${publicType}`);
  }
  return runJob(native.sharedSecret, [handleOf(privateKey), handleOf(publicKey)],
    undefined, toBuffer);
}

let names;

function getCurves() {
  if (names === undefined) {
    const found = new Map();
    for (const name of open().curves()) {
      const key = name.toLowerCase();
      if (!found.has(key) || name === key) found.set(key, name);
    }
    names = [...found.values()].sort();
  }
  return names.slice();
}

module.exports = { DiffieHellman, DiffieHellmanGroup, diffieHellman, ECDH, getCurves };
