// SPDX-License-Identifier: MIT
// Requests over https: connections are kept, sessions are resumed, and errors are reported.
'use strict';
const assert = require('assert');
const fs = require('fs');
const https = require('https');
const path = require('path');

const read = (name) => fs.readFileSync(path.join(__dirname, 'fixtures', name));
const cert = read('cert.pem');
const ports = new Set();
let reused = 0;

const server = https.createServer({ key: read('key.pem'), cert }, (req, res) => {
  ports.add(req.socket.remotePort);
  if (req.socket.isSessionReused()) reused++;
  let body = '';
  req.on('data', (data) => { body += data; });
  req.on('end', () => res.end(`${req.method} ${req.url} ${body.length}`));
});

function ask(options, body) {
  return new Promise((resolve, reject) => {
    const req = https.request({ port: server.address().port, host: 'localhost', ca: cert,
      ...options }, (res) => {
      let text = '';
      res.on('data', (data) => { text += data; });
      res.on('end', () => resolve(text));
    });
    req.on('error', reject);
    req.end(body);
  });
}

server.listen(0, async () => {
  const agent = new https.Agent({ keepAlive: true });
  assert.deepStrictEqual([agent.defaultPort, agent.protocol], [443, 'https:']);
  assert.strictEqual(await ask({ agent, path: '/a' }), 'GET /a 0');
  await new Promise(setImmediate);
  assert.strictEqual(await ask({ agent, method: 'POST' }, 'x'.repeat(100000)), 'POST / 100000');
  assert.strictEqual(ports.size, 1);
  agent.destroy();
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.strictEqual(await ask({ agent }), 'GET / 0');
  assert.strictEqual(ports.size, 2);
  assert.strictEqual(reused, 1);
  await assert.rejects(ask({ ca: undefined }), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  await assert.rejects(ask({ servername: 'other.test' }), {
    code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    message: 'Hostname/IP does not match certificate\'s altnames: Host: other.test. is not in ' +
      'the cert\'s altnames: DNS:localhost, IP Address:127.0.0.1',
  });
  await assert.rejects(ask({ maxVersion: 'TLSv1.1', minVersion: 'TLSv1' }),
    (error) => (error.code === 'EPROTO' && /^write EPROTO .*alert protocol version/
      .test(error.message)) || error.code === 'ERR_SSL_NO_PROTOCOLS_AVAILABLE'); // OpenSSL 3.5
  agent.destroy();
  server.close();
  server.closeAllConnections();
});
