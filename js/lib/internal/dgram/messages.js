// SPDX-License-Identifier: MIT
// The messages of errors of dgram. Part of internal/error_messages.js.
'use strict';

module.exports = {
  ERR_SOCKET_ALREADY_BOUND: ['Socket is already bound', 'Error'],
  ERR_SOCKET_BAD_BUFFER_SIZE: ['Buffer size must be a positive integer', 'TypeError'],
  ERR_SOCKET_BAD_TYPE: [
    'Bad socket type specified. Valid types are: udp4, udp6', 'TypeError'],
  ERR_SOCKET_BUFFER_SIZE: ['Could not get or set buffer size', 'SystemError'],
  ERR_SOCKET_DGRAM_IS_CONNECTED: ['Already connected', 'Error'],
  ERR_SOCKET_DGRAM_NOT_CONNECTED: ['Not connected', 'Error'],
  ERR_SOCKET_DGRAM_NOT_RUNNING: ['Not running', 'Error'],
};
