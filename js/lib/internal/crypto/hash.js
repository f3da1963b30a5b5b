// SPDX-License-Identifier: MIT
// Hash and Hmac: hashes over data that comes in pieces, also as streams.
'use strict';
const { Transform } = require('stream');
const { Buffer } = require('buffer');
const { codes } = require('internal/errors');
const { validateEncoding, validateString, validateUint32 } = require('internal/validators');
const { FastBuffer } = require('internal/buffer/fast');
const { bytesOf, lastError, native, nativeError, open, opensslError } =
  require('internal/crypto/native');
const { keyBytes } = require('internal/crypto/keys');

const kHandle = Symbol('kHandle');
const kState = Symbol('kState');
const kFinalized = Symbol('kFinalized');
const textEncodings = new Map( // numbers of the binding
  [['hex', 0], ['base64', 1], ['base64url', 2], ['latin1', 3], ['binary', 3]]);
const dataKinds = ['string', 'Buffer', 'TypedArray', 'DataView'];

// Most of these are never used as streams, so they become streams with their first use as such.
function prepareLazy(self, options) {
  self._options = options;
}

function prepare(self, options, handle) {
  prepareLazy(self, options);
  self[kHandle] = handle;
  self[kState] = { [kFinalized]: false };
}

function stream(name) {
  return {
    configurable: true,
    enumerable: true,
    get() {
      becomeStream(this);
      return this[name];
    },
    set(value) {
      becomeStream(this);
      Object.defineProperty(this, name, {
        value, configurable: true, enumerable: true, writable: true,
      });
    },
  };
}

// Streams keep what they know in these; to ask for one makes a stream of the object.
const streamParts = ['_readableState', '_writableState', '_events', '_eventsCount',
  '_maxListeners', 'allowHalfOpen', 'domain'];
const lazyParts = streamParts.slice(0, 2);

function becomeStream(self) {
  for (const name of streamParts) {
    if (Object.hasOwn(self, name) && !lazyParts.includes(name)) continue; // it has listeners
    Object.defineProperty(self, name, {
      value: undefined, writable: true, configurable: true, enumerable: true,
    });
  }
  Reflect.apply(Transform, self, [self._options]);
}

function makeLazy(Class) {
  Object.setPrototypeOf(Class.prototype, Transform.prototype);
  Object.setPrototypeOf(Class, Transform);
  for (const name of lazyParts) {
    Object.defineProperty(Class.prototype, name, stream(name));
  }
}

// Most programs hash one short text, or a few bytes, and want the result as text: that can be one
// call, without an object of libcrypto's. So these are kept until the result is wanted, or more is
// to be hashed: bytes in one place for all, from which the next ones drive them out. This is the
// handle of a Hash, and looks like one.
const MOST_KEPT = 4096;
let keptBytes;
let keeper; // whose bytes are in keptBytes
const Kept = class Hash {
  #algorithm;
  #text;
  #size = 0; // of what is in keptBytes
  #opened;
  #result;
  #encoding;

  constructor(algorithm) { this.#algorithm = algorithm; }

  // False: it is too long, or not the first.
  keep(data) {
    if (this.#text !== undefined || this.#opened !== undefined || data.length > MOST_KEPT) {
      return false;
    }
    if (typeof data === 'string') {
      this.#text = data;
      return true;
    }
    keeper?.open();
    keeper = this;
    keptBytes ??= Buffer.allocUnsafeSlow(MOST_KEPT);
    keptBytes.set(data);
    this.#text = '';
    this.#size = data.length;
    return true;
  }

  #data() { return this.#size === 0 ? this.#text ?? '' : keptBytes.subarray(0, this.#size); }

  // Undefined: it needs an object.
  textOf(encoding, number) {
    if (this.#opened !== undefined) return undefined;
    this.#result = this.#size === 0 ?
      native.hashText(this.#algorithm, this.#text ?? '', number) :
      native.hashText(this.#algorithm, keptBytes, number, this.#size); // which clears them
    if (this.#result === undefined) throw lastError('Unsupported state');
    this.#encoding = encoding;
    if (keeper === this) keeper = undefined;
    return this.#result;
  }

  // The result, if it was wanted as text before: a stream says it again.
  bytes() {
    return this.#result === undefined ? undefined : Buffer.from(this.#result, this.#encoding);
  }

  open() {
    if (this.#opened === undefined) {
      this.#opened = newHash(this.#algorithm);
      if (this.#text !== undefined && !native.update(this.#opened, this.#data())) {
        throw new codes.ERR_CRYPTO_HASH_UPDATE_FAILED();
      }
      if (keeper === this) {
        keeper = undefined;
        keptBytes.fill(0, 0, this.#size);
      }
    }
    return this.#opened;
  }
};

const working = new Set(); // algorithms that could be used

function newHash(algorithm) {
  const handle = native.hash(algorithm);
  if (handle === undefined) throw new Error('Digest method not supported');
  working.add(algorithm);
  return handle;
}

// What can be used is to be found out again.
function forgetWorking() { working.clear(); }

// The object of libcrypto's.
function opened(self) {
  const handle = self[kHandle];
  return handle instanceof Kept ? handle.open() : handle;
}

function lengthOf(options) {
  const length = typeof options === 'object' && options !== null ? options.outputLength : undefined;
  if (length !== undefined) validateUint32(length, 'options.outputLength');
  return length;
}

function Hash(algorithm, options) {
  if (!new.target) return new Hash(algorithm, options);
  open();
  let handle;
  let length;
  if (algorithm instanceof Hash) {
    length = lengthOf(options);
    handle = native.copy(opened(algorithm));
    if (handle === undefined) throw lastError('Digest copy error');
  } else {
    validateString(algorithm, 'algorithm');
    length = lengthOf(options);
    handle = length === undefined && working.has(algorithm) ? new Kept(algorithm) :
      newHash(algorithm);
  }
  if (length !== undefined) setLength(handle, length);
  prepare(this, options, handle);
}

// Only some digests have results of any length.
function setLength(handle, length) {
  const size = native.size(handle);
  if (size > 0 && length !== size) {
    throw opensslError('error:030000B2:digital envelope routines::not XOF or invalid length',
      'digital envelope routines', 'not XOF or invalid length', 'EVP_');
  }
  native.setSize(handle, length);
}

function update(self, data, encoding) {
  if (self[kState][kFinalized]) throw new codes.ERR_CRYPTO_HASH_FINALIZED();
  if (typeof data === 'string') {
    if (encoding !== undefined && encoding !== 'utf8') {
      validateEncoding(data, encoding);
      data = bytesOf(data, encoding);
    }
  } else if (!ArrayBuffer.isView(data)) {
    throw new codes.ERR_INVALID_ARG_TYPE('data', dataKinds, data);
  }
  const handle = self[kHandle];
  if (handle instanceof Kept && (typeof data === 'string' || data instanceof FastBuffer) &&
      data.length > 0 && handle.keep(data)) return self;
  if (!native.update(opened(self), data)) throw new codes.ERR_CRYPTO_HASH_UPDATE_FAILED();
  return self;
}

function shown(bytes, encoding) {
  return encoding !== undefined && Buffer.isEncoding(encoding) ? bytes.toString(encoding) : bytes;
}

function result(self) {
  if (self[kHandle] instanceof Kept) {
    const known = self[kHandle].bytes();
    if (known !== undefined) return known;
  }
  const handle = opened(self);
  const bytes = Buffer.allocUnsafeSlow(Math.abs(native.size(handle)));
  if (!native.digest(handle, bytes)) throw lastError('Unsupported state');
  return bytes;
}

// The encoding of a result as text; undefined: bytes.
function textual(encoding) {
  return encoding && encoding !== 'buffer' ? `${encoding}` : undefined;
}

// Undefined: not in this encoding.
function text(self, encoding) {
  const number = textEncodings.get(encoding);
  if (number === undefined) return undefined;
  const handle = self[kHandle];
  return (handle instanceof Kept ? handle.textOf(encoding, number) : undefined) ??
    native.digestText(opened(self), number);
}

function bytes(self) {
  const known = self[kHandle] instanceof Kept ? text(self, 'latin1') : undefined;
  if (known === undefined) return result(self);
  const made = Buffer.allocUnsafeSlow(known.length);
  made.latin1Write(known, 0, known.length);
  return made;
}

function finish(self, given) {
  const encoding = textual(given);
  const value = text(self, encoding) ?? shown(bytes(self), encoding);
  self[kState][kFinalized] = true;
  return value;
}

const shared = {
  update: function update_(data, encoding) { return update(this, data, encoding); },
  _transform(chunk, encoding, callback) {
    if (typeof chunk === 'string') chunk = Buffer.from(chunk, encoding);
    callback(native.update(opened(this), chunk) ? undefined :
      new codes.ERR_CRYPTO_HASH_UPDATE_FAILED());
  },
  _flush(callback) {
    this.push(result(this));
    callback();
  },
};
Object.defineProperty(shared.update, 'name', { value: 'update', configurable: true });

makeLazy(Hash);
Object.assign(Hash.prototype, shared, {
  copy(options) {
    if (this[kState][kFinalized]) throw new codes.ERR_CRYPTO_HASH_FINALIZED();
    return new Hash(this, options);
  },
  digest(encoding) {
    if (this[kState][kFinalized]) throw new codes.ERR_CRYPTO_HASH_FINALIZED();
    return finish(this, encoding);
  },
});

function Hmac(hmac, key, options) {
  if (!new.target) return new Hmac(hmac, key, options);
  validateString(hmac, 'hmac');
  const bytes = keyBytes(key, options?.encoding);
  open();
  const handle = native.hmac(hmac, bytes);
  if (handle === undefined) {
    throw nativeError('ERR_CRYPTO_INVALID_DIGEST', `Invalid digest: ${hmac}`);
  }
  prepare(this, options, handle);
}

makeLazy(Hmac);
Object.assign(Hmac.prototype, shared, {
  digest(encoding) {
    if (!this[kState][kFinalized]) return finish(this, encoding);
    return shown(Buffer.from(''), textual(encoding));
  },
});

const sizes = new Map(); // of digests that were used

function hash(algorithm, input, outputEncoding = 'hex') {
  validateString(algorithm, 'algorithm');
  if (typeof input !== 'string' && !ArrayBuffer.isView(input)) {
    throw new codes.ERR_INVALID_ARG_TYPE('input', dataKinds, input);
  }
  validateString(outputEncoding, 'outputEncoding');
  if (outputEncoding !== 'buffer' && !Buffer.isEncoding(outputEncoding)) {
    throw new codes.ERR_INVALID_ARG_VALUE('outputEncoding', outputEncoding);
  }
  let size = sizes.get(algorithm);
  if (size === undefined) {
    size = open().digestSize(algorithm);
    if (size === 0) throw new Error(`Digest method ${algorithm} is not supported`);
    sizes.set(algorithm, size);
  }
  const bytes = Buffer.allocUnsafe(size);
  if (!native.hashOnce(algorithm, input, bytes)) throw lastError('Unsupported state');
  return outputEncoding === 'buffer' ? bytes : bytes.toString(outputEncoding);
}

let names;

function getHashes() {
  names ??= open().hashes();
  return names.slice();
}

module.exports = { forgetWorking, getHashes, hash, Hash, Hmac, makeLazy, prepareLazy };
