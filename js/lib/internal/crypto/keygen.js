// SPDX-License-Identifier: MIT
// generateKeyPair and generateKey, and their forms without callback.
'use strict';
const { codes } = require('internal/errors');
const {
  validateBuffer, validateFunction, validateInt32, validateInteger, validateObject, validateOneOf,
  validateString, validateUint32,
} = require('internal/validators');
const { native, nativeError, open, runJob } = require('internal/crypto/native');
const { readEncoding } = require('internal/crypto/encoding');
const { PrivateKeyObject, PublicKeyObject, secretKey, writeKey } = require('internal/crypto/keys');
const { jwkOf } = require('internal/crypto/jwk');

const most = 2147483647;

function checkDigest(name, what = '') {
  if (name !== undefined && open().digestSize(name) === 0) {
    throw nativeError('ERR_CRYPTO_INVALID_DIGEST', `Invalid ${what}digest: ${name}`);
  }
}

function rsaParameters(options) {
  validateObject(options, 'options');
  const { modulusLength, publicExponent } = options;
  validateUint32(modulusLength, 'options.modulusLength');
  if (publicExponent !== undefined) validateUint32(publicExponent, 'options.publicExponent');
  return { bits: modulusLength, exponent: publicExponent ?? 0x10001 };
}

// An option that had another name, which is still heeded.
function renamed(options, name, old, validate) {
  const value = options[name];
  const oldValue = options[old];
  if (value !== undefined) validate(value, `options.${name}`);
  if (oldValue === undefined) return value;
  process.emitWarning(`"options.${old}" is deprecated, use "options.${name}" instead.`,
    'DeprecationWarning', 'DEP0154');
  validate(oldValue, `options.${old}`);
  if (value !== undefined && oldValue !== value) {
    throw new codes.ERR_INVALID_ARG_VALUE(`options.${old}`, oldValue);
  }
  return oldValue;
}

function pssParameters(options) {
  const parameters = rsaParameters(options);
  const { saltLength } = options;
  if (saltLength !== undefined) validateInt32(saltLength, 'options.saltLength', 0);
  const digest = renamed(options, 'hashAlgorithm', 'hash', validateString);
  const maskDigest = renamed(options, 'mgf1HashAlgorithm', 'mgf1Hash', validateString);
  checkDigest(digest);
  checkDigest(maskDigest, 'MGF1 ');
  return { ...parameters, digest, maskDigest, salt: saltLength };
}

function dsaParameters(options) {
  validateObject(options, 'options');
  const { modulusLength, divisorLength } = options;
  validateUint32(modulusLength, 'options.modulusLength');
  if (divisorLength !== undefined) validateInt32(divisorLength, 'options.divisorLength', 0);
  return { bits: modulusLength, divisorBits: divisorLength };
}

function ecParameters(options) {
  validateObject(options, 'options');
  const { namedCurve, paramEncoding } = options;
  validateString(namedCurve, 'options.namedCurve');
  if (paramEncoding !== undefined && paramEncoding !== null && paramEncoding !== 'named' &&
      paramEncoding !== 'explicit') {
    throw new codes.ERR_INVALID_ARG_VALUE('options.paramEncoding', paramEncoding);
  }
  const curve = open().curveNumber(namedCurve);
  if (curve === 0) throw nativeError('ERR_CRYPTO_INVALID_CURVE');
  return { curve, explicit: paramEncoding === 'explicit' };
}

function dhGroup(options) {
  const { group } = options;
  for (const other of ['prime', 'primeLength', 'generator']) {
    if (options[other] !== undefined && options[other] !== null) {
      throw new codes.ERR_INCOMPATIBLE_OPTION_PAIR('group', other);
    }
  }
  validateString(group, 'options.group');
  const prime = open().groupPrime(group);
  if (prime === undefined) throw nativeError('ERR_CRYPTO_UNKNOWN_DH_GROUP');
  return { prime, generator: 2 };
}

function dhParameters(options) {
  validateObject(options, 'options');
  const { group, primeLength, prime, generator } = options;
  if (group !== undefined && group !== null) return dhGroup(options);
  const hasPrime = prime !== undefined && prime !== null;
  if (hasPrime && primeLength !== undefined && primeLength !== null) {
    throw new codes.ERR_INCOMPATIBLE_OPTION_PAIR('prime', 'primeLength');
  }
  if (hasPrime) {
    validateBuffer(prime, 'options.prime');
  } else if (primeLength === undefined || primeLength === null) {
    throw new codes.ERR_MISSING_OPTION(
      'At least one of the group, prime, or primeLength options');
  } else {
    validateInt32(primeLength, 'options.primeLength', 0);
  }
  if (generator !== undefined && generator !== null) {
    validateInt32(generator, 'options.generator', 0);
  }
  return { prime: hasPrime ? prime : undefined, bits: primeLength, generator: generator ?? 2 };
}

const readers = {
  '__proto__': null,
  'rsa': rsaParameters,
  'rsa-pss': pssParameters,
  'dsa': dsaParameters,
  'ec': ecParameters,
  'ed25519': () => ({}),
  'ed448': () => ({}),
  'x25519': () => ({}),
  'x448': () => ({}),
  'dh': dhParameters,
};

// The encoding that one half is wanted in; undefined: as a KeyObject.
function encodingOf(options, keyType, isPublic) {
  const name = isPublic ? 'publicKeyEncoding' : 'privateKeyEncoding';
  const encoding = options[name];
  if (encoding === undefined || encoding === null) return undefined;
  if (typeof encoding !== 'object') {
    throw new codes.ERR_INVALID_ARG_VALUE(`options.${name}`, encoding);
  }
  const read = readEncoding(encoding, keyType, isPublic, name);
  if (read.cipher !== undefined && !open().hasCipher(read.cipher)) {
    throw nativeError('ERR_CRYPTO_UNKNOWN_CIPHER');
  }
  return read;
}

function exported(handle, isPublic, encoding) {
  if (encoding === undefined) {
    return isPublic ? new PublicKeyObject(handle) : new PrivateKeyObject(handle);
  }
  return encoding.format === 'jwk' ? jwkOf(handle) : writeKey(handle, isPublic, encoding);
}

function startPair(type, options, callback) {
  validateString(type, 'type');
  open();
  const read = readers[type];
  if (options !== undefined) validateObject(options, 'options');
  const publicEncoding = options === undefined ? undefined : encodingOf(options, type, true);
  const privateEncoding = options === undefined ? undefined : encodingOf(options, type, false);
  if (read === undefined) {
    throw new codes.ERR_INVALID_ARG_VALUE('type', type, 'must be a supported key type');
  }
  const convert = ([publicHandle, privateHandle]) => ({
    publicKey: exported(publicHandle, true, publicEncoding),
    privateKey: exported(privateHandle, false, privateEncoding),
  });
  return runJob(native.generatePair, [type, read(options)], callback, convert);
}

function generateKeyPair(type, options, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = undefined;
  }
  validateFunction(callback, 'callback');
  startPair(type, options, (error, pair) => {
    if (error) callback(error);
    else callback(null, pair.publicKey, pair.privateKey);
  });
}
Object.defineProperty(generateKeyPair, require('internal/util/promisify').customArgs, {
  value: ['publicKey', 'privateKey'], enumerable: false,
});

function generateKeyPairSync(type, options) {
  return startPair(type, options, undefined);
}

// How many bytes a new secret has.
function secretSize(type, options) {
  validateString(type, 'type');
  validateObject(options, 'options');
  const { length } = options;
  if (type === 'hmac') {
    validateInteger(length, 'options.length', 8, most);
    return Math.floor(length / 8);
  }
  if (type === 'aes') {
    validateOneOf(length, 'options.length', [128, 192, 256]);
    return length / 8;
  }
  throw new codes.ERR_INVALID_ARG_VALUE('type', type, 'must be a supported key type');
}

function generateKey(type, options, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = undefined;
  }
  validateFunction(callback, 'callback');
  const size = secretSize(type, options);
  require('internal/crypto/random').randomBytes(size, (error, bytes) => {
    if (error) {
      callback(error);
      return;
    }
    const key = secretKey(bytes);
    bytes.fill(0);
    callback(null, key);
  });
}

function generateKeySync(type, options) {
  const bytes = require('internal/crypto/random').randomBytes(secretSize(type, options));
  const key = secretKey(bytes);
  bytes.fill(0);
  return key;
}

module.exports = { generateKey, generateKeyPair, generateKeyPairSync, generateKeySync };
