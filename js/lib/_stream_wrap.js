// SPDX-License-Identifier: MIT
// _stream_wrap: a stream as a socket.
'use strict';
module.exports = require('internal/net/stream_socket').JSStreamSocket;
