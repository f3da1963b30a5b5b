// SPDX-License-Identifier: MIT
// A trace names the events of a TLS connection: handshakes, records, sessions.
'use strict';
if (!process.versions.gyre) process.exit(77);
const assert = require('assert');
const { execFileSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const tls = require('tls');

if (process.argv[2] === 'traced') {
  const read = (name) => fs.readFileSync(path.join(__dirname, 'fixtures', name));
  const server = tls.createServer({ key: read('key.pem'), cert: read('cert.pem') }, (socket) => {
    socket.on('data', () => socket.end('answer'));
  });
  server.listen(0, () => {
    const client = tls.connect({ port: server.address().port, ca: read('cert.pem'),
      servername: 'localhost' }, () => client.write('question'));
    client.on('data', () => {});
    client.on('end', () => server.close());
  });
} else {
  const place = fs.mkdtempSync(path.join(os.tmpdir(), 'gyre-trace-'));
  const file = path.join(place, 'trace.txt');
  execFileSync(process.execPath, [`--trace=${file}`, __filename, 'traced']);
  const text = fs.readFileSync(file, 'utf8');
  fs.rmSync(place, { recursive: true });
  const count = (name) => text.split(`callback ${name}\n`).length - 1;
  assert.ok(count('tlsHandshakeStart') >= 2, text);
  assert.strictEqual(count('tlsHandshakeDone'), 2);
  assert.ok(count('tlsRecord') >= 2);
  assert.ok(count('tlsSession') >= 1);
  assert.match(text, /read #\d+ on_tls_records/);
}
