// SPDX-License-Identifier: MIT
// Certificates that should not be trusted, and some that should: certificates.js DIRECTORY prints
// the verdict of a client on each, which must be Node's.
'use strict';
const fs = require('fs');
const path = require('path');
const tls = require('tls');

const directory = process.argv[2];
const read = (name) => fs.readFileSync(path.join(directory, name));
const names = fs.readdirSync(directory).filter((name) => name.startsWith('case-') &&
  name.endsWith('.crt')).sort();
const hosts = ['localhost', 'a.example.com', 'a.b.example.com', '127.0.0.1', 'example.com',
  'evil.test'];

function visit(port, servername, more) {
  return new Promise((resolve) => {
    const socket = tls.connect({ port, host: '127.0.0.1', servername, ca: read('ca.crt'), ...more,
      ...(/^[\d.]+$/.test(servername) ? { servername: '', checkServerIdentity: (host, cert) => (
        tls.checkServerIdentity(servername, cert)) } : {}) },
    () => socket.end());
    let seen = 'fine';
    socket.on('error', (error) => { seen = `${error.code} ${error.reason ?? ''}`; });
    socket.on('close', () => resolve(`${seen} ${socket.authorized} ${socket.authorizationError}`));
    socket.resume();
  });
}

async function main() {
  for (const name of names) {
    let server;
    try {
      server = tls.createServer({ cert: read(name), key: read(name.replace('.crt', '.key')) });
    } catch (error) {
      console.log(name, error.code);
      continue;
    }
    server.on('tlsClientError', () => {});
    server.on('secureConnection', (socket) => socket.on('error', () => {}).end());
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address();
    for (const host of hosts) {
      console.log(name, host, await visit(port, host, {}));
    }
    console.log(name, 'insecure', await visit(port, 'localhost', { rejectUnauthorized: false }));
    server.close();
  }
}

main();
