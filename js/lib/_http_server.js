// SPDX-License-Identifier: MIT
// _http_server: an old name for parts of http.
'use strict';
const { STATUS_CODES } = require('internal/http/common');
const {
  Server, connectionListener, kChecking, storeOptions,
} = require('internal/http/server');

exports.STATUS_CODES = STATUS_CODES;
exports.Server = Server;
exports.ServerResponse = require('internal/http/response').ServerResponse;
exports.httpServerPreClose = function httpServerPreClose(server) {
  server.closeIdleConnections();
};
exports.kConnectionsCheckingInterval = kChecking;
exports.kServerResponse = Symbol('ServerResponse');
exports.setupConnectionsTracking =
  require('internal/absent').absent('_http_server', 'setupConnectionsTracking');
exports.storeHTTPOptions = function storeHTTPOptions(options) { storeOptions(this, options); };
exports._connectionListener = connectionListener;
