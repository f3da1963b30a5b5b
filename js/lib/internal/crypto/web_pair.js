// SPDX-License-Identifier: MIT
// Web Crypto's algorithms with key pairs: RSA, NIST curves, Ed25519 and the like.
'use strict';
const { Buffer } = require('buffer');
const { domError } = require('internal/crypto/web_idl');
const {
  asBuffer, checkJwk, checkUsages, dataError, failed, job, notSupported, union, unsupportedUsage,
} = require('internal/crypto/web_common');
const { native, open, toBuffer } = require('internal/crypto/native');
const {
  createPrivateKey, createPublicKey, handleOf, PrivateKeyObject, PublicKeyObject,
} = require('internal/crypto/keys');
const { curves, handleFromJwk, jwkOf, rawSizes } = require('internal/crypto/jwk');
const { makeKey, partsOf } = require('internal/crypto/web_key');
const { digestNames, handleIn } = require('internal/crypto/web_secret');

// What each algorithm's halves may be used for: [public, private]; and the article of its name.
const uses = {
  '__proto__': null,
  'RSASSA-PKCS1-v1_5': [['verify'], ['sign']],
  'RSA-PSS': [['verify'], ['sign']],
  'RSA-OAEP': [['encrypt', 'wrapKey'], ['decrypt', 'unwrapKey']],
  'ECDSA': [['verify'], ['sign']],
  'ECDH': [[], ['deriveKey', 'deriveBits']],
  'Ed25519': [['verify'], ['sign']],
  'Ed448': [['verify'], ['sign']],
  'X25519': [[], ['deriveKey', 'deriveBits']],
  'X448': [[], ['deriveKey', 'deriveBits']],
};

function isRsa(name) { return name.startsWith('RSA'); }

function isOkp(name) { return name in rawSizes; }

function kindOf(name) {
  return isRsa(name) ? 'a RSA' : isOkp(name) ? `an ${name}` : `an ${name}`;
}

function checkUsagesOf(name, usages, isPublic, what = kindOf(name)) {
  checkUsages(usages, uses[name][isPublic ? 0 : 1], unsupportedUsage(what));
}

// A big-endian number of any length; undefined if it is larger than can be.
function exponentOf(bytes) {
  const number = BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`);
  return number > 0xffffffffn ? undefined : Number(number);
}

function parametersOf(algorithm) {
  const { name } = algorithm;
  if (isRsa(name)) {
    const exponent = exponentOf(algorithm.publicExponent);
    if (exponent === undefined) throw failed(new Error('The public exponent is too large'));
    return ['rsa', { bits: algorithm.modulusLength, exponent }];
  }
  if (isOkp(name)) return [name.toLowerCase(), {}];
  if (!isCurve(algorithm.namedCurve)) throw notSupported('Unrecognized namedCurve');
  return ['ec', { curve: open().curveNumber(algorithm.namedCurve) }];
}

function isCurve(name) {
  return name === 'P-256' || name === 'P-384' || name === 'P-521';
}

// The algorithm as a key shows it.
function told({ name, modulusLength, publicExponent, hash, namedCurve }) {
  if (isRsa(name)) return { name, modulusLength, publicExponent, hash };
  return isOkp(name) ? { name } : { name, namedCurve };
}

async function generate(algorithm, extractable, usages) {
  const { name } = algorithm;
  open();
  if (!isRsa(name) && !isOkp(name) && !isCurve(algorithm.namedCurve)) {
    throw notSupported('Unrecognized namedCurve');
  }
  checkUsages(usages, uses[name].flat(), unsupportedUsage(kindOf(name)));
  const [publicHandle, privateHandle] = await job(native.generatePair, ...parametersOf(algorithm));
  const known = told(algorithm);
  const publicKey = makeKey(new PublicKeyObject(publicHandle), known,
    union(usages, ...uses[name][0]), true);
  const privateKey = makeKey(new PrivateKeyObject(privateHandle), known,
    union(usages, ...uses[name][1]), extractable);
  return isOkp(name) ? { __proto__: null, privateKey, publicKey } :
    { __proto__: null, publicKey, privateKey };
}

function read(create, key, type) {
  try {
    return create({ key, format: 'der', type });
  } catch (error) {
    throw dataError('Invalid keyData', error);
  }
}

// Of RS256, PS256, RSA-OAEP-256 and so on.
function rsaJwkName({ name, hash }) {
  const size = hash.name.slice(4);
  if (name === 'RSA-PSS') return `PS${size}`;
  if (name === 'RSASSA-PKCS1-v1_5') return `RS${size}`;
  return hash.name === 'SHA-1' ? 'RSA-OAEP' : `RSA-OAEP-${size}`;
}

function rsaJwkHash(alg) {
  const [, size = '1'] = /^(?:[PR]S|RSA-OAEP-)(1|256|384|512)$|^RSA-OAEP$/.exec(alg) ?? [, 'none'];
  return `SHA-${size}`;
}

function jwkUse(name) {
  return uses[name][0][0] === 'verify' ? 'sig' : 'enc';
}

const kty = (name) => (isRsa(name) ? 'RSA' : isOkp(name) ? 'OKP' : 'EC');

function checkJwkAlgorithm(jwk, algorithm) {
  const { name, namedCurve } = algorithm;
  if (isOkp(name)) {
    if (jwk.crv !== name) throw dataError('JWK "crv" Parameter and algorithm name mismatch');
    if (jwk.alg !== undefined && (name === 'Ed25519' || name === 'Ed448') && jwk.alg !== name &&
        jwk.alg !== 'EdDSA') {
      throw dataError('JWK "alg" does not match the requested algorithm');
    }
    return;
  }
  if (isRsa(name)) {
    // Only the hash counts: Node takes PS256 for a key of RSASSA-PKCS1-v1_5, too.
    if (jwk.alg !== undefined && rsaJwkHash(jwk.alg) !== algorithm.hash.name) {
      throw dataError('JWK "alg" does not match the requested algorithm');
    }
    return;
  }
  if (jwk.crv !== namedCurve) throw dataError('JWK "crv" does not match the requested algorithm');
  const expected = { '__proto__': null, 'P-256': 'ES256', 'P-384': 'ES384', 'P-521': 'ES512' };
  if (name === 'ECDSA' && jwk.alg !== undefined && jwk.alg !== expected[namedCurve]) {
    throw dataError('JWK "alg" does not match the requested algorithm');
  }
}

function importJwk(algorithm, jwk, extractable, usages) {
  const { name } = algorithm;
  const isPublic = jwk.d === undefined;
  if (!jwk.kty) throw dataError('Invalid keyData');
  if (jwk.kty !== kty(name)) throw dataError('Invalid JWK "kty" Parameter');
  checkJwk(jwk, kty(name), jwkUse(name), usages, extractable);
  checkJwkAlgorithm(jwk, algorithm);
  checkUsagesOf(name, usages, isPublic, isRsa(name) || isOkp(name) ? undefined : kindOf(name));
  let handle;
  try {
    handle = handleFromJwk(jwk, isPublic);
  } catch (error) {
    throw dataError('Invalid keyData', error);
  }
  return isPublic ? new PublicKeyObject(handle) : new PrivateKeyObject(handle);
}

function importRaw({ name, namedCurve }, data, usages) {
  checkUsagesOf(name, usages, true, isOkp(name) ? `a ${name}` : undefined);
  let handle;
  if (isOkp(name)) {
    if (data.length !== rawSizes[name]) {
      throw dataError(`${name} raw keys must be exactly ${rawSizes[name]}-bytes`);
    }
    handle = open().keyFromRaw(name, false, data);
  } else {
    handle = open().keyFromPoint(curves[namedCurve][0], data, undefined);
  }
  if (handle === undefined) throw dataError('Invalid keyData');
  return new PublicKeyObject(handle);
}

function importObject(algorithm, format, data, extractable, usages) {
  const { name } = algorithm;
  const article = isOkp(name) ? `a ${name}` : undefined;
  switch (format) {
    case 'spki':
      checkUsagesOf(name, usages, true, article);
      return read(createPublicKey, data, 'spki');
    case 'pkcs8':
      checkUsagesOf(name, usages, false, article);
      return read(createPrivateKey, data, 'pkcs8');
    case 'jwk':
      return importJwk(algorithm, data, extractable, usages);
    default:
      if (isRsa(name)) throw notSupported(`Unable to import RSA key with format ${format}`);
      return importRaw(algorithm, data, usages);
  }
}

function importKey(algorithm, format, data, extractable, usages) {
  const { name, namedCurve } = algorithm;
  if (!isRsa(name) && !isOkp(name) && !isCurve(namedCurve)) {
    throw notSupported('Unrecognized namedCurve');
  }
  const object = importObject(algorithm, format, data, extractable, usages);
  const type = isRsa(name) ? 'rsa' : isOkp(name) ? name.toLowerCase() : 'ec';
  if (object.asymmetricKeyType !== type) throw dataError('Invalid key type');
  const details = object.asymmetricKeyDetails;
  if (type === 'ec' && details.namedCurve !== curves[namedCurve][0]) {
    throw dataError('Named curve mismatch');
  }
  if (type === 'ec' && !native.keyCheck(handleOf(object))) throw dataError('Invalid keyData');
  const digits = details.publicExponent?.toString(16) ?? '';
  const known = told({ ...algorithm, modulusLength: details.modulusLength,
    publicExponent: new Uint8Array(
      Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex')) });
  return makeKey(object, known, usages, extractable);
}

// undefined: such a key has no such form.
function exportKey(key, format) {
  const { object, algorithm, usages, extractable } = partsOf(key);
  const { name } = algorithm;
  const isPublic = object.type === 'public';
  if (format === 'spki' && isPublic) {
    const { namedCurve } = algorithm;
    // A point that came compressed does not go so.
    const whole = namedCurve === undefined ? object : new PublicKeyObject(native.keyFromPoint(
      curves[namedCurve][0], native.keyPoint(handleIn(key), false), undefined));
    return asBuffer(whole.export({ format: 'der', type: 'spki' }));
  }
  if (format === 'pkcs8' && !isPublic) {
    return asBuffer(object.export({ format: 'der', type: 'pkcs8' }));
  }
  const handle = handleIn(key);
  if (format === 'raw' && isPublic && !isRsa(name)) {
    return asBuffer(toBuffer(isOkp(name) ? native.keyParts(handle).x :
      native.keyPoint(handle, false)));
  }
  if (format !== 'jwk') return undefined;
  const jwk = { key_ops: usages, ext: extractable, ...jwkOf(handle) };
  if (isRsa(name)) jwk.alg = rsaJwkName(algorithm);
  else if (name === 'Ed25519' || name === 'Ed448') jwk.alg = name;
  return jwk;
}

// What signData needs of an algorithm: [digest, padding, salt, bytes of a number].
function mannerOf(key, algorithm) {
  const { object, algorithm: own } = partsOf(key);
  switch (algorithm.name) {
    case 'RSASSA-PKCS1-v1_5':
      return [digestNames[own.hash.name], 1, undefined, 0];
    case 'RSA-PSS': {
      const { modulusLength } = object.asymmetricKeyDetails;
      const most = Math.ceil((modulusLength - 1) / 8) -
        open().digestSize(digestNames[own.hash.name]) - 2;
      if (algorithm.saltLength > most) {
        const { codes } = require('internal/errors');
        throw failed(new codes.ERR_OUT_OF_RANGE('algorithm.saltLength', `>= 0 && <= ${most}`,
          algorithm.saltLength));
      }
      return [digestNames[own.hash.name], 6, algorithm.saltLength, 0];
    }
    case 'ECDSA':
      return [digestNames[algorithm.hash.name], undefined, undefined,
        native.keyOrder(handleIn(key))];
    default:
      if (algorithm.context?.byteLength > 0) {
        throw notSupported('Non zero-length context is not yet supported');
      }
      return [undefined, undefined, undefined, 0];
  }
}

// With a signature: whether it is right.
async function sign(algorithm, key, data, signature) {
  open();
  const handle = handleIn(key);
  const type = signature === undefined ? 'private' : 'public';
  if (partsOf(key).object.type !== type) {
    throw domError(`Key must be a ${type} key`, 'InvalidAccessError');
  }
  return job(native.signData, handle, ...mannerOf(key, algorithm), data, signature);
}

async function rsaCrypt(encrypts, key, { label }, data) {
  const { object, algorithm } = partsOf(key);
  if (object.type !== (encrypts ? 'public' : 'private')) {
    throw domError('The requested operation is not valid for the provided key',
      'InvalidAccessError');
  }
  return job(open().rsa, encrypts ? 0 : 1, handleIn(key), 4, digestNames[algorithm.hash.name],
    label, data, false);
}

function checkPeers(algorithm, key) {
  const { public: peer } = algorithm;
  const own = partsOf(key);
  const other = partsOf(peer);
  if (other.object.type !== 'public') {
    throw domError('algorithm.public must be a public key', 'InvalidAccessError');
  }
  if (own.object.type !== 'private') {
    throw domError('baseKey must be a private key', 'InvalidAccessError');
  }
  const names = ['ECDH', 'X25519', 'X448'];
  if (!names.includes(other.algorithm.name)) {
    throw domError('Keys must be ECDH, X25519, or X448 keys', 'InvalidAccessError');
  }
  if (own.algorithm.name !== other.algorithm.name) {
    throw domError('The public and private keys must be of the same type', 'InvalidAccessError');
  }
  if (own.algorithm.namedCurve !== other.algorithm.namedCurve) {
    throw domError('Named curve mismatch', 'InvalidAccessError');
  }
}

async function sharedBits(algorithm, key, length) {
  checkPeers(algorithm, key);
  const secret = await job(open().sharedSecret, handleIn(key), handleIn(algorithm.public));
  if (length === null) return secret;
  const size = Math.ceil(length / 8);
  if (secret.length < size) {
    throw domError('derived bit length is too small', 'OperationError');
  }
  const bits = secret.slice(0, size);
  if (length % 8 !== 0) bits[size - 1] &= 0xff << (8 - (length % 8));
  return bits;
}

module.exports = { exportKey, generate, importKey, rsaCrypt, sharedBits, sign };
