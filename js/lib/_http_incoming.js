// SPDX-License-Identifier: MIT
// _http_incoming: an old name for parts of http.
'use strict';
const { IncomingMessage, startReading, stopReading } = require('internal/http/incoming');

exports.IncomingMessage = IncomingMessage;
exports.readStart = startReading;
exports.readStop = stopReading;
