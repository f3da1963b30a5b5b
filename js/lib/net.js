// SPDX-License-Identifier: MIT
// net: connections and servers over TCP and local sockets.
'use strict';
const { Socket } = require('internal/net/socket');
const { Server, createServerHandle } = require('internal/net/server');
const { isIP, isIPv4, isIPv6, normalizeArgs } = require('internal/net/address');
const notices = require('internal/notices');
const { defaults } = require('internal/net/connect');
const { validateBoolean, validateInt32 } = require('internal/validators');

function createServer(options, connectionListener) {
  return new Server(options, connectionListener);
}

function connect(...args) {
  const normalized = normalizeArgs(args);
  const [options] = normalized;
  const socket = new Socket(options);
  if (notices.channels !== null) notices.publish('net.client.socket', { socket });
  if (options.timeout) socket.setTimeout(options.timeout);
  return socket.connect(normalized);
}

let warned = false;

function _setSimultaneousAccepts() {
  if (warned) return;
  warned = true;
  process.emitWarning('net._setSimultaneousAccepts() is deprecated and will be removed.',
    'DeprecationWarning', 'DEP0121');
}

module.exports = {
  _createServerHandle: createServerHandle,
  _normalizeArgs: normalizeArgs,
  _setSimultaneousAccepts,
  get BlockList() { return require('internal/net/block_list').BlockList; },
  connect,
  createConnection: connect,
  createServer,
  getDefaultAutoSelectFamily: () => defaults.autoSelectFamily,
  getDefaultAutoSelectFamilyAttemptTimeout: () => defaults.attemptTimeout,
  isIP,
  isIPv4,
  isIPv6,
  Server,
  setDefaultAutoSelectFamily(value) {
    validateBoolean(value, 'value');
    defaults.autoSelectFamily = value;
  },
  setDefaultAutoSelectFamilyAttemptTimeout(value) {
    validateInt32(value, 'value', 1);
    defaults.attemptTimeout = Math.max(value, 10);
  },
  Socket,
  get SocketAddress() { return require('internal/net/block_list').SocketAddress; },
  Stream: Socket,
};
