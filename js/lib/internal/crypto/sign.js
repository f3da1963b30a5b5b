// SPDX-License-Identifier: MIT
// Sign and Verify over data that comes in pieces; sign() and verify() over data as a whole.
'use strict';
const { Writable } = require('stream');
const { Buffer } = require('buffer');
const { codes } = require('internal/errors');
const { validateEncoding, validateFunction, validateString } = require('internal/validators');
const {
  bytesOf, checkedBytes, isBytes, native, nativeError, open, runJob, shown, toBuffer,
} = require('internal/crypto/native');
const { kConsumePrivate, kConsumePublic, laterHandle } = require('internal/crypto/keys');

const kHash = Symbol('kHandle');
const kDigestName = Symbol('kDigestName');
const dataKinds = ['string', 'Buffer', 'TypedArray', 'DataView'];

function start(self, algorithm, options) {
  validateString(algorithm, 'algorithm');
  if (algorithm === 'dss1' || algorithm === 'DSS1') algorithm = 'SHA1'; // of old
  self[kHash] = open().hash(algorithm);
  if (self[kHash] === undefined) throw nativeError('ERR_CRYPTO_INVALID_DIGEST');
  self[kDigestName] = algorithm;
  Reflect.apply(Writable, self, [options]);
}

function Sign(algorithm, options) {
  if (!(this instanceof Sign)) return new Sign(algorithm, options);
  start(this, algorithm, options);
}

function Verify(algorithm, options) {
  if (!(this instanceof Verify)) return new Verify(algorithm, options);
  start(this, algorithm, options);
}

function uninitialised() {
  return nativeError('ERR_CRYPTO_INVALID_STATE', 'Not initialised');
}

// Of what none of the two classes has made.
function checkMade(self, method) {
  if (kHash in self) return;
  throw new TypeError(`Cannot read properties of undefined (reading '${method}')`);
}

function add(self, data) {
  checkMade(self, 'update');
  if (self[kHash] === undefined) throw uninitialised();
  if (!native.update(self[kHash], data)) throw new Error('EVP_SignUpdate failed');
}

// The digest of all data: nothing can be added any more.
function finish(self) {
  if (self[kHash] === undefined) throw uninitialised();
  const digest = Buffer.allocUnsafeSlow(Math.abs(native.size(self[kHash])));
  if (!native.digest(self[kHash], digest)) throw native.takeError('EVP_DigestFinal_ex failed');
  self[kHash] = undefined;
  return digest;
}

// Kinds of keys that sign data and no digests.
function checkDigestible(handle) {
  const name = native.keyName(handle);
  if (name === 'ed25519' || name === 'ed448') {
    throw nativeError('ERR_CRYPTO_UNSUPPORTED_OPERATION', 'Unsupported crypto operation');
  }
}

function intOption(options, name) {
  const value = options[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'number' || value !== value >> 0) {
    throw new codes.ERR_INVALID_ARG_VALUE(`options.${name}`, value);
  }
  return value;
}

// [padding, length of the salt, whether a signature is two numbers in a row].
function mannerOf(options) {
  const given = typeof options === 'object' && options !== null ? options : {};
  const padding = intOption(given, 'padding');
  const salt = intOption(given, 'saltLength');
  const { dsaEncoding } = given;
  if (dsaEncoding !== undefined && dsaEncoding !== 'der' && dsaEncoding !== 'ieee-p1363') {
    throw new codes.ERR_INVALID_ARG_VALUE('options.dsaEncoding', dsaEncoding);
  }
  return [padding, salt, dsaEncoding === 'ieee-p1363'];
}

// The same as C takes it, with how many bytes each of those numbers has; 0: it is DER.
function forKey([padding, salt, isFlat], handle) {
  return [padding, salt, isFlat ? native.keyOrder(handle) : 0];
}

function update(data, encoding) {
  if (typeof data === 'string') {
    validateEncoding(data, encoding);
    data = Buffer.from(data, Buffer.isEncoding(encoding) ? encoding : 'utf8');
  } else if (!ArrayBuffer.isView(data)) {
    throw new codes.ERR_INVALID_ARG_TYPE('data', dataKinds, data);
  }
  add(this, data);
  return this;
}

function _write(chunk, encoding, callback) {
  this.update(chunk, encoding);
  callback();
}

for (const Class of [Sign, Verify]) {
  Object.setPrototypeOf(Class.prototype, Writable.prototype);
  Object.setPrototypeOf(Class, Writable);
  Object.assign(Class.prototype, { _write, update });
}

Sign.prototype.sign = function sign(options, encoding) {
  if (!options) throw new codes.ERR_CRYPTO_SIGN_KEY_REQUIRED();
  const read = laterHandle(options, kConsumePrivate);
  const manner = mannerOf(options);
  checkMade(this, 'sign');
  const handle = read();
  checkDigestible(handle);
  const signature = native.signDigest(handle, this[kDigestName], ...forKey(manner, handle),
    finish(this));
  if (signature === undefined) {
    throw nativeError('ERR_CRYPTO_OPERATION_FAILED', 'Malformed signature');
  }
  return shown(signature, encoding);
};

Verify.prototype.verify = function verify(options, signature, encoding) {
  const read = laterHandle(options, kConsumePublic);
  const manner = mannerOf(options);
  const bytes = checkedBytes(signature, 'signature', encoding);
  checkMade(this, 'verify');
  const handle = read();
  checkDigestible(handle);
  return native.verifyDigest(handle, this[kDigestName], ...forKey(manner, handle), finish(this),
    bytes);
};

function checkAlgorithm(algorithm) {
  if (algorithm === null || algorithm === undefined) return undefined;
  validateString(algorithm, 'algorithm');
  if (open().digestSize(algorithm) === 0) {
    throw nativeError('ERR_CRYPTO_INVALID_DIGEST', `Invalid digest: ${algorithm}`);
  }
  return algorithm;
}

function signOneShot(algorithm, data, key, callback) {
  if (algorithm !== null && algorithm !== undefined) validateString(algorithm, 'algorithm');
  if (callback !== undefined) validateFunction(callback, 'callback');
  const bytes = checkedBytes(data, 'data');
  if (!key) throw new codes.ERR_CRYPTO_SIGN_KEY_REQUIRED();
  const read = laterHandle(key, kConsumePrivate);
  const manner = mannerOf(key);
  const handle = read();
  const digest = checkAlgorithm(algorithm);
  const [padding, salt, order] = forKey(manner, handle);
  if (callback === undefined) return signNow(handle, digest, padding, salt, order, bytes);
  return runJob(native.signData,
    [handle, digest, padding, salt, order, bytes, undefined], callback, toBuffer);
}

function signNow(handle, digest, padding, salt, order, bytes) {
  const room = Buffer.allocUnsafeSlow(native.signatureSize(handle, order));
  const size = native.signNow(handle, digest, padding, salt, order, bytes, room);
  if (size < 0) throw native.takeError('Signing failed');
  if (size === room.length) return room;
  const exact = Buffer.allocUnsafeSlow(size);
  exact.set(room.subarray(0, size));
  return exact;
}

function verifyOneShot(algorithm, data, key, signature, callback) {
  if (algorithm !== null && algorithm !== undefined) validateString(algorithm, 'algorithm');
  if (callback !== undefined) validateFunction(callback, 'callback');
  const bytes = checkedBytes(data, 'data');
  if (!isBytes(signature)) {
    throw new codes.ERR_INVALID_ARG_TYPE('signature', ['Buffer', 'TypedArray', 'DataView'],
      signature);
  }
  const read = laterHandle(key, kConsumePublic);
  const manner = mannerOf(key);
  const handle = read();
  const digest = checkAlgorithm(algorithm);
  const [padding, salt, order] = forKey(manner, handle);
  if (callback === undefined) {
    const right = native.verifyNow(handle, digest, padding, salt, order, bytes,
      bytesOf(signature));
    if (right < 0) throw native.takeError('Verification failed');
    return right === 1;
  }
  return runJob(native.signData,
    [handle, digest, padding, salt, order, bytes, bytesOf(signature)], callback);
}

module.exports = { Sign, signOneShot, Verify, verifyOneShot };
