// SPDX-License-Identifier: MIT
// ClientRequest: the request, and how it gets a socket from its agent. internal/http/exchange.js
// handles what happens on the socket.
'use strict';
const notices = require('internal/notices');
const debug = require('internal/util/debuglog').debuglog('http');
const net = require('net');
const Stream = require('stream');
const { codes } = require('internal/errors');
const {
  validateBoolean, validateFunction, validateInteger, validateNumber,
} = require('internal/validators');
const { isToken, validateHost } = require('internal/http/common');
const { kOutHeaders } = require('internal/http/head');
const { OutgoingMessage } = require('internal/http/outgoing');
const { uniqueHeaders } = require('internal/http/server');
const { globalAgent } = require('internal/http/agent');
const { begin, closeRequest, emitTimeout } = require('internal/http/exchange');
const timers = require('internal/timers');
const { process } = require('internal/process');

const kReason = Symbol('reason'); // why it was destroyed
const badPathText = /[^\u0021-\u00ff]/;
const bodiless = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT']);

function duration(msecs, name) {
  validateNumber(msecs, name);
  if (msecs < 0 || !Number.isFinite(msecs)) {
    throw new codes.ERR_OUT_OF_RANGE(name, 'a non-negative finite number', msecs);
  }
  if (msecs > timers.TIMEOUT_MAX) {
    process.emitWarning(`${msecs} does not fit into a 32-bit signed integer.\n` +
      `Timer duration was truncated to ${timers.TIMEOUT_MAX}.`, 'TimeoutOverflowWarning');
    return timers.TIMEOUT_MAX;
  }
  return msecs;
}

// (url[, options][, callback]) or (options[, callback])
function readArguments(input, options, callback) {
  if (typeof input === 'string') {
    input = require('url').urlToHttpOptions(new URL(input));
  } else if (input instanceof URL) {
    input = require('url').urlToHttpOptions(input);
  } else {
    callback = options;
    options = input;
    input = null;
  }
  if (typeof options === 'function') {
    callback = options;
    options = input || {};
  } else {
    options = Object.assign(input || {}, options);
  }
  return [options, callback];
}

function chooseAgent(options) {
  const otherwise = options._defaultAgent || globalAgent.get();
  const { agent } = options;
  if (agent === false) return [new otherwise.constructor(), otherwise];
  if (agent === null || agent === undefined) {
    return [typeof options.createConnection !== 'function' ? otherwise : undefined, otherwise];
  }
  if (typeof agent.addRequest !== 'function') {
    throw new codes.ERR_INVALID_ARG_TYPE('options.agent', ['Agent-like Object', 'undefined',
      'false'], agent);
  }
  return [agent, otherwise];
}

function readMethod(req, options) {
  const { method } = options;
  if (method !== null && method !== undefined && typeof method !== 'string') {
    throw new codes.ERR_INVALID_ARG_TYPE('options.method', 'string', method);
  }
  if (!method) {
    req.method = 'GET';
    return;
  }
  if (!isToken(method)) throw new codes.ERR_INVALID_HTTP_TOKEN('Method', method);
  req.method = method.toUpperCase();
}

function readOptions(req, options, otherwise) {
  const { agent } = req;
  const protocol = options.protocol || otherwise.protocol;
  const expected = agent?.protocol ? agent.protocol : otherwise.protocol;
  if (options.path) {
    const path = String(options.path);
    if (badPathText.test(path)) throw new codes.ERR_UNESCAPED_CHARACTERS('Request path');
  }
  if (protocol !== expected) throw new codes.ERR_INVALID_PROTOCOL(protocol, expected);
  const defaultPort = options.defaultPort || agent?.defaultPort;
  options.port = options.port || defaultPort || 80;
  options.host = validateHost(options.hostname, 'hostname') ||
    validateHost(options.host, 'host') || 'localhost';
  req.socketPath = options.socketPath;
  if (options.timeout !== undefined) req.timeout = duration(options.timeout, 'timeout');
  const { signal } = options;
  if (signal) Stream.addAbortSignal(signal, req);
  readMethod(req, options);
  if (options.maxHeaderSize !== undefined) {
    validateInteger(options.maxHeaderSize, 'maxHeaderSize', 0);
  }
  req.maxHeaderSize = options.maxHeaderSize;
  if (options.insecureHTTPParser !== undefined) {
    validateBoolean(options.insecureHTTPParser, 'options.insecureHTTPParser');
  }
  req.insecureHTTPParser = options.insecureHTTPParser;
  if (options.joinDuplicateHeaders !== undefined) {
    validateBoolean(options.joinDuplicateHeaders, 'options.joinDuplicateHeaders');
  }
  req.joinDuplicateHeaders = options.joinDuplicateHeaders;
  req.path = options.path || '/';
  req.host = options.host;
  req.protocol = protocol;
  return defaultPort;
}

function hostHeader(options, defaultPort) {
  let { host } = options;
  // An address of IPv6 stands in brackets.
  if (host.indexOf(':') !== host.lastIndexOf(':') && host[0] !== '[') host = `[${host}]`;
  if (options.port && +options.port !== defaultPort) host += `:${options.port}`;
  return host;
}

function setHeaders(req, options, defaultPort) {
  const line = `${req.method} ${req.path} HTTP/1.1\r\n`;
  if (Array.isArray(options.headers)) {
    req._storeHeader(line, options.headers);
    return;
  }
  if (options.headers) {
    for (const key of Object.keys(options.headers)) req.setHeader(key, options.headers[key]);
  }
  const setsHost = options.setHost !== undefined ? Boolean(options.setHost) :
    options.setDefaultHeaders !== false;
  if (setsHost && !req.getHeader('host')) req.setHeader('Host', hostHeader(options, defaultPort));
  if (options.auth && !req.getHeader('Authorization')) {
    req.setHeader('Authorization', `Basic ${Buffer.from(options.auth).toString('base64')}`);
  }
  if (req.getHeader('expect')) {
    if (req._header) throw new codes.ERR_HTTP_HEADERS_SENT('render');
    req._storeHeader(line, req[kOutHeaders]);
  }
}

function ClientRequest(input, options, callback) {
  OutgoingMessage.call(this);
  [options, callback] = readArguments(input, options, callback);
  const [agent, otherwise] = chooseAgent(options);
  this.agent = agent;
  const defaultPort = readOptions(this, options, otherwise);
  if (callback) {
    validateFunction(callback, 'callback');
    this.once('response', callback);
  }
  this.useChunkedEncodingByDefault = !bodiless.has(this.method);
  this._ended = false;
  this.res = null;
  this.aborted = false;
  this.timeoutCb = null;
  this.upgradeOrConnect = false;
  this.parser = null;
  this.maxHeadersCount = null;
  this.reusedSocket = false;
  this[kReason] ??= null; // a signal may have destroyed it already
  this.shouldKeepAlive = agent ? agent.keepAlive || Number.isFinite(agent.maxSockets) : false;
  this._last = !this.shouldKeepAlive;
  this._uniqueHeaders = uniqueHeaders(options.uniqueHeaders);
  setHeaders(this, options, defaultPort);
  this._onPendingData = () => {};
  start(this, options);
}
Object.setPrototypeOf(ClientRequest.prototype, OutgoingMessage.prototype);
Object.setPrototypeOf(ClientRequest, OutgoingMessage);

function start(req, options) {
  debug('request %s %s', req.method, req.path);
  const { signal, ...others } = options;
  if (req.socketPath) others.path = req.socketPath;
  if (req.agent) {
    req.agent.addRequest(req, others);
    return;
  }
  let called = false;
  const made = (error, socket) => {
    if (called) return;
    called = true;
    if (error) process.nextTick(() => req.emit('error', error));
    else req.onSocket(socket);
  };
  const { createConnection } = options;
  const connect = typeof createConnection === 'function' ? createConnection : net.createConnection;
  try {
    const socket = connect(others, made);
    if (socket) made(null, socket);
  } catch (error) {
    if (connect === net.createConnection) throw error;
    made(error);
  }
}

ClientRequest.prototype._implicitHeader = function implicitHeader() {
  if (this._header) throw new codes.ERR_HTTP_HEADERS_SENT('render');
  this._storeHeader(`${this.method} ${this.path} HTTP/1.1\r\n`, this[kOutHeaders]);
};

ClientRequest.prototype.abort = function abort() {
  if (this.aborted) return;
  this.aborted = true;
  process.nextTick(() => this.emit('abort'));
  this.destroy();
};

ClientRequest.prototype.destroy = function destroy(error) {
  if (this.destroyed) return this;
  this.destroyed = true;
  if (this.res) this.res._dump(); // nobody wants the rest
  this[kReason] = error;
  this.socket?.destroy(error);
  return this;
};

ClientRequest.prototype._finish = function finish() {
  Reflect.apply(OutgoingMessage.prototype._finish, this, []);
  if (notices.channels !== null) notices.publish('http.client.request.start', { request: this });
  if (notices.kinds !== null) this._observedFrom = notices.begin('http');
};

ClientRequest.prototype.onSocket = function onSocket(socket, error) {
  process.nextTick(takeSocket, this, socket, error);
};

function takeSocket(req, socket, error) {
  if (!req.destroyed && !error) {
    begin(req, socket);
    req._flush();
    return;
  }
  req.destroyed = true;
  const reason = error || req[kReason];
  if (!socket) {
    closeRequest(req, reason);
  } else if (!error && req.agent && !socket.destroyed) {
    closeRequest(req, reason);
    socket.emit('free');
  } else {
    socket.destroy(reason);
    const stop = Stream.finished(socket, (e) => {
      stop();
      if (e?.code === 'ERR_STREAM_PREMATURE_CLOSE') e = null;
      closeRequest(req, e || reason);
    });
  }
}

ClientRequest.prototype._deferToConnect = function deferToConnect(method, args) {
  const call = () => {
    if (method) Reflect.apply(this.socket[method], this.socket, args);
  };
  const whenThere = () => {
    if (this.socket.writable && !this.socket.connecting) call();
    else this.socket.once('connect', call);
  };
  if (this.socket) whenThere();
  else this.once('socket', whenThere);
};

function listenTimeout(req) {
  if (req.timeoutCb) return;
  req.timeoutCb = emitTimeout;
  if (req.socket) req.socket.once('timeout', emitTimeout);
  else req.on('socket', (socket) => socket.once('timeout', emitTimeout));
}

ClientRequest.prototype.setTimeout = function setTimeout(msecs, callback) {
  if (this._ended) return this;
  listenTimeout(this);
  msecs = duration(msecs, 'msecs');
  if (callback) this.once('timeout', callback);
  const set = (socket) => {
    if (socket.connecting) socket.once('connect', () => socket.setTimeout(msecs));
    else socket.setTimeout(msecs);
  };
  if (this.socket) set(this.socket);
  else this.once('socket', set);
  return this;
};

ClientRequest.prototype.clearTimeout = function clearTimeout(callback) {
  return this.setTimeout(0, callback);
};

ClientRequest.prototype.setNoDelay = function setNoDelay(noDelay) {
  this._deferToConnect('setNoDelay', [noDelay]);
};

ClientRequest.prototype.setSocketKeepAlive = function setSocketKeepAlive(enable, initialDelay) {
  this._deferToConnect('setKeepAlive', [enable, initialDelay]);
};

exports.ClientRequest = ClientRequest;
