// SPDX-License-Identifier: MIT
// Servers of http2: plain and secure, and their sessions.
'use strict';
const EventEmitter = require('events');
const net = require('net');
const { codes } = require('internal/errors');
const { validateFunction, validateString } = require('internal/validators');
const { native } = require('internal/http2/native');
const { constants } = require('internal/http2/constants');
const { isObject, validate } = require('internal/http2/settings');
const { Http2Session } = require('internal/http2/session');
const { ServerHttp2Stream } = require('internal/http2/server_stream');
const { checked, secureOptions } = require('internal/http2/server_options');
const { onServerStream } = require('internal/http2/compat');
const { kHandle, kOptions, kServer } = require('internal/http2/symbols');
const timers = require('internal/timers');

const FRAME_MOST = 16382; // what is left of a frame for a text
const goodValue = /^[\x09\x20-\x7e\x80-\xff]*$/;

class ServerHttp2Session extends Http2Session {
  constructor(options, socket, server) {
    super(constants.NGHTTP2_SESSION_SERVER, options, socket);
    this[kServer] = server;
  }

  newStream(headers) { return new ServerHttp2Stream(this, headers); }

  get server() { return this[kServer]; }

  altsvc(alt, originOrStream) {
    if (this.destroyed) throw new codes.ERR_HTTP2_INVALID_SESSION();
    let stream = 0;
    let origin;
    if (typeof originOrStream === 'string') {
      origin = new URL(originOrStream).origin;
      if (origin === 'null') throw new codes.ERR_HTTP2_ALTSVC_INVALID_ORIGIN();
    } else if (typeof originOrStream === 'number') {
      if (originOrStream >>> 0 !== originOrStream || originOrStream === 0) {
        throw new codes.ERR_OUT_OF_RANGE('originOrStream', `> 0 && < ${2 ** 32}`, originOrStream);
      }
      stream = originOrStream;
    } else if (originOrStream !== undefined) {
      if (originOrStream !== null && typeof originOrStream === 'object') {
        origin = originOrStream.origin;
      }
      if (typeof origin !== 'string') {
        throw new codes.ERR_INVALID_ARG_TYPE('originOrStream',
          ['string', 'number', 'URL', 'object'], originOrStream);
      }
      if (origin === 'null' || origin.length === 0) {
        throw new codes.ERR_HTTP2_ALTSVC_INVALID_ORIGIN();
      }
    }
    validateString(alt, 'alt');
    if (!goodValue.test(alt)) throw new codes.ERR_INVALID_CHAR('alt');
    if (Buffer.byteLength(alt) + (origin === undefined ? 0 : Buffer.byteLength(origin)) >
        FRAME_MOST) throw new codes.ERR_HTTP2_ALTSVC_LENGTH();
    native.altsvc(this[kHandle], stream, origin || '', alt);
  }

  origin(...origins) {
    if (this.destroyed) throw new codes.ERR_HTTP2_INVALID_SESSION();
    if (origins.length === 0) return;
    let text = '';
    let size = 0;
    for (const given of origins) {
      let origin;
      if (typeof given === 'string') {
        ({ origin } = new URL(given));
      } else {
        if (given === null || given === undefined) {
          throw new codes.ERR_INVALID_ARG_TYPE('origin', ['string', 'URL', 'object'], given);
        }
        ({ origin } = given);
      }
      validateString(origin, 'origin');
      if (origin === 'null') throw new codes.ERR_HTTP2_INVALID_ORIGIN();
      text += `${origin}\0`;
      size += origin.length;
    }
    if (size > FRAME_MOST) throw new codes.ERR_HTTP2_ORIGIN_LENGTH();
    native.origin(this[kHandle], text, origins.length);
  }
}

function onSessionStream(stream, headers, flags, list) {
  this[kServer]?.emit('stream', stream, headers, flags, list);
}

function onSessionError(error) {
  this[kServer]?.emit('sessionError', error, this);
}

function onSessionPriority(stream, parent, weight, exclusive) {
  this[kServer]?.emit('priority', stream, parent, weight, exclusive);
}

function onSessionTimeout() {
  if (this.destroyed) return;
  const server = this[kServer];
  if (!server.emit('timeout', this)) this.destroy();
}

// The client does not speak http2, and nobody handles it.
function refuse(server, socket, options) {
  const timer = timers.setTimeout(() => {
    if (!socket.destroyed) socket.destroy();
  }, options.unknownProtocolTimeout);
  timer.unref();
  socket.once('close', () => clearTimeout(timer));
  socket.end('HTTP/1.0 403 Forbidden\r\nContent-Type: text/plain\r\n\r\n' +
    'Missing ALPN Protocol, expected `h2` to be available.\nIf this is a HTTP request: The ' +
    'server was not configured with the `allowHTTP1` option or a listener for the ' +
    '`unknownProtocol` event.\n');
}

function onConnection(socket) {
  const options = this[kOptions] || {};
  if (socket.alpnProtocol === false || socket.alpnProtocol === 'http/1.1') {
    if (options.allowHTTP1 === true) {
      require('internal/http/server').connectionListener.call(this, socket);
    } else if (!this.emit('unknownProtocol', socket)) {
      refuse(this, socket, options);
    }
    return;
  }
  const session = new ServerHttp2Session(options, socket, this);
  session.on('stream', onSessionStream);
  session.on('error', onSessionError);
  session.on('priority', onSessionPriority);
  if (this.timeout) session.setTimeout(this.timeout, onSessionTimeout);
  socket[kServer] = this;
  this.emit('session', session);
}

// 'request' is only emitted if there are listeners.
function onNewListener(event) {
  if (event !== 'request') return;
  this.removeListener('newListener', onNewListener);
  const { Http2ServerRequest, Http2ServerResponse } = this[kOptions];
  this.on('stream', onServerStream.bind(this, Http2ServerRequest, Http2ServerResponse));
}

const serverMethods = {
  setTimeout(msecs, callback) {
    this.timeout = msecs;
    if (callback !== undefined) {
      validateFunction(callback, 'callback');
      this.on('timeout', callback);
    }
    return this;
  },

  updateSettings(given) {
    isObject(given, 'settings');
    validate(given);
    this[kOptions].settings = { ...this[kOptions].settings, ...given };
  },

  [EventEmitter.captureRejectionSymbol](error, event, ...args) {
    if (event === 'stream') {
      const [stream] = args; // it has no answer yet, or never will have
      if (stream.sentHeaders) stream.destroy(error);
      else {
        stream.respond({ ':status': 500 });
        stream.end();
      }
    } else if (event === 'request') {
      const [, response] = args;
      if (!response.headersSent) {
        for (const name of response.getHeaderNames()) response.removeHeader(name);
        response.statusCode = 500;
        response.end('Internal Server Error');
      } else {
        response.destroy();
      }
    } else {
      Reflect.apply(net.Server.prototype[EventEmitter.captureRejectionSymbol] ??
        (() => this.emit('error', error)), this, [error, event, ...args]);
    }
  },
};

class Http2Server extends net.Server {
  constructor(options, listener) {
    options = checked(options);
    super(options, onConnection);
    this[kOptions] = options;
    this.timeout = 0;
    this.on('newListener', onNewListener);
    if (typeof listener === 'function') this.on('request', listener);
  }
}

// A server that also supports HTTP/1 is an https server for that.
function makeHttp1(server, options) {
  const { prepareServer, startChecking } = require('internal/http/server');
  const { Server } = require('internal/http/server');
  prepareServer(server, { ...options, ...options.http1Options,
    IncomingMessage: options.Http1IncomingMessage, ServerResponse: options.Http1ServerResponse });
  server.httpAllowHalfOpen = false;
  server.maxHeadersCount = null;
  server.maxRequestsPerSocket = 0;
  server.on('listening', startChecking);
  for (const name of ['closeAllConnections', 'closeIdleConnections', '_responseOptions']) {
    server[name] = Server.prototype[name];
  }
}

let Http2SecureServer;

function secureServer() {
  if (Http2SecureServer !== undefined) return Http2SecureServer;
  const tls = require('tls');
  const make = (server, options, listener) => {
    Reflect.apply(tls.Server, server, [options, onConnection]);
    server[kOptions] = options;
    server.timeout = 0;
    server.on('newListener', onNewListener);
    if (options.allowHTTP1 === true) makeHttp1(server, options);
    if (typeof listener === 'function') server.on('request', listener);
    server.on('tlsClientError', onTlsError);
    return server;
  };
  Http2SecureServer = class Http2SecureServer { // tls.Server is no class
    constructor(options, listener) { return make(this, secureOptions(options), listener); }

    close(...args) {
      if (this[kOptions].allowHTTP1 === true) {
        clearInterval(this[require('internal/http/server').kChecking]);
        this.closeIdleConnections();
      }
      return Reflect.apply(tls.Server.prototype.close, this, args);
    }
  };
  Object.setPrototypeOf(Http2SecureServer.prototype, tls.Server.prototype);
  Object.setPrototypeOf(Http2SecureServer, tls.Server);
  define(Http2SecureServer);
  return Http2SecureServer;
}

function onTlsError(error, socket) {
  if (!this.emit('clientError', error, socket)) socket.destroy(error);
}

function define(Server) {
  for (const name of Reflect.ownKeys(serverMethods)) {
    Object.defineProperty(Server.prototype, name, {
      value: serverMethods[name], writable: true, configurable: true,
    });
  }
}
define(Http2Server);

function createServer(options, listener) {
  if (typeof options === 'function') {
    listener = options;
    options = {};
  }
  return new Http2Server(options, listener);
}

function createSecureServer(options, listener) {
  return new (secureServer())(options, listener);
}

function performServerHandshake(socket, options = {}) {
  return new ServerHttp2Session(checked(options), socket, undefined);
}

exports.createSecureServer = createSecureServer;
exports.createServer = createServer;
exports.performServerHandshake = performServerHandshake;
