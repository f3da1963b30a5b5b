// SPDX-License-Identifier: MIT
// tls.Server.
'use strict';
const net = require('net');
const EventEmitter = require('events');
const { codes } = require('internal/errors');
const {
  validateFunction, validateNumber, validateObject, validateString,
} = require('internal/validators');
const { Context, createSecureContext } = require('internal/tls/context');
const { convertALPNProtocols } = require('internal/tls/identity');
const { TLSSocket } = require('internal/tls/socket');

const kErrorEmitted = Symbol('error emitted');
const kTimeout = Symbol('handshake timeout');
const kSNI = Symbol('SNI callback');
const kPsk = Symbol('PSK');
const kTrace = Symbol('trace');
const SERVER_PREFERENCE = 0x400000;

function Server(options, listener) {
  if (!(this instanceof Server)) return new Server(options, listener);
  if (typeof options === 'function') {
    listener = options;
    options = {};
  } else if (options === null || options === undefined || typeof options === 'object') {
    options ??= {};
  } else {
    throw new codes.ERR_INVALID_ARG_TYPE('options', 'Object', options);
  }
  this._contexts = [];
  this.requestCert = options.requestCert === true;
  this.rejectUnauthorized = options.rejectUnauthorized !== false;
  if (options.sessionTimeout) this.sessionTimeout = options.sessionTimeout;
  if (options.ticketKeys) this.ticketKeys = options.ticketKeys;
  if (options.ALPNProtocols) convertALPNProtocols(options.ALPNProtocols, this);
  this.ALPNCallback = options.ALPNCallback;
  this.setSecureContext(options);
  this[kTimeout] = options.handshakeTimeout || 120 * 1000;
  validateNumber(this[kTimeout], 'options.handshakeTimeout');
  this[kSNI] = options.SNICallback;
  if (this[kSNI]) validateFunction(this[kSNI], 'options.SNICallback');
  if (this.ALPNCallback) {
    validateFunction(this.ALPNCallback, 'options.ALPNCallback');
    if (this.ALPNProtocols) throw new codes.ERR_TLS_ALPN_CALLBACK_WITH_PROTOCOLS();
  }
  if (options.pskCallback) validateFunction(options.pskCallback, 'options.pskCallback');
  if (options.pskIdentityHint) validateString(options.pskIdentityHint, 'options.pskIdentityHint');
  this[kTrace] = options.enableTrace;
  this[kPsk] = { callback: options.pskCallback, hint: options.pskIdentityHint };
  Reflect.apply(net.Server, this, [options, onConnection]);
  if (listener) this.on('secureConnection', listener);
}
Object.setPrototypeOf(Server.prototype, net.Server.prototype);
Object.setPrototypeOf(Server, net.Server);

function onConnection(raw) {
  const socket = new TLSSocket(raw, {
    secureContext: this._sharedCreds,
    isServer: true,
    server: this,
    requestCert: this.requestCert,
    rejectUnauthorized: this.rejectUnauthorized,
    handshakeTimeout: this[kTimeout],
    ALPNProtocols: this.ALPNProtocols,
    ALPNCallback: this.ALPNCallback,
    SNICallback: this[kSNI] || findContext,
    pauseOnConnect: this.pauseOnConnect,
    pskCallback: this[kPsk].callback,
    pskIdentityHint: this[kPsk].hint,
    enableTrace: this[kTrace],
    highWaterMark: this.highWaterMark,
  });
  socket[kErrorEmitted] = false;
  socket.on('secure', onSecure);
  socket.on('close', onClose);
  socket.on('_tlsError', onTLSError);
}

function onSecure() {
  if (this._requestCert) {
    const fault = this._handle.verifyError();
    if (fault) {
      this.authorizationError = fault.code;
      if (this._rejectUnauthorized) this.destroy();
    } else {
      this.authorized = true;
    }
  }
  if (!this.destroyed && this._releaseControl()) {
    this.secureConnecting = false;
    this._tlsOptions.server.emit('secureConnection', this);
  }
}

// It went away before it was anybody's.
function onClose(error) {
  if (error || this._controlReleased || this[kErrorEmitted]) return;
  this[kErrorEmitted] = true;
  const reset = Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
  this._tlsOptions.server.emit('tlsClientError', reset, this);
}

function onTLSError(error) {
  if (this._controlReleased || this[kErrorEmitted]) return;
  this[kErrorEmitted] = true;
  this._tlsOptions.server.emit('tlsClientError', error, this);
}

// The last one that fits.
function findContext(servername, callback) {
  const contexts = this.server._contexts;
  for (let i = contexts.length - 1; i >= 0; i--) {
    const [pattern, context] = contexts[i];
    if (pattern.test(servername)) {
      callback(null, context);
      return;
    }
  }
  callback(null, undefined);
}
findContext.isServers = true;

const names = ['pfx', 'key', 'passphrase', 'cert', 'clientCertEngine', 'ca', 'minVersion',
  'maxVersion', 'secureProtocol', 'crl', 'sigalgs', 'ciphers', 'ecdhCurve', 'dhparam'];

Server.prototype.setSecureContext = function setSecureContext(options) {
  validateObject(options, 'options');
  for (const name of names) this[name] = options[name] || undefined;
  if (options.ecdhCurve !== undefined) this.ecdhCurve = options.ecdhCurve;
  this.honorCipherOrder = options.honorCipherOrder !== undefined ?
    Boolean(options.honorCipherOrder) : true;
  const secureOptions = options.secureOptions || 0;
  this.secureOptions = secureOptions || undefined;
  if (options.sessionIdContext) {
    this.sessionIdContext = options.sessionIdContext;
  } else {
    // Sessions of different programs are distinguished by their command lines.
    this.sessionIdContext = require('crypto').createHash('sha1')
      .update(process.argv.join(' ')).digest('hex').slice(0, 32);
  }
  if (options.sessionTimeout) this.sessionTimeout = options.sessionTimeout;
  if (options.ticketKeys) this.ticketKeys = options.ticketKeys;
  this.privateKeyIdentifier = options.privateKeyIdentifier;
  this.privateKeyEngine = options.privateKeyEngine;
  const own = {};
  for (const name of [...names, 'honorCipherOrder', 'sessionIdContext', 'privateKeyIdentifier',
    'privateKeyEngine']) own[name] = this[name];
  this._sharedCreds = createSecureContext({
    ...own,
    secureOptions: this.honorCipherOrder ? secureOptions | SERVER_PREFERENCE : secureOptions,
    sessionTimeout: this.sessionTimeout,
    ticketKeys: this.ticketKeys,
    allowPartialTrustChain: options.allowPartialTrustChain,
  });
};

Server.prototype._getServerData = function getServerData() {
  return { ticketKeys: this.getTicketKeys().toString('hex') };
};

Server.prototype._setServerData = function setServerData(data) {
  this.setTicketKeys(Buffer.from(data.ticketKeys, 'hex'));
};

Server.prototype.getTicketKeys = function getTicketKeys() {
  return this._sharedCreds.context.getTicketKeys();
};

Server.prototype.setTicketKeys = function setTicketKeys(keys) {
  validateBufferLength(keys);
  this._sharedCreds.context.setTicketKeys(keys);
};

function validateBufferLength(keys) {
  if (!ArrayBuffer.isView(keys)) {
    throw new codes.ERR_INVALID_ARG_TYPE('buffer', ['Buffer', 'TypedArray', 'DataView'], keys);
  }
  if (keys.byteLength !== 48) {
    throw Object.assign(new Error('Session ticket keys must be a 48-byte buffer'),
      { code: 'ERR_INVALID_ARG_VALUE' });
  }
}

// As the options of the constructor, for what can still be changed.
Server.prototype.setOptions = require('internal/util/deprecate').deprecate(
  function setOptions(options) {
    this.requestCert = options.requestCert === true;
    this.rejectUnauthorized = options.rejectUnauthorized !== false;
    for (const name of [...names, 'sessionTimeout', 'ticketKeys', 'secureOptions',
      'sessionIdContext']) if (options[name]) this[name] = options[name];
    if (options.honorCipherOrder !== undefined) {
      this.honorCipherOrder = Boolean(options.honorCipherOrder);
    }
    if (options.ALPNProtocols) convertALPNProtocols(options.ALPNProtocols, this);
  }, 'Server.prototype.setOptions() is deprecated', 'DEP0122');

// "*.example.com": a star stands for a part of one label.
function patternOf(servername) {
  const text = servername.replace(/([.^$+?\-\\[\]{}])/g, '\\$1').replaceAll('*', '[^.]*');
  return new RegExp(`^${text}$`);
}

Server.prototype.addContext = function addContext(servername, context) {
  if (!servername) throw new codes.ERR_TLS_REQUIRED_SERVER_NAME();
  const pattern = patternOf(servername);
  const made = context?.context instanceof Context ? context : createSecureContext(context);
  this._contexts.push([pattern, made.context]);
};

Server.prototype[EventEmitter.captureRejectionSymbol] = function(error, event, socket, ...rest) {
  if (event === 'secureConnection') {
    socket.destroy(error);
  } else {
    Reflect.apply(net.Server.prototype[Symbol.for('nodejs.rejection')], this,
      [error, event, socket, ...rest]);
  }
};

function createServer(options, listener) {
  return new Server(options, listener);
}

module.exports = { Server, createServer };
