// SPDX-License-Identifier: MIT
// http.Server: accepts connections, and closes those that are too slow.
'use strict';
const net = require('net');
const EventEmitter = require('events');
const { codes } = require('internal/errors');
const {
  validateBoolean, validateInteger, validateObject,
} = require('internal/validators');
const { IncomingMessage } = require('internal/http/incoming');
const { ServerResponse } = require('internal/http/response');
const { Connection, NEVER } = require('internal/http/connection');
const timers = require('internal/timers');

const kChecking = Symbol('http.server.connectionsCheckingInterval');

function optional(options, name, validate, otherwise, ...more) {
  const value = options[name];
  if (value === undefined) return otherwise;
  validate(value, more.length > 0 ? name : `options.${name}`, ...more);
  return value;
}

// Names of headers whose values are sent on one line.
function uniqueHeaders(list) {
  if (!Array.isArray(list)) return null;
  return new Set(list.flat().map((name) => name.toLowerCase()));
}

function storeOptions(server, options) {
  server._IncomingMessage = options.IncomingMessage || IncomingMessage;
  server._ServerResponse = options.ServerResponse || ServerResponse;
  server.maxHeaderSize = options.maxHeaderSize;
  if (options.maxHeaderSize !== undefined) {
    validateInteger(options.maxHeaderSize, 'maxHeaderSize', 0);
  }
  server.insecureHTTPParser = optional(options, 'insecureHTTPParser', validateBoolean, undefined);
  server.requestTimeout = optional(options, 'requestTimeout', validateInteger, 300000, 0);
  server.headersTimeout = optional(options, 'headersTimeout', validateInteger,
    Math.min(60000, server.requestTimeout || 60000), 0);
  if (server.requestTimeout > 0 && server.headersTimeout > 0 &&
      server.headersTimeout > server.requestTimeout) {
    throw new codes.ERR_OUT_OF_RANGE('headersTimeout', '<= requestTimeout', options.headersTimeout);
  }
  server.keepAliveTimeout = optional(options, 'keepAliveTimeout', validateInteger, 5000, 0);
  server.connectionsCheckingInterval =
    optional(options, 'connectionsCheckingInterval', validateInteger, 30000, 0);
  server.requireHostHeader = optional(options, 'requireHostHeader', validateBoolean, true);
  server.joinDuplicateHeaders =
    optional(options, 'joinDuplicateHeaders', validateBoolean, undefined);
  server.rejectNonStandardBodyWrites =
    optional(options, 'rejectNonStandardBodyWrites', validateBoolean, false);
  server._uniqueHeaders = uniqueHeaders(options.uniqueHeaders);
}

// What servers of http and https have in common, before they are servers of anything.
function prepareServer(server, options) {
  storeOptions(server, options);
  server._httpConnections = new Set();
  server._outOptions = null;
}

function Server(options, requestListener) {
  if (!(this instanceof Server)) return new Server(options, requestListener);
  if (typeof options === 'function') {
    requestListener = options;
    options = {};
  } else if (options == null) {
    options = {};
  } else {
    validateObject(options, 'options');
  }
  prepareServer(this, options);
  net.Server.call(this, {
    allowHalfOpen: true,
    noDelay: options.noDelay ?? true,
    keepAlive: options.keepAlive,
    keepAliveInitialDelay: options.keepAliveInitialDelay,
    highWaterMark: options.highWaterMark,
  });
  if (requestListener) this.on('request', requestListener);
  this.httpAllowHalfOpen = false;
  this.on('connection', connectionListener);
  this.on('listening', startChecking);
  this.timeout = 0;
  this.maxHeadersCount = null;
  this.maxRequestsPerSocket = 0;
}
Object.setPrototypeOf(Server.prototype, net.Server.prototype);
Object.setPrototypeOf(Server, net.Server);

function connectionListener(socket) {
  this._httpConnections.add(new Connection(this, socket));
}

// What responses are made with: the same for most, so made once.
Server.prototype._responseOptions = function responseOptions(socket) {
  const { writableHighWaterMark } = socket;
  if (this._outOptions?.highWaterMark !== writableHighWaterMark) {
    this._outOptions = {
      highWaterMark: writableHighWaterMark,
      rejectNonStandardBodyWrites: this.rejectNonStandardBodyWrites,
    };
  }
  return this._outOptions;
};

function startChecking() {
  clearInterval(this[kChecking]);
  this[kChecking] = timers.setInterval(checkConnections, this.connectionsCheckingInterval, this);
  this[kChecking].unref();
}

function checkConnections(server) {
  const { headersTimeout, requestTimeout } = server;
  if (headersTimeout === 0 && requestTimeout === 0) return;
  const now = timers.getNow();
  for (const connection of server._httpConnections) {
    if (connection.started === NEVER || connection.expired) continue;
    const age = now - connection.started;
    if ((headersTimeout > 0 && !connection.headDone && age >= headersTimeout) ||
        (requestTimeout > 0 && age >= requestTimeout)) {
      connection.expire();
    }
  }
}

Server.prototype.close = function close(callback) {
  this.closeIdleConnections();
  clearInterval(this[kChecking]);
  Reflect.apply(net.Server.prototype.close, this, callback === undefined ? [] : [callback]);
  return this;
};

Server.prototype[Symbol.asyncDispose] = async function asyncDispose() {
  await new Promise((resolve, reject) => {
    this.close((error) => (error ? reject(error) : resolve()));
  });
};

Server.prototype.closeAllConnections = function closeAllConnections() {
  for (const { socket } of this._httpConnections ?? []) socket.destroy();
};

Server.prototype.closeIdleConnections = function closeIdleConnections() {
  for (const { socket, started } of this._httpConnections ?? []) {
    if (started !== NEVER || (socket._httpMessage && !socket._httpMessage.finished)) continue;
    socket.destroy();
  }
};

Server.prototype.setTimeout = function setTimeout(msecs, callback) {
  this.timeout = msecs;
  if (callback) this.on('timeout', callback);
  return this;
};

Server.prototype[EventEmitter.captureRejectionSymbol] = function(error, event, ...args) {
  if (event !== 'request') {
    Reflect.apply(net.Server.prototype[EventEmitter.captureRejectionSymbol], this,
      [error, event, ...args]);
    return;
  }
  const [, res] = args;
  if (res.headersSent || res.writableEnded) {
    res.destroy();
    return;
  }
  for (const name of res.getHeaderNames()) res.removeHeader(name);
  res.statusCode = 500;
  res.end('Internal Server Error');
};

exports.Server = Server;
exports.kChecking = kChecking;
exports.connectionListener = connectionListener;
exports.prepareServer = prepareServer;
exports.startChecking = startChecking;
exports.storeOptions = storeOptions;
exports.uniqueHeaders = uniqueHeaders;
