// SPDX-License-Identifier: MIT
// Keys from and to JSON Web Keys.
'use strict';
const { Buffer } = require('buffer');
const { codes } = require('internal/errors');
const { validateObject, validateOneOf, validateString } = require('internal/validators');
const { native, nativeError, open, toBuffer } = require('internal/crypto/native');

// JSON's name of a curve, OpenSSL's name, and bytes of a coordinate.
const curves = {
  '__proto__': null,
  'P-256': ['prime256v1', 32],
  'P-384': ['secp384r1', 48],
  'P-521': ['secp521r1', 66],
  'secp256k1': ['secp256k1', 32],
};
const rawSizes = { __proto__: null, Ed25519: 32, X25519: 32, Ed448: 57, X448: 56 };
const rawNames = { __proto__: null, ed25519: 'Ed25519', x25519: 'X25519', ed448: 'Ed448',
  x448: 'X448' };

function decode(text) {
  return Buffer.from(text, 'base64');
}

// A number of this many bytes: it may have too many leading zeros, or too few.
function sized(text, size) {
  let bytes = decode(text);
  let from = 0;
  while (bytes.length - from > size && bytes[from] === 0) from++;
  bytes = bytes.subarray(from);
  if (bytes.length > size) throw nativeError('ERR_CRYPTO_INVALID_JWK', 'Invalid JWK EC key');
  return Buffer.concat([Buffer.alloc(size - bytes.length), bytes]);
}

function fromOkp(key, isPublic) {
  validateString(key.crv, 'key.crv');
  validateOneOf(key.crv, 'key.crv', ['Ed25519', 'Ed448', 'X25519', 'X448']);
  validateString(key.x, 'key.x');
  if (!isPublic) validateString(key.d, 'key.d');
  const bytes = decode(isPublic ? key.x : key.d);
  const handle = bytes.length === rawSizes[key.crv] ?
    open().keyFromRaw(key.crv, !isPublic, bytes) : undefined;
  if (handle === undefined) throw new codes.ERR_CRYPTO_INVALID_JWK();
  return handle;
}

function fromEc(key, isPublic) {
  validateString(key.crv, 'key.crv');
  validateOneOf(key.crv, 'key.crv', ['P-256', 'secp256k1', 'P-384', 'P-521']);
  validateString(key.x, 'key.x');
  validateString(key.y, 'key.y');
  if (!isPublic) validateString(key.d, 'key.d');
  const [curve, size] = curves[key.crv];
  const point = Buffer.concat([Buffer.from([4]), sized(key.x, size), sized(key.y, size)]);
  const handle = open().keyFromPoint(curve, point, isPublic ? undefined : decode(key.d));
  if (handle === undefined) throw nativeError('ERR_CRYPTO_INVALID_JWK', 'Invalid JWK EC key');
  return handle;
}

function fromRsa(key, isPublic) {
  const names = isPublic ? ['n', 'e'] : ['n', 'e', 'd', 'p', 'q', 'dp', 'dq', 'qi'];
  const parts = {};
  for (const name of names) {
    validateString(key[name], `key.${name}`);
    parts[name] = decode(key[name]);
  }
  const handle = open().keyFromNumbers(parts);
  if (handle === undefined) throw nativeError('ERR_CRYPTO_INVALID_JWK', 'Invalid JWK RSA key');
  return handle;
}

function handleFromJwk(key, isPublic) {
  validateObject(key, 'key');
  validateOneOf(key.kty, 'key.kty', ['RSA', 'EC', 'OKP']);
  if (key.kty === 'OKP') return fromOkp(key, isPublic);
  return key.kty === 'EC' ? fromEc(key, isPublic) : fromRsa(key, isPublic);
}

function encode(parts, names) {
  const members = {};
  for (const name of names) {
    if (parts[name] !== undefined) members[name] = toBuffer(parts[name]).toString('base64url');
  }
  return members;
}

// The members of a JWK in the order in which Node has them.
function jwkOf(handle) {
  const name = native.keyName(handle);
  if (name === 'rsa') {
    return { kty: 'RSA',
      ...encode(native.keyParts(handle), ['n', 'e', 'd', 'p', 'q', 'dp', 'dq', 'qi']) };
  }
  if (name === 'ec') {
    const { namedCurve } = native.keyDetails(handle);
    const crv = Object.keys(curves).find((curve) => curves[curve][0] === namedCurve);
    if (crv === undefined) throw nativeError('ERR_CRYPTO_JWK_UNSUPPORTED_CURVE',
      `Unsupported JWK EC curve: ${namedCurve}.`);
    const { x, y, d } = encode(native.keyParts(handle), ['x', 'y', 'd']);
    return { kty: 'EC', x, y, crv, ...(d === undefined ? {} : { d }) };
  }
  if (name in rawNames) {
    const { x, d } = encode(native.keyParts(handle), ['x', 'd']);
    return { crv: rawNames[name], ...(d === undefined ? {} : { d }), x, kty: 'OKP' };
  }
  throw nativeError('ERR_CRYPTO_JWK_UNSUPPORTED_KEY_TYPE');
}

module.exports = { curves, handleFromJwk, jwkOf, rawNames, rawSizes };
