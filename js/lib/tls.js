// SPDX-License-Identifier: MIT
// tls: encrypted connections and servers. The parts are in internal/tls.
'use strict';
const { options } = require('internal/program');
const { Server, createServer } = require('internal/tls/server');
const { TLSSocket } = require('internal/tls/socket');
const { SecureContext, createSecureContext } = require('internal/tls/context');
const { checkServerIdentity, convertALPNProtocols } = require('internal/tls/identity');
const { connect } = require('internal/tls/connect');

const { defaultCipherList } = require('internal/crypto/constants');

function lowest() {
  if (options['tlsMinV1.0']) return 'TLSv1';
  if (options['tlsMinV1.1']) return 'TLSv1.1';
  if (options['tlsMinV1.2']) return 'TLSv1.2';
  return options['tlsMinV1.3'] ? 'TLSv1.3' : 'TLSv1.2';
}

let ciphers;

// The names of all ciphers in lower case, as in Node. Two of TLS 1.3 are off unless a context names
// them.
function getCiphers() {
  ciphers ??= [...new Set([...require('internal/tls/native').open().allCiphers()
    .map((name) => name.toLowerCase()), 'tls_aes_128_ccm_8_sha256', 'tls_aes_128_ccm_sha256',
  ])].sort();
  return ciphers.slice();
}

module.exports = {
  CLIENT_RENEG_LIMIT: 3,
  CLIENT_RENEG_WINDOW: 600,
  DEFAULT_CIPHERS: defaultCipherList,
  DEFAULT_ECDH_CURVE: 'auto',
  DEFAULT_MIN_VERSION: lowest(),
  DEFAULT_MAX_VERSION: options['tlsMaxV1.3'] || !options['tlsMaxV1.2'] ? 'TLSv1.3' : 'TLSv1.2',
  getCiphers,
  convertALPNProtocols,
  checkServerIdentity,
  createSecureContext,
  SecureContext,
  TLSSocket,
  Server,
  createServer,
  connect,
  get createSecurePair() { return require('internal/tls/pair').createSecurePair; },
};

Object.defineProperty(module.exports, 'rootCertificates', {
  configurable: false,
  enumerable: true,
  get: () => require('internal/tls/roots').rootCertificates(),
});
