// SPDX-License-Identifier: MIT
// _http_outgoing: an old name for parts of http.
'use strict';
const { validateHeaderName, validateHeaderValue } = require('internal/http/common');

exports.OutgoingMessage = require('internal/http/outgoing').OutgoingMessage;
exports.kHighWaterMark = Symbol('kHighWaterMark');
exports.kUniqueHeaders = Symbol('kUniqueHeaders');
exports.parseUniqueHeadersOption = require('internal/http/server').uniqueHeaders;
exports.validateHeaderName = validateHeaderName;
exports.validateHeaderValue = validateHeaderValue;
