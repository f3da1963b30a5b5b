// SPDX-License-Identifier: MIT
// _http_server: an old name for parts of http.
'use strict';
const { STATUS_CODES } = require('internal/http/common');
const { Server, connectionListener } = require('internal/http/server');

exports.STATUS_CODES = STATUS_CODES;
exports.Server = Server;
exports.ServerResponse = require('internal/http/response').ServerResponse;
exports._connectionListener = connectionListener;
