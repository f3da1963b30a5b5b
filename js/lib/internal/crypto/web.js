// SPDX-License-Identifier: MIT
// Web Crypto, as far as it goes: crypto.getRandomValues, randomUUID, subtle.digest. The other
// methods of SubtleCrypto reject.
'use strict';
const { codes } = require('internal/errors');
const { copyOf, isAnyBuffer, native, open } = require('internal/crypto/native');
const random = require('internal/crypto/random');

const made = Symbol('made');
let inner = made;

function domError(message, name) {
  const { DOMException } = require('internal/dom_exception');
  return new DOMException(message, name);
}

class SubtleCrypto {
  constructor(key) {
    if (key !== inner) throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
  }

  async digest(algorithm, data) {
    if (!(this instanceof SubtleCrypto)) throw new codes.ERR_INVALID_THIS('SubtleCrypto');
    const prefix = "Failed to execute 'digest' on 'SubtleCrypto': ";
    if (arguments.length < 2) {
      throw coded(`${prefix}2 arguments required, but only ${arguments.length} present.`,
        'ERR_MISSING_ARGS');
    }
    const named = typeof algorithm === 'object' && algorithm !== null ? algorithm.name : algorithm;
    const name = digests[`${named}`.toUpperCase()];
    if (!ArrayBuffer.isView(data) && !isAnyBuffer(data)) {
      throw coded(`${prefix}2nd argument is not instance of ArrayBuffer, Buffer, TypedArray, ` +
        'or DataView.', 'ERR_INVALID_ARG_TYPE');
    }
    if (name === undefined) throw domError('Unrecognized algorithm name', 'NotSupportedError');
    return digest(name, copyOf(data, 'data'));
  }
}

const digests = { '__proto__': null,
  'SHA-1': 'SHA1', 'SHA-256': 'SHA256', 'SHA-384': 'SHA384', 'SHA-512': 'SHA512' };

function coded(message, code) {
  return Object.assign(new TypeError(message), { code });
}

function digest(name, data) {
  const out = new Uint8Array(open().digestSize(name));
  const none = new Uint8Array(0);
  return new Promise((resolve, reject) => {
    native.derive(native.DIGEST, name, [out, data, none, none], [], (ok) => {
      if (ok) resolve(out.buffer);
      else reject(domError('The operation failed', 'OperationError'));
    });
  });
}

for (const name of ['encrypt', 'decrypt', 'sign', 'verify', 'generateKey', 'deriveKey',
  'deriveBits', 'importKey', 'exportKey', 'wrapKey', 'unwrapKey']) {
  const method = {
    async [name]() {
      throw domError(`gyre has no SubtleCrypto.${name}`, 'NotSupportedError');
    },
  }[name];
  Object.defineProperty(SubtleCrypto.prototype, name, {
    value: method, writable: true, enumerable: true, configurable: true,
  });
}

class Crypto {
  constructor(key) {
    if (key !== inner) throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
  }

  get subtle() {
    if (!(this instanceof Crypto)) throw new codes.ERR_INVALID_THIS('Crypto');
    return subtle;
  }

  getRandomValues(array) {
    if (!(this instanceof Crypto)) throw new codes.ERR_INVALID_THIS('Crypto');
    if (arguments.length < 1) {
      throw coded("Failed to execute 'getRandomValues' on 'Crypto': 1 argument required, but " +
        'only 0 present.', 'ERR_MISSING_ARGS');
    }
    return getRandomValues(array);
  }

  randomUUID() {
    if (!(this instanceof Crypto)) throw new codes.ERR_INVALID_THIS('Crypto');
    return random.randomUUID();
  }
}

function getRandomValues(array) {
  if (!ArrayBuffer.isView(array) || array instanceof DataView ||
      /^Float/.test(Object.prototype.toString.call(array).slice(8, -1))) {
    throw domError('The data argument must be an integer-type TypedArray', 'TypeMismatchError');
  }
  if (array.byteLength > 65536) {
    throw domError('The requested length exceeds 65,536 bytes', 'QuotaExceededError');
  }
  return random.randomFillSync(array);
}

class CryptoKey {
  constructor() { throw new codes.ERR_ILLEGAL_CONSTRUCTOR(); }
}

for (const Class of [Crypto, CryptoKey, SubtleCrypto]) {
  Object.defineProperty(Class.prototype, Symbol.toStringTag, {
    value: Class.name, configurable: true,
  });
  for (const name of Object.getOwnPropertyNames(Class.prototype)) {
    if (name !== 'constructor') {
      Object.defineProperty(Class.prototype, name, { enumerable: true });
    }
  }
}

const subtle = new SubtleCrypto(made);
const crypto = new Crypto(made);
inner = Symbol('no more');

module.exports = { crypto, Crypto, CryptoKey, getRandomValues, subtle, SubtleCrypto };
