// SPDX-License-Identifier: MIT
// KeyObject: secret, public and private keys, and the other forms in which programs pass keys.
'use strict';
const { Buffer } = require('buffer');
const { codes } = require('internal/errors');
const { validateEncoding, validateObject, validateOneOf, validateString } =
  require('internal/validators');
const { bytesOf, isBytes, native, nativeError, open, toBuffer } = require('internal/crypto/native');
const { isStringOrBytes, readEncoding } = require('internal/crypto/encoding');
const { kClone } = require('internal/structured_clone');

const kKeyType = Symbol('kKeyType');
const kAsymmetricKeyType = Symbol('kAsymmetricKeyType');
const kAsymmetricKeyDetails = Symbol('kAsymmetricKeyDetails');
let webKeyOf = () => undefined; // the KeyObject in a CryptoKey, once there can be any
let handleOf; // what C knows the key by, undefined if it is no KeyObject

// The same of a method's object, which has to be a key.
function ownHandle(value) {
  const handle = handleOf(value);
  if (handle === undefined) throw new TypeError('Illegal invocation');
  return handle;
}

class KeyObject {
  #handle;

  constructor(type, handle) {
    if (type !== 'secret' && type !== 'public' && type !== 'private') {
      throw new codes.ERR_INVALID_ARG_VALUE('type', type);
    }
    if (!open().keyIs(handle)) {
      throw new codes.ERR_INVALID_ARG_TYPE('handle', 'object', handle);
    }
    this[kKeyType] = type;
    this.#handle = handle;
  }

  static from(key) {
    const inner = webKeyOf(key);
    if (inner === undefined) throw new codes.ERR_INVALID_ARG_TYPE('key', 'CryptoKey', key);
    return inner;
  }

  static {
    handleOf = (value) => (typeof value === 'object' && value !== null && #handle in value ?
      value.#handle : undefined);
  }

  get type() { return this[kKeyType]; }

  equals(other) {
    const handle = handleOf(other);
    if (handle === undefined) {
      throw new codes.ERR_INVALID_ARG_TYPE('otherKeyObject', 'KeyObject', other);
    }
    if (other.type !== this.type) return false;
    const equal = native.keyEqual(this.#handle, handle);
    if (equal === undefined) throw nativeError('ERR_CRYPTO_UNSUPPORTED_OPERATION');
    return equal;
  }
}
Object.defineProperty(KeyObject.prototype, Symbol.toStringTag, {
  value: 'KeyObject', configurable: true,
});
// A message may go to another thread, which has its own handles: it takes the key's bytes.
const encodings = {
  __proto__: null,
  secret: undefined,
  public: { type: 'spki', format: 'der' },
  private: { type: 'pkcs8', format: 'der' },
};
Object.defineProperty(KeyObject.prototype, kClone, {
  value() {
    const { type } = this;
    return { data: { type, bytes: new Uint8Array(this.export(encodings[type])) },
      deserializeInfo: 'internal/crypto/keys:ClonedKey' };
  },
});

const ClonedKey = {
  revive({ type, bytes }) {
    const key = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const made = type === 'secret' ? createSecretKey(key) :
      (type === 'public' ? createPublicKey : createPrivateKey)({ key, ...encodings[type] });
    key.fill(0);
    return made;
  },
};

class SecretKeyObject extends KeyObject {
  constructor(handle) { super('secret', handle); }

  get symmetricKeySize() { return native.keySize(ownHandle(this)); }

  export(options) {
    if (options !== undefined) {
      validateObject(options, 'options');
      validateOneOf(options.format, 'options.format', [undefined, 'buffer', 'jwk']);
      if (options.format === 'jwk') {
        return { kty: 'oct', k: secretOf(this).toString('base64url') };
      }
    }
    return secretOf(this);
  }
}

function detailsOf(handle) {
  const details = native.keyDetails(handle);
  if (details.publicExponent !== undefined) {
    const digits = toBuffer(details.publicExponent).toString('hex') || '0';
    details.publicExponent = BigInt(`0x${digits}`);
  }
  return details;
}

class AsymmetricKeyObject extends KeyObject {
  get asymmetricKeyType() {
    return this[kAsymmetricKeyType] ??= native.keyName(ownHandle(this));
  }

  get asymmetricKeyDetails() {
    switch (this.asymmetricKeyType) {
      case 'rsa':
      case 'rsa-pss':
      case 'dsa':
      case 'ec':
        this[kAsymmetricKeyDetails] ??= detailsOf(ownHandle(this));
        return { ...this[kAsymmetricKeyDetails] };
      default:
        return {};
    }
  }
}

class PublicKeyObject extends AsymmetricKeyObject {
  constructor(handle) { super('public', handle); }

  export(options) {
    if (options?.format === 'jwk') return require('internal/crypto/jwk').jwkOf(ownHandle(this));
    return writeKey(ownHandle(this), true, readEncoding(options, this.asymmetricKeyType, true));
  }
}

class PrivateKeyObject extends AsymmetricKeyObject {
  constructor(handle) { super('private', handle); }

  export(options) {
    if (options?.format === 'jwk') {
      if (options.passphrase !== undefined) {
        throw new codes.ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS('jwk', 'does not support encryption');
      }
      return require('internal/crypto/jwk').jwkOf(ownHandle(this));
    }
    return writeKey(ownHandle(this), false, readEncoding(options, this.asymmetricKeyType, false));
  }
}

function writeKey(handle, isPublic, { format, type, cipher, passphrase }) {
  if (cipher !== undefined && !native.hasCipher(cipher)) {
    throw nativeError('ERR_CRYPTO_UNKNOWN_CIPHER');
  }
  const written = native.keyWrite(handle, isPublic, format === 'pem', type, cipher, passphrase);
  return typeof written === 'string' ? written : toBuffer(written);
}

function secretOf(key) {
  return toBuffer(native.keyBytes(ownHandle(key)));
}

// What keys are wanted for.
const kConsumePublic = 0;
const kConsumePrivate = 1;
const kCreatePublic = 2;
const kCreatePrivate = 3;
const kConsumeEither = 4; // a KeyObject has to be private; what is read may be any

const byteKinds = ['ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'];

function kindsFor(use) {
  return use === kCreatePrivate ? [...byteKinds, 'string'] :
    [...byteKinds, 'string', 'KeyObject', 'CryptoKey'];
}

function checkedHandle(key, use) {
  if (use === kCreatePrivate) {
    throw new codes.ERR_INVALID_ARG_TYPE('key', ['string', ...byteKinds], key);
  }
  if (key.type !== 'private') {
    if (use !== kConsumePublic) {
      throw new codes.ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE(key.type, 'private');
    }
    if (key.type !== 'public') {
      throw new codes.ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE(key.type, 'private or public');
    }
  }
  return handleOf(key);
}

// The KeyObject that a value is, or that is in a CryptoKey.
function keyObjectIn(value) {
  if (typeof value !== 'object' || value === null) return undefined;
  return handleOf(value) === undefined ? webKeyOf(value) : value;
}

function parse(data, use, { format = 'pem', type, passphrase }) {
  const isPrivate = use === kConsumePrivate || use === kCreatePrivate;
  const handle = open().keyRead(isPrivate, data, format === 'pem', type, passphrase);
  if (handle === undefined) throw nativeError('ERR_MISSING_PASSPHRASE');
  return handle;
}

// What C knows the key by, of anything that a program may give as one.
function asymmetricHandle(key, use) {
  return laterHandle(key, use)();
}

// The same as a function, which reads the key; what a program gave is checked before.
function laterHandle(key, use) {
  const object = keyObjectIn(key);
  if (object !== undefined) return same(checkedHandle(object, use));
  if (isStringOrBytes(key)) return () => parse(bytesOf(key), use, {});
  if (typeof key !== 'object' || key === null) {
    throw new codes.ERR_INVALID_ARG_TYPE('key', kindsFor(use), key);
  }
  const { key: data, encoding, format } = key;
  const inner = keyObjectIn(data);
  if (inner !== undefined) return same(checkedHandle(inner, use));
  const wantsPrivate = use !== kConsumePublic && use !== kCreatePublic;
  if (format === 'jwk') {
    validateObject(data, 'key.key');
    return same(require('internal/crypto/jwk').handleFromJwk(data, !wantsPrivate));
  }
  if (!isStringOrBytes(data)) {
    throw new codes.ERR_INVALID_ARG_TYPE('key.key', kindsFor(use), data);
  }
  const form = readEncoding(key, undefined, wantsPrivate ? false : undefined);
  return () => parse(bytesOf(data, encoding), use, form);
}

function same(handle) {
  return () => handle;
}

function createSecretKey(key, encoding) {
  if (typeof key === 'string') {
    if (encoding !== undefined) {
      validateString(encoding, 'encoding');
      validateEncoding(key, encoding);
    }
    return secretKey(Buffer.from(key, encoding));
  }
  if (!isBytes(key)) throw new codes.ERR_INVALID_ARG_TYPE('key', byteKinds, key);
  return secretKey(bytesOf(key));
}

function secretKey(bytes) {
  return new SecretKeyObject(open().keySecret(bytes));
}

function createPublicKey(key) {
  open();
  return new PublicKeyObject(native.keyPublic(asymmetricHandle(key, kCreatePublic)));
}

function createPrivateKey(key) {
  open();
  return new PrivateKeyObject(asymmetricHandle(key, kCreatePrivate));
}

const secretKinds = ['ArrayBuffer', 'Buffer', 'TypedArray', 'DataView', 'string', 'KeyObject',
  'CryptoKey'];

// The bytes of a secret key in any form it may be given in.
function keyBytes(key, encoding, name = 'key', kinds = secretKinds) {
  const object = keyObjectIn(key);
  if (object !== undefined) {
    if (object.type !== 'secret') {
      throw new codes.ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE(object.type, 'secret');
    }
    return secretOf(object);
  }
  if (!isStringOrBytes(key)) throw new codes.ERR_INVALID_ARG_TYPE(name, kinds, key);
  return bytesOf(key, encoding);
}

module.exports = {
  asymmetricHandle, ClonedKey, createPrivateKey, createPublicKey, createSecretKey, handleOf,
  kConsumeEither, kConsumePrivate, kConsumePublic, keyBytes, KeyObject, laterHandle,
  PrivateKeyObject, PublicKeyObject, secretKey, secretOf,
  setWebKeys(find) { webKeyOf = find; }, writeKey,
};
