// SPDX-License-Identifier: MIT
// Secure contexts: the keys, certificates and rules that connections have in common.
'use strict';
const { codes } = require('internal/errors');
const {
  validateBuffer, validateInt32, validateString, validateObject, validateInteger,
} = require('internal/validators');
const { nativeError, toBuffer } = require('internal/crypto/native');
const { open } = require('internal/tls/native');
const { readVersions, TLS12, TLS13 } = require('internal/tls/versions');
const { process } = require('internal/process');

const kinds = ['string', 'Buffer', 'TypedArray', 'DataView'];
const SSL_OP_CIPHER_SERVER_PREFERENCE = 0x400000;
const TICKET_KEYS = 48;

function bytesOf(value) {
  return typeof value === 'string' ? Buffer.from(value) : value;
}

function checkPem(value, name) {
  if (typeof value !== 'string' && !ArrayBuffer.isView(value)) {
    throw new codes.ERR_INVALID_ARG_TYPE(name, kinds, value);
  }
  return bytesOf(value);
}

let isContext;

// What is inside a SecureContext: with the functions that programs know from Node's.
class Context {
  static { isContext = (value) => #native in Object(value); }

  #native;
  #roots = false; // those of the system are to be trusted, and not loaded yet
  #others = false; // and so are some that a PFX had with it
  #handle;

  constructor({ role, min, max }) {
    this.#native = open();
    this.#handle = this.#native.context(role, min, max);
  }

  get handle() { return this.#handle; }

  // For a connection that checks the other side's certificate.
  handleFor(verifies, must) {
    if (this.#roots && verifies) {
      require('internal/tls/roots').useRoots(this.#handle, must, this.#others);
      this.#roots = false;
    }
    return this.#handle;
  }

  // For C++ addons, in Node.
  get _external() { return this.#handle; }

  addRootCerts() {
    this.#roots = true;
    require('internal/tls/roots').checkExtra();
  }

  addCACert(pem) {
    if (this.#roots) require('internal/tls/roots').useRoots(this.#handle, false, true);
    this.#roots = false;
    this.#native.trust(this.#handle, bytesOf(pem));
  }

  setCert(pem) { this.#native.certificate(this.#handle, bytesOf(pem)); }
  setKey(pem, passphrase) {
    this.#native.key(this.#handle, bytesOf(pem), passphrase === undefined || passphrase === null ?
      undefined : bytesOf(passphrase));
  }

  addCRL(pem) {
    if (!this.#native.revoked(this.#handle, bytesOf(pem))) {
      throw nativeError('ERR_CRYPTO_OPERATION_FAILED', 'Failed to parse CRL');
    }
  }

  loadPKCS12(bytes, passphrase) {
    const problem = this.#native.pfx(this.#handle, bytes, passphrase);
    if (problem === 'unsupported') {
      throw nativeError('ERR_CRYPTO_UNSUPPORTED_OPERATION', 'Unsupported PKCS12 PFX data');
    }
    if (problem !== undefined) throw new Error(problem);
    this.#others = true;
  }

  setCiphers(list) { this.#native.ciphers(this.#handle, list); }
  setCipherSuites(list) { this.#native.suites(this.#handle, list); }
  setSigalgs(list) { this.#native.signatures(this.#handle, list); }
  setECDHCurve(list) {
    if (list !== 'auto' && !this.#native.curves(this.#handle, list)) {
      throw nativeError('ERR_CRYPTO_OPERATION_FAILED', 'Failed to set ECDH curve');
    }
  }

  setDHParam(pem) { return this.#native.diffieHellman(this.#handle, pem); }
  setOptions(bits) { this.#native.options(this.#handle, bits, 0); }
  setSessionIdContext(text) { this.#native.sessionContext(this.#handle, text); }
  setSessionTimeout(seconds) { this.#native.sessionTimeout(this.#handle, seconds); }
  setAllowPartialTrustChain() { this.#native.partialChains(this.#handle); }
  getTicketKeys() { return toBuffer(this.#native.ticketKeys(this.#handle, undefined)); }
  setTicketKeys(keys) { this.#native.ticketKeys(this.#handle, keys); }
  getMinProto() { return this.#native.versions(this.#handle)[0]; }
  getMaxProto() { return this.#native.versions(this.#handle)[1]; }
  setMinProto(version) { this.#native.setVersion(this.#handle, false, version); }
  setMaxProto(version) { this.#native.setVersion(this.#handle, true, version); }
  getCertificate() { return optional(this.#native.ownCertificate(this.#handle, false)); }
  getIssuer() { return optional(this.#native.ownCertificate(this.#handle, true)); }
  close() {}
}

// As in V8 for methods of native objects.
for (const key of Object.getOwnPropertyNames(Context.prototype)) {
  const property = Object.getOwnPropertyDescriptor(Context.prototype, key);
  const method = property.value;
  if (key === 'constructor' || typeof method !== 'function') continue;
  property.value = { [key](...list) {
    if (!isContext(this)) throw new TypeError('Illegal invocation');
    return Reflect.apply(method, this, list);
  } }[key];
  Object.defineProperty(Context.prototype, key, property);
}

function optional(bytes) {
  return bytes === undefined ? null : toBuffer(bytes);
}

function SecureContext(secureProtocol, secureOptions, minVersion, maxVersion) {
  if (!(this instanceof SecureContext)) {
    return new SecureContext(secureProtocol, secureOptions, minVersion, maxVersion);
  }
  this.context = new Context(readVersions({ minVersion, maxVersion, secureProtocol },
    require('tls')));
  if (secureOptions) {
    validateInteger(secureOptions, 'secureOptions');
    this.context.setOptions(secureOptions);
  }
}

const each = (value) => (Array.isArray(value) ? value : [value]);

function addKeys(context, key, passphrase, name) {
  for (const one of each(key)) {
    const isPair = Array.isArray(key);
    const pem = isPair && one?.pem !== undefined ? one.pem : one;
    const secret = isPair && one?.passphrase !== undefined ? one.passphrase : passphrase;
    const bytes = checkPem(pem, `${name}.key`);
    if (secret !== undefined && secret !== null) validateString(secret, `${name}.passphrase`);
    context.setKey(bytes, secret);
  }
}

function addSecrets(context, options, name) {
  const { ca, cert, key, passphrase, pfx, crl } = options;
  if (ca) for (const one of each(ca)) context.addCACert(checkPem(one, `${name}.ca`));
  else context.addRootCerts();
  if (cert) for (const one of each(cert)) context.setCert(checkPem(one, `${name}.cert`));
  if (key) addKeys(context, key, passphrase, name);
  if (pfx !== undefined && pfx !== null) {
    for (const one of each(pfx)) {
      const bytes = one.buf ? one.buf : one;
      context.loadPKCS12(bytesOf(bytes), one.passphrase || passphrase || undefined);
    }
  }
  if (crl !== undefined && crl !== null) {
    for (const one of each(crl)) context.addCRL(checkPem(one, `${name}.crl`));
  }
}

// Names that begin with TLS_ are for TLS 1.3, which has defaults if none are given; older versions
// are not used if there are only those.
function setCiphers(context, options, name) {
  const given = options.ciphers;
  if (given !== undefined && given !== null) validateString(given, `${name}.ciphers`);
  const list = (given || require('tls').DEFAULT_CIPHERS).split(':').filter((one) => one !== '');
  const suites = list.filter((one) => one.startsWith('TLS_')).join(':');
  const others = list.filter((one) => !one.startsWith('TLS_')).join(':');
  if (list.length === 0) throw new codes.ERR_INVALID_ARG_VALUE(`${name}.ciphers`, given);
  if (suites !== '') context.setCipherSuites(suites);
  context.setCiphers(others);
  if (others !== '') return;
  const low = context.getMinProto();
  const high = context.getMaxProto();
  if ((low === 0 || low < TLS13) && (high === 0 || high > TLS12)) context.setMinProto(TLS13);
}

function setDHParam(context, dhparam, name) {
  if (dhparam === 'auto') {
    context.setDHParam(true);
    return;
  }
  const bits = context.setDHParam(checkPem(dhparam, `${name}.dhparam`));
  if (bits === 0) return;
  if (bits < 1024) {
    throw nativeError('ERR_INVALID_ARG_VALUE', 'DH parameter is less than 1024 bits');
  }
  if (bits < 2048) {
    process.emitWarning('DH parameter is less than 2048 bits', 'SecurityWarning');
  }
}

function checkTicketKeys(keys, name) {
  validateBuffer(keys, name);
  if (keys.byteLength !== TICKET_KEYS) {
    throw new codes.ERR_INVALID_ARG_VALUE(name, keys.byteLength, 'must be exactly 48 bytes');
  }
}

function setSessions(context, options, name) {
  const { sessionIdContext, sessionTimeout, ticketKeys } = options;
  if (sessionIdContext !== undefined && sessionIdContext !== null) {
    validateString(sessionIdContext, `${name}.sessionIdContext`);
    context.setSessionIdContext(sessionIdContext);
  }
  if (ticketKeys !== undefined && ticketKeys !== null) {
    checkTicketKeys(ticketKeys, `${name}.ticketKeys`);
    context.setTicketKeys(ticketKeys);
  }
  if (sessionTimeout !== undefined && sessionTimeout !== null) {
    validateInt32(sessionTimeout, `${name}.sessionTimeout`, 0);
    context.setSessionTimeout(sessionTimeout);
  }
}

function refuseEngines(options, name) {
  const { clientCertEngine, privateKeyEngine, privateKeyIdentifier } = options;
  const given = Object.entries({ privateKeyIdentifier, privateKeyEngine, clientCertEngine })
    .filter(([, value]) => value !== undefined && value !== null);
  for (const [key, value] of given) {
    if (typeof value !== 'string') {
      throw new codes.ERR_INVALID_ARG_TYPE(`${name}.${key}`, ['string', 'null', 'undefined'],
        value);
    }
  }
  if (given.length > 0) throw new codes.ERR_CRYPTO_CUSTOM_ENGINE_NOT_SUPPORTED();
}

function configure(context, options, name) {
  validateObject(options, name);
  const { sigalgs, ecdhCurve, dhparam, allowPartialTrustChain } = options;
  setCiphers(context, options, name); // first: @SECLEVEL says which keys will do
  addSecrets(context, options, name);
  if (allowPartialTrustChain) context.setAllowPartialTrustChain();
  if (sigalgs !== undefined && sigalgs !== null) {
    validateString(sigalgs, `${name}.sigalgs`);
    if (sigalgs === '') throw new codes.ERR_INVALID_ARG_VALUE(`${name}.sigalgs`, sigalgs);
    context.setSigalgs(sigalgs);
  }
  refuseEngines(options, name);
  const curve = ecdhCurve === undefined ? require('tls').DEFAULT_ECDH_CURVE : ecdhCurve;
  validateString(curve, `${name}.ecdhCurve`);
  context.setECDHCurve(curve);
  if (dhparam !== undefined && dhparam !== null) setDHParam(context, dhparam, name);
  setSessions(context, options, name);
}

function createSecureContext(options) {
  options ||= {};
  const { honorCipherOrder, minVersion, maxVersion, secureProtocol } = options;
  let { secureOptions } = options;
  if (honorCipherOrder) secureOptions |= SSL_OP_CIPHER_SERVER_PREFERENCE;
  const made = new SecureContext(secureProtocol, secureOptions, minVersion, maxVersion);
  configure(made.context, options, 'options');
  return made;
}

module.exports = { Context, SecureContext, checkTicketKeys, createSecureContext };
