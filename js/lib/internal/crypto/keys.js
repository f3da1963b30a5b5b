// SPDX-License-Identifier: MIT
// KeyObject, for secret keys: those of hmac and hkdf.
'use strict';
const { Buffer } = require('buffer');
const { codes } = require('internal/errors');
const { validateObject, validateOneOf, validateString } = require('internal/validators');
const { bytesOf, isAnyBuffer } = require('internal/crypto/native');

const kKeyType = Symbol('kKeyType');
let secretOf; // the bytes within, undefined if it is no KeyObject

class KeyObject {
  #bytes;

  constructor(type, bytes) {
    if (type !== 'secret') {
      throw new codes.ERR_INVALID_ARG_VALUE('type', type);
    }
    if (!ArrayBuffer.isView(bytes)) {
      throw new codes.ERR_INVALID_ARG_TYPE('handle', 'object', bytes);
    }
    this.#bytes = bytes;
    this[kKeyType] = type;
  }

  static from(key) {
    throw new codes.ERR_INVALID_ARG_TYPE('key', 'CryptoKey', key);
  }

  static #secretOf(value) {
    return typeof value === 'object' && value !== null && #bytes in value ?
      value.#bytes : undefined;
  }

  static {
    secretOf = (value) => KeyObject.#secretOf(value);
  }

  get type() { return this[kKeyType]; }

  equals(other) {
    const bytes = secretOf(other);
    if (bytes === undefined) {
      throw new codes.ERR_INVALID_ARG_TYPE('otherKeyObject', 'KeyObject', other);
    }
    return bytes.equals(this.#bytes);
  }
}

class SecretKeyObject extends KeyObject {
  constructor(bytes) { super('secret', bytes); }

  get symmetricKeySize() { return secretOf(this).length; }

  export(options) {
    if (options !== undefined) {
      validateObject(options, 'options');
      validateOneOf(options.format, 'options.format', [undefined, 'buffer', 'jwk']);
      if (options.format === 'jwk') {
        return { kty: 'oct', k: secretOf(this).toString('base64url') };
      }
    }
    return Buffer.from(secretOf(this));
  }
}
Object.defineProperty(KeyObject.prototype, Symbol.toStringTag, {
  value: 'KeyObject', configurable: true,
});

function createSecretKey(key, encoding) {
  const kinds = ['ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'];
  if (typeof key === 'string') {
    if (encoding !== undefined) validateString(encoding, 'encoding');
    return new SecretKeyObject(Buffer.from(key, encoding));
  }
  if (!ArrayBuffer.isView(key) && !isAnyBuffer(key)) {
    throw new codes.ERR_INVALID_ARG_TYPE('key', kinds, key);
  }
  return new SecretKeyObject(copyBytes(key));
}

function copyBytes(data) {
  const view = ArrayBuffer.isView(data) ?
    new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data);
  return Buffer.from(view);
}

const keyKinds = ['ArrayBuffer', 'Buffer', 'TypedArray', 'DataView', 'string', 'KeyObject',
  'CryptoKey'];

// The bytes of a secret key in any form it may be given in.
function keyBytes(key, encoding, name = 'key', kinds = keyKinds) {
  const secret = secretOf(key);
  if (secret !== undefined) return secret;
  if (typeof key !== 'string' && !ArrayBuffer.isView(key) && !isAnyBuffer(key)) {
    throw new codes.ERR_INVALID_ARG_TYPE(name, kinds, key);
  }
  return bytesOf(key, encoding);
}

module.exports = { createSecretKey, keyBytes, KeyObject };
