// SPDX-License-Identifier: MIT
// The messages of the errors of tls, for internal/error_messages.js.
'use strict';

module.exports = {
  ERR_CRYPTO_CUSTOM_ENGINE_NOT_SUPPORTED: [
    'Custom engines not supported by this OpenSSL', 'Error'],
  ERR_TLS_ALPN_CALLBACK_INVALID_RESULT: [(value, protocols) => (
    `ALPN callback returned a value (${value}) that did not match any of the client's offered ` +
    `protocols (${protocols.join(', ')})`), 'TypeError'],
  ERR_TLS_ALPN_CALLBACK_WITH_PROTOCOLS: [
    'The ALPNCallback and ALPNProtocols TLS options are mutually exclusive', 'TypeError'],
  ERR_TLS_CERT_ALTNAME_FORMAT: ['Invalid subject alternative name string', 'SyntaxError'],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    (reason) => `Hostname/IP does not match certificate's altnames: ${reason}`, 'Error'],
  ERR_TLS_DH_PARAM_SIZE: ['DH parameter size %s is less than 2048', 'Error'],
  ERR_TLS_HANDSHAKE_TIMEOUT: ['TLS handshake timeout', 'Error'],
  ERR_TLS_INVALID_CONTEXT: ['%s must be a SecureContext', 'TypeError'],
  ERR_TLS_INVALID_PROTOCOL_VERSION: [(value, which) => (
    `${JSON.stringify(value)} is not a valid ${which} TLS protocol version`), 'TypeError'],
  ERR_TLS_INVALID_STATE: ['TLS socket connection must be securely established', 'Error'],
  ERR_TLS_NO_ROOT_CERTIFICATES: [
    'There are no root certificates to check the other side\'s by. Looked for: %s. Install the ' +
    'package ca-certificates, name a bundle in SSL_CERT_FILE, or use the option "ca"', 'Error'],
  ERR_TLS_PROTOCOL_VERSION_CONFLICT: [(version, protocol) => (
    `TLS protocol version ${JSON.stringify(version)} conflicts with secureProtocol ` +
    `${JSON.stringify(protocol)}`), 'TypeError'],
  ERR_TLS_RENEGOTIATION_DISABLED: [
    'TLS session renegotiation disabled for this socket', 'Error'],
  ERR_TLS_REQUIRED_SERVER_NAME: [
    '"servername" is required parameter for Server.addContext', 'Error'],
  ERR_TLS_SESSION_ATTACK: ['TLS session renegotiation attack detected', 'Error'],
  ERR_TLS_SNI_FROM_SERVER: ['Cannot issue SNI from a TLS server-side socket', 'Error'],
};
