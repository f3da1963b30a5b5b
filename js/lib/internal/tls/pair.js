// SPDX-License-Identifier: MIT
// tls.createSecurePair, which TLSSocket has replaced: two streams, one for the data and one for
// what goes over the wire.
'use strict';
const EventEmitter = require('events');
const { Duplex } = require('stream');
const { codes } = require('internal/errors');
const { TLSSocket } = require('internal/tls/socket');
const { createSecureContext, SecureContext } = require('internal/tls/context');
const { deprecate } = require('internal/util/deprecate');

// One of two streams: what is written to one is read from the other.
class Half extends Duplex {
  constructor() {
    super();
    this.other = null;
    this.waiting = null;
  }

  _read() {
    const { waiting } = this;
    this.waiting = null;
    if (waiting) waiting();
  }

  _write(chunk, encoding, callback) {
    if (chunk.length === 0) {
      process.nextTick(callback);
      return;
    }
    this.other.waiting = callback;
    this.other.push(chunk);
  }

  _final(callback) {
    this.other.on('end', callback);
    this.other.push(null);
  }
}

class SecurePair extends EventEmitter {
  constructor(secureContext = createSecureContext(), isServer = false, requestCert = !isServer,
    rejectUnauthorized = false, options = {}) {
    super();
    const inner = new Half();
    const outer = new Half();
    inner.other = outer;
    outer.other = inner;
    this.server = options.server;
    this.credentials = secureContext;
    this.encrypted = outer;
    this.cleartext = new TLSSocket(inner, {
      secureContext, isServer, requestCert, rejectUnauthorized, ...options,
    });
    this.cleartext.once('secure', () => this.emit('secure'));
    if (!isServer) this.cleartext._start();
  }

  destroy() {
    this.cleartext.destroy();
    this.encrypted.destroy();
  }
}

function createSecurePair(secureContext, ...rest) {
  if (secureContext !== undefined && secureContext !== null &&
      !(secureContext instanceof SecureContext)) {
    throw new codes.ERR_TLS_INVALID_CONTEXT('context');
  }
  return new SecurePair(secureContext ?? undefined, ...rest);
}

exports.createSecurePair = deprecate(createSecurePair,
  'tls.createSecurePair() is deprecated. Please use tls.TLSSocket instead.', 'DEP0064');
