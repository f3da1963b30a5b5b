// SPDX-License-Identifier: MIT
// http: servers and clients. The parts are in internal/http.
'use strict';
const { validateInteger } = require('internal/validators');
const {
  METHODS, STATUS_CODES, validateHeaderName, validateHeaderValue, maxHeaderSize,
} = require('internal/http/common');
const { Agent, globalAgent } = require('internal/http/agent');
const { ClientRequest } = require('internal/http/client');
const { IncomingMessage } = require('internal/http/incoming');
const { OutgoingMessage } = require('internal/http/outgoing');
const { ServerResponse } = require('internal/http/response');
const { Server, connectionListener } = require('internal/http/server');

function createServer(options, requestListener) {
  return new Server(options, requestListener);
}

function request(url, options, callback) {
  return new ClientRequest(url, options, callback);
}

function get(url, options, callback) {
  const req = request(url, options, callback);
  req.end();
  return req;
}

module.exports = {
  _connectionListener: connectionListener,
  METHODS,
  STATUS_CODES,
  Agent,
  ClientRequest,
  IncomingMessage,
  OutgoingMessage,
  Server,
  ServerResponse,
  createServer,
  validateHeaderName,
  validateHeaderValue,
  get,
  request,
  // Parsers are small and not kept for later, so there is nothing to limit.
  setMaxIdleHTTPParsers(max) {
    validateInteger(max, 'max', 1);
    require('_http_common').parsers.max = max;
  },
};

Object.defineProperty(module.exports, 'maxHeaderSize', {
  configurable: true, enumerable: true, get: maxHeaderSize,
});
Object.defineProperty(module.exports, 'globalAgent', {
  configurable: true, enumerable: true, ...globalAgent,
});
