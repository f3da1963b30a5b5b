// SPDX-License-Identifier: MIT
// Web IDL conversions of arguments of SubtleCrypto, and the algorithms that its methods support.
'use strict';
const { copyOf, isBytes } = require('internal/crypto/native');

function domError(message, name, cause) {
  const { DOMException } = require('internal/dom_exception');
  return new DOMException(message, cause === undefined ? name : { name, cause });
}

function typeError(prefix, context, message, code) {
  return Object.assign(new TypeError(`${prefix}: ${context} ${message}`), { code });
}

function invalid(prefix, context, message) {
  return typeError(prefix, context, message, 'ERR_INVALID_ARG_TYPE');
}

// Converters take (value, prefix, context) and return what the method uses.
function toText(value, prefix, context) {
  if (typeof value === 'symbol') {
    throw invalid(prefix, context, 'is a Symbol and cannot be converted to a string.');
  }
  return String(value);
}

function integer(bits) {
  const most = 2 ** bits - 1;
  return (value, prefix, context) => {
    if (typeof value === 'bigint' || typeof value === 'symbol') {
      throw invalid(prefix, context,
        `is a ${typeof value === 'bigint' ? 'BigInt' : 'Symbol'} and cannot be converted to a ` +
        'number.');
    }
    let number = Number(value);
    if (!Number.isFinite(number)) {
      throw invalid(prefix, context, 'is not a finite number.');
    }
    number = Math.trunc(number);
    if (number < 0 || number > most) {
      throw typeError(prefix, context, `is outside the expected range of 0 to ${most}.`,
        'ERR_OUT_OF_RANGE');
    }
    return number + 0;
  };
}

const toOctet = integer(8);
const toShort = integer(16);
const toLong = integer(32);

function isShared(value) {
  const buffer = ArrayBuffer.isView(value) ? value.buffer : value;
  return typeof SharedArrayBuffer === 'function' && buffer instanceof SharedArrayBuffer;
}

// A copy, since the operation comes later.
function toBytes(value, prefix, context) {
  if (!isBytes(value)) {
    throw invalid(prefix, context,
      'is not instance of ArrayBuffer, Buffer, TypedArray, or DataView.');
  }
  if (isShared(value)) throw invalid(prefix, context, 'is a view on a SharedArrayBuffer.');
  return copyOf(value, 'data');
}

function toUint8Array(value, prefix, context) {
  if (!ArrayBuffer.isView(value) ||
      Object.prototype.toString.call(value) !== '[object Uint8Array]') {
    throw invalid(prefix, context, 'is not an Uint8Array object.');
  }
  return new Uint8Array(value);
}

function toKey(value, prefix, context) {
  if (require('internal/crypto/web_key').partsOf(value) === undefined) {
    throw invalid(prefix, context, 'is not of type CryptoKey.');
  }
  return value;
}

function choice(name, values) {
  return (value, prefix, context) => {
    const text = toText(value, prefix, context);
    if (!values.includes(text)) {
      throw typeError(prefix, context, `value '${text}' is not a valid enum value of type ${name}.`,
        'ERR_INVALID_ARG_VALUE');
    }
    return text;
  };
}

function sequence(convert) {
  return (value, prefix, context) => {
    const isObject = typeof value === 'object' && value !== null;
    const iterate = isObject ? value[Symbol.iterator] : undefined;
    if (typeof iterate !== 'function') {
      throw invalid(prefix, context, 'can not be converted to sequence.');
    }
    return Array.from(value, (item, i) => convert(item, prefix, `${context}, index ${i}`));
  };
}

const toFormat = choice('KeyFormat', ['raw', 'pkcs8', 'spki', 'jwk']);
const toUsages = sequence(choice('KeyUsage', ['encrypt', 'decrypt', 'sign', 'verify', 'deriveKey',
  'deriveBits', 'wrapKey', 'unwrapKey']));

// An algorithm is a name, or an object that has one.
function toAlgorithm(value, prefix, context) {
  if ((typeof value === 'object' && value !== null) || typeof value === 'function') return value;
  return toText(value, prefix, context);
}

// Members of a dictionary: { name: [converter, required] }, read in the order of their names.
function dictionary(name, members) {
  const names = Object.keys(members).sort();
  return (value, prefix, context) => {
    if (value !== undefined && value !== null && typeof value !== 'object' &&
        typeof value !== 'function') {
      throw invalid(prefix, context, 'can not be converted to a dictionary.');
    }
    const result = {};
    for (const member of names) {
      const [convert, required] = members[member];
      const given = value?.[member];
      if (given !== undefined) {
        result[member] = convert(given, prefix, `'${member}' of '${name}' (${context})`);
      } else if (required) {
        throw typeError(prefix, context,
          `can not be converted to '${name}' because '${member}' is required in '${name}'.`,
          'ERR_MISSING_OPTION');
      }
    }
    return result;
  };
}

const texts = sequence(toText);
const toJwk = dictionary('JsonWebKey', {
  kty: [toText], use: [toText], key_ops: [texts], alg: [toText], ext: [Boolean], crv: [toText],
  x: [toText], y: [toText], d: [toText], n: [toText], e: [toText], p: [toText], q: [toText],
  dp: [toText], dq: [toText], qi: [toText], k: [toText],
  oth: [sequence(dictionary('RsaOtherPrimesInfo', { r: [toText], d: [toText], t: [toText] }))],
});

const hash = [toAlgorithm, true];
const toName = dictionary('Algorithm', { name: [toText, true] });
const kinds = {
  rsaGenerate: ['RsaHashedKeyGenParams',
    { modulusLength: [toLong, true], publicExponent: [toUint8Array, true], hash }],
  rsaImport: ['RsaHashedImportParams', { hash }],
  rsaOaep: ['RsaOaepParams', { label: [toBytes] }],
  rsaPss: ['RsaPssParams', { saltLength: [toLong, true] }],
  ecGenerate: ['EcKeyGenParams', { namedCurve: [toText, true] }],
  ecImport: ['EcKeyImportParams', { namedCurve: [toText, true] }],
  ecdsa: ['EcdsaParams', { hash }],
  ecdh: ['EcdhKeyDeriveParams', { public: [toKey, true] }],
  aesGenerate: ['AesKeyGenParams', { length: [toShort, true] }],
  aesDerived: ['AesDerivedKeyParams', { length: [toShort, true] }],
  hmacGenerate: ['HmacKeyGenParams', { hash, length: [toLong] }],
  hmacImport: ['HmacImportParams', { hash, length: [toLong] }],
  hkdf: ['HkdfParams', { hash, salt: [toBytes, true], info: [toBytes, true] }],
  pbkdf2: ['Pbkdf2Params', { hash, salt: [toBytes, true], iterations: [toLong, true] }],
  cbc: ['AesCbcParams', { iv: [toBytes, true] }],
  gcm: ['AesGcmParams',
    { iv: [toBytes, true], tagLength: [toOctet], additionalData: [toBytes] }],
  ctr: ['AesCtrParams', { counter: [toBytes, true], length: [toOctet, true] }],
  ed448: ['Ed448Params', { context: [toBytes] }],
};
const converters = {};
for (const [kind, [name, members]] of Object.entries(kinds)) {
  converters[kind] = dictionary(name, { name: [toText, true], ...members });
}

function each(names, kind) {
  return Object.fromEntries(names.map((name) => [name, kind]));
}

const rsa = ['RSASSA-PKCS1-v1_5', 'RSA-PSS', 'RSA-OAEP'];
const ec = ['ECDSA', 'ECDH'];
const aes = ['AES-CTR', 'AES-CBC', 'AES-GCM', 'AES-KW'];
const okp = ['X25519', 'Ed25519', 'X448', 'Ed448'];
const signing = { 'RSASSA-PKCS1-v1_5': null, 'RSA-PSS': 'rsaPss', 'ECDSA': 'ecdsa', 'HMAC': null,
  'Ed25519': null, 'Ed448': 'ed448' };
const encrypting = { 'RSA-OAEP': 'rsaOaep', 'AES-CBC': 'cbc', 'AES-GCM': 'gcm', 'AES-CTR': 'ctr' };
const hashes = { 'SHA-1': null, 'SHA-256': null, 'SHA-384': null, 'SHA-512': null };

// Which algorithms an operation knows, and what the object of each has beside its name.
const operations = {
  'digest': hashes,
  'generateKey': { ...each(rsa, 'rsaGenerate'), ...each(ec, 'ecGenerate'),
    ...each(aes, 'aesGenerate'), ...each(okp, null), 'HMAC': 'hmacGenerate' },
  'sign': signing,
  'verify': signing,
  'importKey': { ...each(rsa, 'rsaImport'), ...each(ec, 'ecImport'), ...each(aes, null),
    ...each(okp, null), 'HMAC': 'hmacImport', 'HKDF': null, 'PBKDF2': null },
  'deriveBits': { 'HKDF': 'hkdf', 'PBKDF2': 'pbkdf2', 'ECDH': 'ecdh', 'X25519': 'ecdh',
    'X448': 'ecdh' },
  'encrypt': encrypting,
  'decrypt': encrypting,
  'get key length': { ...each(aes, 'aesDerived'), 'HMAC': 'hmacImport', 'HKDF': null,
    'PBKDF2': null },
  'wrapKey': { 'AES-KW': null },
  'unwrapKey': { 'AES-KW': null },
};
const lowered = {};
for (const [operation, known] of Object.entries(operations)) {
  lowered[operation] = new Map(Object.keys(known).map((name) => [name.toLowerCase(), name]));
}
const prefix = 'Failed to normalize algorithm';
const context = 'passed algorithm';

// The object that a method uses: names in their normal form, members converted.
function normalize(algorithm, operation) {
  if (typeof algorithm === 'string') algorithm = { name: algorithm };
  const { name: given } = toName(algorithm, prefix, context);
  const name = lowered[operation].get(given.toLowerCase());
  if (name === undefined) throw domError('Unrecognized algorithm name', 'NotSupportedError');
  if (name === 'Ed448' || name === 'X448') warnOf(name);
  const kind = operations[operation][name];
  if (kind === null) return { name };
  const normal = { ...converters[kind](algorithm, prefix, context), name };
  if (normal.hash !== undefined) normal.hash = normalize(normal.hash, 'digest');
  return normal;
}

const warned = new Set();

function warnOf(name) {
  if (warned.has(name)) return;
  warned.add(name);
  process.emitWarning(`The ${name} Web Crypto API algorithm is an experimental feature and might ` +
    'change at any time', 'ExperimentalWarning');
}

// For methods: the prefix of errors, after the number of arguments was checked.
function enter(method, count, required) {
  const start = `Failed to execute '${method}' on 'SubtleCrypto'`;
  if (count < required) {
    throw Object.assign(new TypeError(
      `${start}: ${required} argument${required === 1 ? '' : 's'} required, but only ${count} ` +
      'present.'), { code: 'ERR_MISSING_ARGS' });
  }
  return start;
}

module.exports = {
  domError, enter, normalize, toAlgorithm, toBytes, toFormat, toJwk, toKey, toLong, toUsages,
};
