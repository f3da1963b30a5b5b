// SPDX-License-Identifier: MIT
// X509Certificate.
'use strict';
const { codes } = require('internal/errors');
const { validateBoolean, validateObject, validateString } = require('internal/validators');
const { bytesOf, isBytes, native, nativeError, open, toBuffer } = require('internal/crypto/native');
const { handleOf: keyHandleOf, PublicKeyObject } = require('internal/crypto/keys');
const { kClone } = require('internal/structured_clone');

const digests = { fingerprint: 'SHA1', fingerprint256: 'SHA256', fingerprint512: 'SHA512' };
const nistCurves = { __proto__: null, prime256v1: 'P-256', secp384r1: 'P-384',
  secp521r1: 'P-521', secp224r1: 'P-224', prime192v1: 'P-192' };
const HOST = 0;
const EMAIL = 1;
const ADDRESS = 2;
let handleOf;
let withIssuer;

function fingerprint(handle, name) {
  return toBuffer(native.x509Digest(handle, digests[name])).toString('hex').toUpperCase()
    .replace(/(..)(?=.)/g, '$1:');
}

// What each property without an argument says, asked once.
const properties = {
  subject: (handle) => native.x509Name(handle, false),
  subjectAltName: (handle) => native.x509Names(handle),
  issuer: (handle) => native.x509Name(handle, true),
  infoAccess: (handle) => native.x509Access(handle),
  validFrom: (handle) => native.x509Time(handle, false),
  validTo: (handle) => native.x509Time(handle, true),
  fingerprint: (handle) => fingerprint(handle, 'fingerprint'),
  fingerprint256: (handle) => fingerprint(handle, 'fingerprint256'),
  fingerprint512: (handle) => fingerprint(handle, 'fingerprint512'),
  keyUsage: (handle) => native.x509Usage(handle),
  serialNumber: (handle) => native.x509Serial(handle),
  raw: (handle) => toBuffer(native.x509Bytes(handle, false)),
  publicKey: (handle) => new PublicKeyObject(native.x509Key(handle)),
  ca: (handle) => native.x509Authority(handle),
  issuerCertificate: () => undefined, // known only to those that came over a connection
};

function checkFlags(options) {
  validateObject(options, 'options');
  const {
    subject = 'default', wildcards = true, partialWildcards = true, multiLabelWildcards = false,
    singleLabelSubdomains = false,
  } = options;
  validateString(subject, 'options.subject');
  validateBoolean(wildcards, 'options.wildcards');
  validateBoolean(partialWildcards, 'options.partialWildcards');
  validateBoolean(multiLabelWildcards, 'options.multiLabelWildcards');
  validateBoolean(singleLabelSubdomains, 'options.singleLabelSubdomains');
  let flags = 0;
  if (subject === 'always') flags |= 0x1;
  else if (subject === 'never') flags |= 0x20;
  else if (subject !== 'default') {
    throw new codes.ERR_INVALID_ARG_VALUE('options.subject', subject);
  }
  if (!wildcards) flags |= 0x2;
  if (!partialWildcards) flags |= 0x4;
  if (multiLabelWildcards) flags |= 0x8;
  if (singleLabelSubdomains) flags |= 0x10;
  return flags;
}

function check(handle, what, name, flags) {
  const found = native.x509Check(handle, what, name, flags);
  if (found === false) {
    throw nativeError('ERR_INVALID_ARG_VALUE',
      what === ADDRESS ? 'Invalid IP' : 'Invalid name');
  }
  return found;
}

class X509Certificate {
  #handle;
  #known = { __proto__: null };

  constructor(buffer) {
    if (typeof buffer === 'string') buffer = bytesOf(buffer);
    else if (native.x509Is?.(buffer)) {
      this.#handle = buffer;
      return;
    }
    if (!isBytes(buffer)) {
      throw new codes.ERR_INVALID_ARG_TYPE('buffer',
        ['string', 'Buffer', 'TypedArray', 'DataView'], buffer);
    }
    this.#handle = open().x509(bytesOf(buffer));
  }

  static {
    handleOf = (value) => (typeof value === 'object' && value !== null && #handle in value ?
      value.#handle : undefined);
    withIssuer = (certificate, issuer) => {
      certificate.#known.issuerCertificate = issuer;
      return certificate;
    };
    for (const name of Object.keys(properties)) {
      Object.defineProperty(X509Certificate.prototype, name, {
        configurable: true,
        enumerable: false,
        get: { get() {
          if (!(name in this.#known)) this.#known[name] = properties[name](this.#handle);
          return this.#known[name];
        } }.get,
      });
    }
  }

  [Symbol.for('nodejs.util.inspect.custom')](depth, options) {
    if (depth < 0) return this;
    const shown = {};
    for (const name of Object.keys(properties).slice(0, 11)) shown[name] = this[name];
    const { inspect } = require('internal/inspect');
    return `X509Certificate ${inspect(shown, {
      ...options, depth: options.depth === null ? null : options.depth - 1,
    })}`;
  }

  [kClone]() {
    return { data: new Uint8Array(this.raw),
      deserializeInfo: 'internal/crypto/x509:ClonedCertificate' };
  }

  toString() { return native.x509Bytes(this.#handle, true); }

  toJSON() { return this.toString(); }

  checkHost(name, options = {}) {
    validateString(name, 'name');
    return check(this.#handle, HOST, name, checkFlags(options));
  }

  checkEmail(email, options = {}) {
    validateString(email, 'email');
    return check(this.#handle, EMAIL, email, checkFlags(options));
  }

  checkIP(ip, options = undefined) {
    validateString(ip, 'ip');
    if (options !== undefined) checkFlags(options);
    return check(this.#handle, ADDRESS, ip, 0);
  }

  checkIssued(otherCert) {
    const other = handleOf(otherCert);
    if (other === undefined) {
      throw new codes.ERR_INVALID_ARG_TYPE('otherCert', 'X509Certificate', otherCert);
    }
    return native.x509Issued(this.#handle, other);
  }

  checkPrivateKey(pkey) {
    const key = keyHandleOf(pkey);
    if (key === undefined) throw new codes.ERR_INVALID_ARG_TYPE('pkey', 'KeyObject', pkey);
    if (pkey.type !== 'private') throw new codes.ERR_INVALID_ARG_VALUE('pkey', pkey);
    return native.x509Private(this.#handle, key);
  }

  verify(pkey) {
    const key = keyHandleOf(pkey);
    if (key === undefined) throw new codes.ERR_INVALID_ARG_TYPE('pkey', 'KeyObject', pkey);
    if (pkey.type !== 'public') throw new codes.ERR_INVALID_ARG_VALUE('pkey', pkey);
    return native.x509Verify(this.#handle, key);
  }

  toLegacyObject() { return legacy(this, this.#handle); }
}

const ClonedCertificate = {
  revive(bytes) { return new X509Certificate(bytes); },
};

// A member that is there several times becomes a list.
function gather(pairs) {
  const object = { __proto__: null };
  for (const [name, value] of pairs) {
    if (!(name in object)) object[name] = value;
    else if (Array.isArray(object[name])) object[name].push(value);
    else object[name] = [object[name], value];
  }
  return object;
}

// { 'OCSP - URI': [...] } of lines.
function accessObject(text) {
  const object = { __proto__: null };
  for (const line of text.split('\n')) {
    const at = line.indexOf(':');
    const name = line.slice(0, at);
    let value = line.slice(at + 1);
    if (value.startsWith('"')) value = JSON.parse(value);
    (object[name] ??= []).push(value);
  }
  return object;
}

function keyMembers(handle) {
  let key;
  try {
    key = native.x509Key(handle);
  } catch {
    return {};
  }
  const kind = native.keyName(key);
  if (kind === 'rsa' || kind === 'rsa-pss') {
    const { n, e } = native.keyParts(key);
    return {
      modulus: toBuffer(n).toString('hex').toUpperCase(),
      bits: native.keyDetails(key).modulusLength,
      exponent: `0x${toBuffer(e).toString('hex').replace(/^0+/, '')}`,
      pubkey: toBuffer(native.keyWrite(key, true, false, 2, undefined, undefined)),
    };
  }
  if (kind === 'ec') {
    const asn1Curve = native.keyDetails(key).namedCurve;
    const nistCurve = nistCurves[asn1Curve];
    const bits = native.keyBits(key);
    return { bits, pubkey: toBuffer(native.keyPoint(key, false)), asn1Curve,
      ...(nistCurve === undefined ? {} : { nistCurve }) };
  }
  return {};
}

function legacy(certificate, handle) {
  const { subjectAltName, infoAccess, keyUsage } = certificate;
  return {
    subject: gather(native.x509NameParts(handle, false)),
    issuer: gather(native.x509NameParts(handle, true)),
    ...(!subjectAltName ? {} : { subjectaltname: subjectAltName }),
    ...(!infoAccess ? {} : { infoAccess: accessObject(infoAccess) }),
    ca: certificate.ca,
    ...keyMembers(handle),
    valid_from: certificate.validFrom,
    valid_to: certificate.validTo,
    fingerprint: certificate.fingerprint,
    fingerprint256: certificate.fingerprint256,
    fingerprint512: certificate.fingerprint512,
    ...(keyUsage === undefined ? {} : { ext_key_usage: keyUsage }),
    serialNumber: certificate.serialNumber,
    raw: certificate.raw,
  };
}

function isX509Certificate(value) {
  return handleOf(value) !== undefined;
}

module.exports = { ClonedCertificate, handleOf, isX509Certificate, withIssuer, X509Certificate };
