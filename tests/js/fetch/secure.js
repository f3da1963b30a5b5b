// SPDX-License-Identifier: MIT
// fetch over TLS: with a certificate that is trusted, and with one that is not.
'use strict';
const assert = require('assert');
const { execFile } = require('child_process');
const fs = require('fs');
const https = require('https');
const path = require('path');

const file = (name) => path.join(__dirname, '../tls/fixtures', name);
const server = https.createServer({
  key: fs.readFileSync(file('key.pem')), cert: fs.readFileSync(file('cert.pem')),
}, (req, res) => res.end(`secure ${req.url}`));

function run(env) {
  const text = `fetch('https://localhost:${server.address().port}/a').then((r) => r.text())` +
    '.then(console.log, (e) => console.log(e.message, e.cause.code)).then(() => process.exit())';
  return new Promise((resolve, reject) => {
    execFile(process.execPath, ['--no-warnings', '-e', text], { env: { ...process.env, ...env } },
      (error, out) => (error ? reject(error) : resolve(out.trim())));
  });
}

server.listen(0, async () => {
  assert.strictEqual(await run({ NODE_EXTRA_CA_CERTS: file('cert.pem') }), 'secure /a');
  assert.strictEqual(await run({ NODE_TLS_REJECT_UNAUTHORIZED: '0' }), 'secure /a');
  assert.strictEqual(await run({}), 'fetch failed DEPTH_ZERO_SELF_SIGNED_CERT');
  server.close();
});
