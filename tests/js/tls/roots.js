// SPDX-License-Identifier: MIT
// Trusted roots: the file of SSL_CERT_FILE, NODE_EXTRA_CA_CERTS in addition; and a clear error if
// there are none.
'use strict';
const assert = require('assert');
const fs = require('fs');
const path = require('path');
const tls = require('tls');
const { spawnSync } = require('child_process');

const read = (name) => path.join(__dirname, 'fixtures', name);

if (process.argv[2] === 'child') {
  const server = tls.createServer({ key: fs.readFileSync(read('key.pem')),
    cert: fs.readFileSync(read('cert.pem')) }, (socket) => socket.end());
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address();
    let socket;
    try {
      socket = tls.connect({ port, host: '127.0.0.1', servername: 'localhost' });
    } catch (error) {
      console.log(error.code, tls.rootCertificates.length);
      server.close();
      return;
    }
    socket.on('error', (error) => console.log(error.code));
    socket.on('secureConnect', () => console.log('trusted', tls.rootCertificates.length));
    socket.on('close', () => server.close());
    socket.resume();
  });
  return;
}

function child(environment) {
  const { SSL_CERT_FILE, NODE_EXTRA_CA_CERTS, ...rest } = process.env;
  return spawnSync(process.execPath, ['--no-warnings', __filename, 'child'],
    { env: { ...rest, ...environment }, encoding: 'utf8' }).stdout.trim();
}

const nowhere = { SSL_CERT_FILE: path.join(__dirname, 'nowhere') };
const own = { NODE_EXTRA_CA_CERTS: read('cert.pem') };
assert.strictEqual(child({ SSL_CERT_FILE: read('cert.pem') }), 'trusted 1');
assert.strictEqual(child(nowhere), 'ERR_TLS_NO_ROOT_CERTIFICATES 0');
assert.strictEqual(child({ ...nowhere, ...own }), 'trusted 0');
assert.match(child(own), /^trusted /);
