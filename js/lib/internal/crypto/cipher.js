// SPDX-License-Identifier: MIT
// Cipheriv and Decipheriv, and the list of ciphers.
'use strict';
const { Buffer } = require('buffer');
const { StringDecoder } = require('string_decoder');
const { codes } = require('internal/errors');
const { validateEncoding, validateInt32, validateObject, validateString } =
  require('internal/validators');
const { checkedBytes, native, nativeError, open, opensslError } =
  require('internal/crypto/native');
const { keyBytes } = require('internal/crypto/keys');

const kHandle = Symbol('kHandle');
// What C answers instead of bytes.
const badIv = 2;
const badKey = 3;
const badTagLength = 4;
const tagLengthMissing = 5;
const badState = 6;
const tooLong = 7;
const plaintextLengthMissing = 8;
const failed = 9; // libcrypto knows why


function refusal(number, cipher, tagLength) {
  switch (number) {
    case badIv: return nativeError('ERR_CRYPTO_INVALID_IV');
    case badKey: return nativeError('ERR_CRYPTO_INVALID_KEYLEN');
    case badTagLength: return nativeError('ERR_CRYPTO_INVALID_AUTH_TAG',
      `Invalid authentication tag length: ${tagLength}`);
    case tagLengthMissing: return nativeError('ERR_CRYPTO_INVALID_AUTH_TAG',
      `authTagLength required for ${cipher}`);
    case tooLong: return nativeError('ERR_CRYPTO_INVALID_MESSAGELEN');
    case plaintextLengthMissing:
      return nativeError('ERR_MISSING_ARGS',
        'options.plaintextLength required for CCM mode with AAD');
    default: return nativeError('ERR_CRYPTO_UNKNOWN_CIPHER');
  }
}

function tagLengthOf(options) {
  const length = options?.authTagLength;
  if (length === undefined || length === null) return undefined;
  if (length !== length >>> 0 || length > 2147483647) {
    throw new codes.ERR_INVALID_ARG_VALUE('options.authTagLength', length);
  }
  return length;
}

function start(self, encrypts, cipher, key, iv, options) {
  const tagLength = tagLengthOf(options);
  const handle = open().cipher(encrypts, cipher, key, iv, tagLength);
  if (handle === failed) throw native.takeError('Failed to initialize cipher');
  if (typeof handle === 'number') throw refusal(handle, cipher, tagLength);
  self[kHandle] = handle;
  self._decoder = null;
  require('internal/crypto/hash').prepareLazy(self, options);
}

function startIv(self, encrypts, cipher, key, iv, options) {
  validateString(cipher, 'cipher');
  const bytes = keyBytes(key, options?.encoding, 'key', ['ArrayBuffer', 'Buffer', 'TypedArray',
    'DataView', 'string', 'KeyObject', 'CryptoKey']);
  const ivBytes = iv === null ? null : checkedBytes(iv, 'iv');
  start(self, encrypts, cipher, bytes, ivBytes, options);
}

function Cipheriv(cipher, key, iv, options) {
  if (!(this instanceof Cipheriv)) return new Cipheriv(cipher, key, iv, options);
  startIv(this, true, cipher, key, iv, options);
}

function Decipheriv(cipher, key, iv, options) {
  if (!(this instanceof Decipheriv)) return new Decipheriv(cipher, key, iv, options);
  startIv(this, false, cipher, key, iv, options);
}

// With a password, which should not be used any more: there is no salt.
function startPassword(self, encrypts, cipher, password, options) {
  validateString(cipher, 'cipher');
  const bytes = keyBytes(password, undefined, 'password');
  const parts = open().cipherFromPassword(cipher, bytes);
  if (typeof parts === 'number') throw refusal(parts, cipher);
  const { mode } = native.cipherInfo(cipher, -1, -1);
  if (encrypts && (mode === 'ctr' || mode === 'gcm' || mode === 'ccm')) {
    process.emitWarning(`Use Cipheriv for counter mode of ${cipher}`);
  }
  start(self, encrypts, cipher, parts[0], parts[1], options);
}

function Cipher(cipher, password, options) {
  if (!(this instanceof Cipher)) return new Cipher(cipher, password, options);
  startPassword(this, true, cipher, password, options);
}

function Decipher(cipher, password, options) {
  if (!(this instanceof Decipher)) return new Decipher(cipher, password, options);
  startPassword(this, false, cipher, password, options);
}

function decoderOf(self, encoding) {
  const fresh = new StringDecoder(encoding);
  self._decoder ??= fresh;
  if (self._decoder.encoding !== fresh.encoding) throw new Error('Cannot change encoding');
  return self._decoder;
}

function isText(encoding) {
  return encoding && encoding !== 'buffer';
}

function unsupported() {
  return opensslError('Trying to add data in unsupported state');
}

const dataKinds = ['string', 'Buffer', 'TypedArray', 'DataView'];

const few = 4096; // bytes that C has room for

function taken(size) {
  const out = Buffer.allocUnsafeSlow(size);
  if (size > 0) native.cipherTake(out);
  return out;
}

function unconverted(why) {
  if (why === badState) return unsupported();
  return why === failed ? native.takeError('Trying to add data in unsupported state') :
    refusal(why);
}

function convert(self, data) {
  const handle = self[kHandle];
  if (data.byteLength > few) return convertMuch(handle, data);
  const size = native.cipherUpdate(handle, data);
  if (size < 0) throw unconverted(-size);
  return taken(size);
}

function convertMuch(handle, data) {
  const room = native.cipherRoom(handle, data.byteLength);
  if (room < 0) throw unsupported();
  const out = Buffer.allocUnsafeSlow(room);
  const size = native.cipherInto(handle, data, out);
  if (size < 0) throw unconverted(-size);
  if (size === room) return out;
  const exact = Buffer.allocUnsafeSlow(size);
  exact.set(out.subarray(0, size));
  return exact;
}

function finish(self) {
  const size = native.cipherFinal(self[kHandle]);
  if (size >= 0) return taken(size);
  if (size === -badState) throw nativeError('ERR_CRYPTO_INVALID_STATE');
  throw native.takeError(size === -badTagLength ?
    'Unsupported state or unable to authenticate data' : 'Unsupported state');
}

function stateError(operation) {
  return new codes.ERR_CRYPTO_INVALID_STATE(operation);
}

const shared = {
  update(data, inputEncoding, outputEncoding) {
    if (typeof data === 'string') {
      validateEncoding(data, inputEncoding);
      data = Buffer.from(data, Buffer.isEncoding(inputEncoding) ? inputEncoding : 'utf8');
    } else if (!ArrayBuffer.isView(data)) {
      throw new codes.ERR_INVALID_ARG_TYPE('data', dataKinds, data);
    }
    const out = convert(this, data);
    return isText(outputEncoding) ? decoderOf(this, outputEncoding).write(out) : out;
  },
  final(outputEncoding) {
    const out = finish(this);
    return isText(outputEncoding) ? decoderOf(this, outputEncoding).end(out) : out;
  },
  setAutoPadding(on) {
    if (!native.cipherPadding(this[kHandle], on === undefined || Boolean(on))) {
      throw stateError('setAutoPadding');
    }
    return this;
  },
  setAAD(aadbuf, options) {
    const { encoding, plaintextLength } = options ?? {};
    const bytes = checkedBytes(aadbuf, 'aadbuf', encoding);
    let length = -1;
    if (plaintextLength !== undefined && plaintextLength !== null) {
      length = plaintextLength;
      if (length !== length >>> 0 || length > 2147483647) {
        throw new codes.ERR_INVALID_ARG_VALUE('options.plaintextLength', length);
      }
    }
    const result = native.cipherExtra(this[kHandle], bytes, length);
    if (result === badState) throw stateError('setAAD');
    if (result !== 0) throw refusal(result);
    return this;
  },
  _transform(chunk, encoding, callback) {
    let out;
    try {
      out = convert(this, typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk);
    } catch (error) {
      callback(error);
      return;
    }
    this.push(out);
    callback();
  },
  _flush(callback) {
    let out;
    try {
      out = finish(this);
    } catch (error) {
      callback(error);
      return;
    }
    this.push(out);
    callback();
  },
};

const encrypting = {
  getAuthTag() {
    const size = native.cipherTag(this[kHandle]);
    if (size < 0) throw stateError('getAuthTag');
    return taken(size);
  },
};

const decrypting = {
  setAuthTag(tagbuf, encoding) {
    const bytes = checkedBytes(tagbuf, 'buffer', encoding);
    const result = native.cipherSetTag(this[kHandle], bytes);
    if (result === badState) throw stateError('setAuthTag');
    if (result !== 0) throw refusal(result, undefined, bytes.byteLength);
    return this;
  },
};

for (const [Class, own] of [[Cipher, encrypting], [Cipheriv, encrypting], [Decipher, decrypting],
  [Decipheriv, decrypting]]) {
  require('internal/crypto/hash').makeLazy(Class);
  Object.assign(Class.prototype, shared, own);
}

function getCipherInfo(nameOrNid, options) {
  if (typeof nameOrNid !== 'string' && typeof nameOrNid !== 'number') {
    throw new codes.ERR_INVALID_ARG_TYPE('nameOrNid', ['string', 'number'], nameOrNid);
  }
  if (typeof nameOrNid === 'number') validateInt32(nameOrNid, 'nameOrNid');
  let keyLength = -1;
  let ivLength = -1;
  if (options !== undefined) {
    validateObject(options, 'options');
    if (options.keyLength !== undefined) {
      keyLength = options.keyLength;
      validateInt32(keyLength, 'options.keyLength');
    }
    if (options.ivLength !== undefined) {
      ivLength = options.ivLength;
      validateInt32(ivLength, 'options.ivLength');
    }
  }
  const info = open().cipherInfo(nameOrNid, keyLength, ivLength);
  if (info?.name !== undefined) info.name = info.name.toLowerCase();
  return info;
}

let names;

// Of names that differ in their case alone, one.
function getCiphers() {
  if (names === undefined) {
    const found = new Map();
    for (const name of open().ciphers()) {
      const key = name.toLowerCase();
      if (!found.has(key) || name === key) found.set(key, name);
    }
    names = [...found.values()].sort();
  }
  return names.slice();
}

module.exports = { Cipher, Cipheriv, Decipher, Decipheriv, getCipherInfo, getCiphers };
