// SPDX-License-Identifier: MIT
// A client that has nothing to offer fails with OpenSSL's reason, even with a pending write.
'use strict';
const assert = require('assert');
const https = require('https');
const tls = require('tls');

const server = tls.createServer();
server.listen(0, async () => {
  const options = { port: server.address().port, host: 'localhost', minVersion: 'TLSv1',
    maxVersion: 'TLSv1.1', ciphers: 'AES128-SHA256' }; // a cipher of TLS 1.2
  const expected = /^ERR_SSL_NO_(CIPHERS|PROTOCOLS)_AVAILABLE$/;
  for (const begin of [() => tls.connect(options), () => https.get(options), () => {
    const socket = tls.connect(options);
    socket.write('x');
    return socket;
  }]) {
    const error = await new Promise((resolve) => { begin().on('error', resolve); });
    assert.match(error.code, expected);
    assert.match(error.reason, /available/);
  }
  server.close();
});
