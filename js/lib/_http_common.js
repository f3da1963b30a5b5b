// SPDX-License-Identifier: MIT
// _http_common: an old name for parts of http.
'use strict';
const { absent, absentClass } = require('internal/absent');
const { METHODS, isToken, hasBadChar } = require('internal/http/common');

exports._checkIsHttpToken = isToken;
exports._checkInvalidHeaderChar = hasBadChar;
exports.methods = METHODS;
exports.CRLF = '\r\n';
exports.chunkExpression = /(?:^|\W)chunked(?:$|\W)/i;
exports.continueExpression = /(?:^|\W)100-continue(?:$|\W)/i;
exports.kIncomingMessage = Symbol('IncomingMessage');
exports.isLenient = () => require('internal/program').options.insecureHttpParser === true;
// The parser has another interface here (internal/http/parser.js).
exports.HTTPParser = absentClass('_http_common', 'HTTPParser');
exports.freeParser = absent('_http_common', 'freeParser');
exports.prepareError = absent('_http_common', 'prepareError');
exports.parsers = { max: 1000, alloc: absent('_http_common', 'parsers.alloc') };
