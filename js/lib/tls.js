// SPDX-License-Identifier: MIT
// tls: not there yet. Programs may load it, as many do for the case that they need it; what would
// need an encrypted connection throws.
'use strict';
const net = require('net');
const { codes } = require('internal/errors');

function absent(name) {
  return { [name]() { throw new codes.ERR_METHOD_NOT_IMPLEMENTED(`tls.${name}()`); } }[name];
}

class TLSSocket extends net.Socket {
  constructor() { absent('TLSSocket')(); }
}

class Server extends net.Server {
  constructor() { absent('Server')(); }
}

module.exports = {
  CLIENT_RENEG_LIMIT: 3,
  CLIENT_RENEG_WINDOW: 600,
  DEFAULT_ECDH_CURVE: 'auto',
  DEFAULT_MAX_VERSION: 'TLSv1.3',
  DEFAULT_MIN_VERSION: 'TLSv1.2',
  TLSSocket,
  Server,
  checkServerIdentity: absent('checkServerIdentity'),
  connect: absent('connect'),
  createSecureContext: absent('createSecureContext'),
  createServer: absent('createServer'),
  getCiphers: absent('getCiphers'),
};
