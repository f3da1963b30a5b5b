// SPDX-License-Identifier: MIT
// _tls_wrap: an old name for parts of tls.
'use strict';
const { Server, TLSSocket, connect, createServer } = require('tls');

module.exports = { Server, TLSSocket, connect, createServer };
