// SPDX-License-Identifier: MIT
// tls.connect: a client, and whether it trusts the server.
'use strict';
const net = require('net');
const { codes } = require('internal/errors');
const { validateFunction, validateString } = require('internal/validators');
const { normalizeArgs } = require('internal/net/address');
const { TLSSocket } = require('internal/tls/socket');
const { process } = require('internal/process');

const kOptions = Symbol('connect options');
let warned = false;

function rejectsByDefault() {
  if (process.env.NODE_TLS_REJECT_UNAUTHORIZED !== '0') return true;
  if (!warned) {
    warned = true;
    process.emitWarning('Setting the NODE_TLS_REJECT_UNAUTHORIZED environment variable to \'0\' ' +
      'makes TLS connections and HTTPS requests insecure by disabling certificate verification.');
  }
  return false;
}

// (options), (port[, host][, options]), (path[, options]), each with a callback at the end.
function readArguments(args) {
  const normalized = normalizeArgs(args);
  const [options] = normalized;
  for (const more of args.slice(1, 3)) {
    if (more !== null && typeof more === 'object') Object.assign(options, more);
  }
  return normalized;
}

function onEnd() {
  if (this._hadError) return;
  this._hadError = true;
  const options = this[kOptions];
  const error = new Error(
    'Client network socket disconnected before secure TLS connection was established');
  Object.assign(error, {
    code: 'ECONNRESET', path: options.path, host: options.host, port: options.port,
    localAddress: options.localAddress,
  });
  this.destroy(error);
}

// Why the other side is not to be trusted; null if it is.
function findFault(socket, options) {
  const error = socket._handle.verifyError();
  if (error || socket.isSessionReused()) return error;
  const host = options.servername || options.host || options.socket?._host || 'localhost';
  return options.checkServerIdentity(host, socket.getPeerCertificate(true)) ?? null;
}

function onSecure() {
  const options = this[kOptions];
  const key = this.getEphemeralKeyInfo();
  if (key.type === 'DH' && key.size < options.minDHSize) {
    this.destroy(new codes.ERR_TLS_DH_PARAM_SIZE(key.size));
    return;
  }
  const fault = findFault(this, options);
  if (fault) {
    this.authorized = false;
    this.authorizationError = fault.code || fault.message;
    if (options.rejectUnauthorized !== false) {
      this.destroy(fault);
      return;
    }
  } else {
    this.authorized = true;
  }
  this.secureConnecting = false;
  this.emit('secureConnect');
  this._verified();
  this.removeListener('end', onEnd);
}

function checkOptions(options) {
  const { ALPNProtocols, minDHSize, pskCallback, servername } = options;
  if (ALPNProtocols) require('tls').convertALPNProtocols(ALPNProtocols, options);
  const assert = require('assert');
  assert(typeof minDHSize === 'number', `options.minDHSize is not a number: ${minDHSize}`);
  assert(minDHSize > 0, `options.minDHSize is not a positive number: ${minDHSize}`);
  if (pskCallback) validateFunction(pskCallback, 'options.pskCallback');
  if (servername) validateString(servername, 'options.servername');
}

function setName(socket, name) {
  if (!name) return;
  if (net.isIP(name)) {
    process.emitWarning('Setting the TLS ServerName to an IP address is not permitted by RFC ' +
      '6066. This will be ignored in a future version.', 'DeprecationWarning', 'DEP0123');
  }
  socket.setServername(name);
}

function connect(...args) {
  const [given, callback] = readArguments(args);
  const { DEFAULT_CIPHERS, checkServerIdentity, createSecureContext } = require('tls');
  const options = {
    rejectUnauthorized: rejectsByDefault(), ciphers: DEFAULT_CIPHERS, checkServerIdentity,
    minDHSize: 1024, ...given,
  };
  if (!options.keepAlive) options.singleUse = true;
  validateFunction(options.checkServerIdentity, 'options.checkServerIdentity');
  checkOptions(options);
  const { allowUnauthorized, ...rest } = options;
  const secureContext = options.secureContext || createSecureContext(rest);
  const socket = new TLSSocket(options.socket, {
    allowHalfOpen: options.socket ? options.socket.allowHalfOpen : Boolean(options.allowHalfOpen),
    pipe: Boolean(options.path),
    secureContext,
    isServer: false,
    requestCert: true,
    rejectUnauthorized: options.rejectUnauthorized !== false,
    session: options.session,
    ALPNProtocols: options.ALPNProtocols,
    requestOCSP: options.requestOCSP,
    enableTrace: options.enableTrace,
    pskCallback: options.pskCallback,
    highWaterMark: options.highWaterMark,
    onread: options.onread,
    signal: options.signal,
  });
  // An undefined one is as none.
  options.rejectUnauthorized = options.rejectUnauthorized !== false;
  socket[kOptions] = options;
  if (callback) socket.once('secureConnect', callback);
  if (!options.socket && !socket.destroyed) {
    if (options.timeout) socket.setTimeout(options.timeout);
    socket.connect(options, socket._start);
  }
  socket._releaseControl();
  setName(socket, options.servername);
  if (options.socket) socket._start();
  socket.on('secure', onSecure);
  socket.prependListener('end', onEnd);
  return socket;
}

exports.connect = connect;
exports.rejectsByDefault = rejectsByDefault;
