// SPDX-License-Identifier: MIT
// tls.TLSSocket: a net.Socket over a handle that encrypts. What a server decides during the
// handshake is in internal/tls/handshake.js.
'use strict';
const net = require('net');
const { codes } = require('internal/errors');
const {
  validateAbortSignal, validateBuffer, validateFunction, validateInt32, validateObject,
  validateString, validateUint32,
} = require('internal/validators');
const { nativeError, toBuffer } = require('internal/crypto/native');
const { TCP, Pipe } = require('internal/stream_base');
const { initHandle } = require('internal/net/socket');
const { TLSWrap } = require('internal/tls/handle');
const { Context, createSecureContext } = require('internal/tls/context');
const { convertALPNProtocols } = require('internal/tls/identity');
const handshake = require('internal/tls/handshake');
const { options: programOptions } = require('internal/program');
const { process } = require('internal/process');

const kHandle = Symbol('handle'); // kept after the socket has released it
const kVerified = Symbol('verified');
const kPendingSession = Symbol('pending session');

function contextOf(options) {
  return options.secureContext ?? createSecureContext(options);
}

function TLSSocket(socket, options) {
  if (!(this instanceof TLSSocket)) return new TLSSocket(socket, options);
  const tlsOptions = { ...options };
  if (tlsOptions.ALPNProtocols) convertALPNProtocols(tlsOptions.ALPNProtocols, tlsOptions);
  this._tlsOptions = tlsOptions;
  this._secureEstablished = false;
  this._securePending = false;
  this._newSessionPending = false;
  this._controlReleased = false;
  this.secureConnecting = true;
  this._SNICallback = null;
  this.servername = null;
  this.alpnProtocol = null;
  this.authorized = false;
  this.authorizationError = null;
  this[kVerified] = false;
  this[kPendingSession] = null;
  // A socket without a handle yet gets one under it; anything else that is a stream is one.
  const isPlain = socket instanceof net.Socket && socket._handle && !(socket instanceof TLSSocket);
  const under = isPlain ? socket : undefined;
  const duplex = !socket || isPlain ? undefined : socket;
  tlsOptions.secureContext = contextOf(tlsOptions);
  this.encrypted = true;
  const allowHalfOpen = socket ? socket.allowHalfOpen : tlsOptions.allowHalfOpen;
  // One of net below would end itself when the other side has ended; this one decides.
  if (duplex instanceof net.Socket) duplex.allowHalfOpen = true;
  net.Socket.call(this, {
    handle: wrapHandle(this, tlsOptions, under, duplex),
    allowHalfOpen,
    pauseOnCreate: tlsOptions.pauseOnConnect,
    manualStart: true,
    highWaterMark: tlsOptions.highWaterMark,
    onread: !socket ? tlsOptions.onread : null,
  });
  this.ssl = this._handle;
  this[kHandle] = this._handle;
  this._init(socket, under ?? duplex);
  process.nextTick(beginReading, this, under);
  const { signal } = tlsOptions;
  if (signal) {
    validateAbortSignal(signal, 'options.signal');
    require('stream').addAbortSignal(signal, this);
  }
}
Object.setPrototypeOf(TLSSocket.prototype, net.Socket.prototype);
Object.setPrototypeOf(TLSSocket, net.Socket);

function wrapHandle(socket, options, under, duplex) {
  const { secureContext, isServer } = options;
  const context = secureContext.context ?? secureContext;
  if (!(context instanceof Context)) throw new codes.ERR_TLS_INVALID_CONTEXT('context');
  const parent = duplex !== undefined ? undefined :
    under?._handle ?? (options.pipe ? new Pipe() : new TCP());
  const verifies = !isServer || Boolean(options.requestCert);
  const must = verifies && options.rejectUnauthorized !== false;
  const handle = new TLSWrap(parent, under, context.handleFor(verifies, must), Boolean(isServer),
    duplex);
  handle._secureContext = secureContext;
  handle.owner = socket;
  return handle;
}

// A new handle for another attempt to connect.
TLSSocket.prototype._newHandle = function newHandle(isPipe) {
  const handle = wrapHandle(this, { ...this._tlsOptions, pipe: isPipe });
  this._handle = handle;
  this.ssl = handle;
  this[kHandle] = handle;
  initHandle(this);
  handshake.prepare(this, handle, this._tlsOptions);
  return handle;
};

TLSSocket.prototype._init = function init(socket, wrap) {
  const options = this._tlsOptions;
  const handle = this._handle;
  this.server = options.server;
  this._requestCert = Boolean(options.requestCert) || !options.isServer;
  this._rejectUnauthorized = Boolean(options.rejectUnauthorized);
  handle.setVerifyMode(this._requestCert, this._rejectUnauthorized);
  handshake.prepare(this, handle, options);
  this.on('error', this._tlsError);
  if (wrap) {
    wrap.on('close', () => this.destroy());
    wrap.on('error', (error) => this._emitTLSError(error));
  }
  if (socket) this._parent = socket;
  if (wrap) {
    this.connecting = socket.connecting || (socket instanceof net.Socket && !socket._handle);
    socket.once('connect', () => {
      this.connecting = false;
      this.emit('connect');
    });
  }
  // A handshake has a time limit only on request.
  if (options.handshakeTimeout > 0) this.setTimeout(options.handshakeTimeout, this._handleTimeout);
  this.on('newListener', onKeylogListener);
  if (options.enableTrace || programOptions.traceTls) this.enableTrace();
};

function onKeylogListener(event) {
  if (event !== 'keylog') return;
  this[kHandle].enableKeylogCallback();
  this.removeListener('newListener', onKeylogListener);
}

// After the code that made the socket has added its listeners. What the socket below has already
// read is for this one.
function beginReading(socket, under) {
  if (!socket._handle) return;
  while (under?.readableLength) {
    const bytes = under.read();
    if (bytes === null) break;
    socket._handle.receive(bytes);
  }
  socket.read(0);
}

TLSSocket.prototype._handleTimeout = function handleTimeout() {
  this._emitTLSError(new codes.ERR_TLS_HANDSHAKE_TIMEOUT());
};

TLSSocket.prototype._emitTLSError = function emitTLSError(error) {
  const rest = this._tlsError(error);
  if (rest) this.destroy(rest);
};

// Until the program has the socket, its errors are the server's.
TLSSocket.prototype._tlsError = function tlsError(error) {
  this.emit('_tlsError', error);
  return this._controlReleased ? error : null;
};

TLSSocket.prototype._releaseControl = function releaseControl() {
  if (this._controlReleased) return false;
  this._controlReleased = true;
  this.removeListener('error', this._tlsError);
  return true;
};

TLSSocket.prototype._finishInit = function finishInit() {
  if (!this._handle) return; // destroyed by then
  this.alpnProtocol = this._handle.getALPNNegotiatedProtocol();
  if (!this.servername) this.servername = this._handle.getServername();
  this._secureEstablished = true;
  if (this._tlsOptions.handshakeTimeout > 0) this.setTimeout(0, this._handleTimeout);
  this.emit('secure');
};

TLSSocket.prototype._start = function start() {
  if (this.connecting) {
    this.once('connect', this._start);
    return;
  }
  this._handle?.start();
};

TLSSocket.prototype._destroySSL = function destroySSL() {
  this.ssl?.destroySSL();
  this.ssl = null;
};

// A session that a server sent before it is known whether it can be trusted waits.
TLSSocket.prototype._gotSession = function gotSession(session) {
  if (this[kVerified]) this.emit('session', session);
  else this[kPendingSession] = session;
};

TLSSocket.prototype._verified = function verified() {
  this[kVerified] = true;
  const session = this[kPendingSession];
  this[kPendingSession] = null;
  if (session) this.emit('session', session);
};

TLSSocket.prototype.disableRenegotiation = function disableRenegotiation() {
  this._noRenegotiation = true;
};

TLSSocket.prototype.renegotiate = function renegotiate(options, callback) {
  validateObject(options, 'options');
  if (callback !== undefined) validateFunction(callback, 'callback');
  if (this.destroyed) return undefined;
  if (this._noRenegotiation) {
    const error = new codes.ERR_TLS_RENEGOTIATION_DISABLED();
    if (callback) process.nextTick(callback, error);
    else process.nextTick(() => this.destroy(error));
    return false;
  }
  const request = options.requestCert !== undefined ? Boolean(options.requestCert) :
    this._requestCert;
  const reject = options.rejectUnauthorized !== undefined ? Boolean(options.rejectUnauthorized) :
    this._rejectUnauthorized;
  if (request !== this._requestCert || reject !== this._rejectUnauthorized) {
    this._handle.setVerifyMode(request, reject);
    this._requestCert = request;
    this._rejectUnauthorized = reject;
  }
  this.write(''); // so that the handle is asked to write
  try {
    this._handle.renegotiate();
  } catch (error) {
    if (callback) process.nextTick(callback, error);
    return false;
  }
  if (callback) this.once('secure', () => callback(null));
  return true;
};

TLSSocket.prototype.exportKeyingMaterial = function exportKeyingMaterial(length, label, context) {
  validateUint32(length, 'length', true);
  validateString(label, 'label');
  if (context !== undefined) validateBuffer(context, 'context');
  if (!this._secureEstablished) throw new codes.ERR_TLS_INVALID_STATE();
  return toBuffer(this._handle.exportKeyingMaterial(length, label, context));
};

TLSSocket.prototype.setMaxSendFragment = function setMaxSendFragment(size) {
  validateInt32(size, 'size');
  return this._handle.setMaxSendFragment(size);
};

TLSSocket.prototype.setServername = function setServername(name) {
  validateString(name, 'name');
  if (this._tlsOptions.isServer) throw new codes.ERR_TLS_SNI_FROM_SERVER();
  this._clientName = name; // for other attempts to connect
  this._handle?.setServername(name);
};

TLSSocket.prototype.setSession = function setSession(session) {
  if (typeof session === 'string') session = Buffer.from(session, 'latin1');
  if (!ArrayBuffer.isView(session)) {
    throw nativeError('ERR_INVALID_ARG_TYPE', 'Session must be a buffer');
  }
  if (this._handle && !this._handle.setSession(session)) {
    throw Object.assign(new Error('SSL_set_session error'),
      { code: 'ERR_CRYPTO_OPERATION_FAILED' });
  }
};

TLSSocket.prototype.setKeyCert = function setKeyCert(context) {
  const made = context?.context instanceof Context ? context : createSecureContext(context);
  this._handle?.setKeyCert(made.context.handle);
};

TLSSocket.prototype.getPeerCertificate = function getPeerCertificate(detailed) {
  if (!this._handle) return null;
  return require('internal/tls/certificates').peerObject(this._handle, Boolean(detailed));
};

TLSSocket.prototype.getCertificate = function getCertificate() {
  if (!this._handle) return null;
  return require('internal/tls/certificates').ownObject(this._handle);
};

TLSSocket.prototype.getPeerX509Certificate = function getPeerX509Certificate() {
  return this._handle ? require('internal/tls/certificates').peerX509(this._handle) : undefined;
};

TLSSocket.prototype.getX509Certificate = function getX509Certificate() {
  return this._handle ? require('internal/tls/certificates').ownX509(this._handle) : undefined;
};

TLSSocket.prototype.getCipher = function getCipher() {
  if (!this._handle) return null;
  const found = this._handle.getCipher();
  if (found === undefined) return {};
  const [name, standardName, version] = found;
  return { name, standardName, version };
};

TLSSocket.prototype.getEphemeralKeyInfo = function getEphemeralKeyInfo() {
  if (!this._handle) return null;
  const found = this._handle.getEphemeralKeyInfo();
  if (found === null) return null;
  if (found === undefined) return {};
  const [type, name, size] = found;
  return type === 'DH' ? { type, size } : { type, name, size };
};

function bytesMethod(name, ask) {
  TLSSocket.prototype[name] = { [name]() {
    if (!this._handle) return null;
    const bytes = ask(this._handle);
    return bytes === undefined ? undefined : toBuffer(bytes);
  } }[name];
}

bytesMethod('getFinished', (handle) => handle.getFinished(false));
bytesMethod('getPeerFinished', (handle) => handle.getFinished(true));
bytesMethod('getSession', (handle) => handle.getSession());
bytesMethod('getTLSTicket', (handle) => handle.getTLSTicket());

TLSSocket.prototype.getProtocol = function getProtocol() {
  return this._handle ? this._handle.getProtocol() : null;
};

TLSSocket.prototype.getSharedSigalgs = function getSharedSigalgs() {
  return this._handle ? this._handle.getSharedSigalgs() : null;
};

TLSSocket.prototype.isSessionReused = function isSessionReused() {
  return this._handle ? this._handle.isSessionReused() : null;
};

TLSSocket.prototype.enableTrace = function enableTrace() {
  const problem = this._handle?.trace();
  if (problem !== undefined) throw new codes.ERR_DLOPEN_FAILED(problem);
};

exports.TLSSocket = TLSSocket;
