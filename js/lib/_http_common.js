// SPDX-License-Identifier: MIT
// _http_common: an old name for parts of http.
'use strict';
const { METHODS, isToken, hasBadChar } = require('internal/http/common');

exports._checkIsHttpToken = isToken;
exports._checkInvalidHeaderChar = hasBadChar;
exports.methods = METHODS;
