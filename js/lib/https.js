// SPDX-License-Identifier: MIT
// https: http over tls.
'use strict';
const tls = require('tls');
const { ClientRequest } = require('internal/http/client');
const {
  Server: HttpServer, connectionListener, prepareServer, startChecking,
} = require('internal/http/server');
const { Agent, sharedAgent } = require('internal/http/secure_agent');

function Server(options, requestListener) {
  if (!(this instanceof Server)) return new Server(options, requestListener);
  if (typeof options === 'function') {
    requestListener = options;
    options = {};
  } else if (options === null || options === undefined) {
    options = {};
  } else {
    require('internal/validators').validateObject(options, 'options');
    options = { ...options };
  }
  // What is said where nothing is.
  if (!options.ALPNProtocols && !options.ALPNCallback) options.ALPNProtocols = ['http/1.1'];
  prepareServer(this, options);
  Reflect.apply(tls.Server, this, [{ noDelay: true, ...options, allowHalfOpen: true },
    connectionListener]);
  this.httpAllowHalfOpen = false;
  if (requestListener) this.on('request', requestListener);
  this.on('tlsClientError', (error, socket) => {
    if (!this.emit('clientError', error, socket)) socket.destroy(error);
  });
  this.on('listening', startChecking);
  this.timeout = 0;
  this.maxHeadersCount = null;
  this.maxRequestsPerSocket = 0;
}
Object.setPrototypeOf(Server.prototype, tls.Server.prototype);
Object.setPrototypeOf(Server, tls.Server);

for (const name of ['closeAllConnections', 'closeIdleConnections', 'setTimeout',
  '_responseOptions']) Server.prototype[name] = HttpServer.prototype[name];
Server.prototype.close = function close(...args) {
  return Reflect.apply(HttpServer.prototype.close, this, args);
};
Server.prototype[Symbol.asyncDispose] = HttpServer.prototype[Symbol.asyncDispose];
Server.prototype[Symbol.for('nodejs.rejection')] =
  HttpServer.prototype[Symbol.for('nodejs.rejection')];

function request(...args) {
  let options = {};
  const [url] = args;
  if (typeof url === 'string') {
    options = require('url').urlToHttpOptions(new URL(args.shift()));
  } else if (url?.searchParams?.[Symbol.toStringTag] === 'URLSearchParams') {
    options = require('url').urlToHttpOptions(args.shift());
  }
  if (args[0] && typeof args[0] !== 'function') Object.assign(options, args.shift());
  options._defaultAgent = module.exports.globalAgent;
  return new ClientRequest(options, ...args);
}

function get(input, options, callback) {
  const req = request(input, options, callback);
  req.end();
  return req;
}

module.exports = {
  Agent,
  globalAgent: sharedAgent,
  Server,
  createServer(options, listener) { return new Server(options, listener); },
  get,
  request,
};
