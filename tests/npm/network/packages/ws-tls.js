// SPDX-License-Identifier: MIT
// ws over TLS: its own client and the WebSocket of the runtime; text, bytes, compression, a
// requested client certificate, closing codes, an untrusted certificate.
'use strict';
const assert = require('assert');
const https = require('https');
const WebSocket = require('ws');
const { listen, secrets } = require('./help');

const { key, cert } = secrets();
const server = https.createServer({ key, cert, requestCert: true, rejectUnauthorized: false });
const sockets = new WebSocket.Server({ server, perMessageDeflate: { threshold: 10 } });
sockets.on('connection', (socket, req) => {
  socket.send(req.socket.authorized ? 'known' : 'unknown');
  socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }));
});

const once = (target, event) => new Promise((resolve) => { target.once(event, resolve); });

(async () => {
  const port = await listen(server);
  const url = `wss://localhost:${port}`;
  const options = { ca: cert, family: 4 };
  const plain = new WebSocket(url, options);
  assert.strictEqual(`${await once(plain, 'message')}`, 'unknown');
  for (const data of ['text \u20ac', 'x'.repeat(1 << 20)]) {
    plain.send(data);
    assert.strictEqual(`${await once(plain, 'message')}`, data);
  }
  const bytes = Buffer.alloc(300000, 7);
  plain.send(bytes);
  assert.ok(bytes.equals(await once(plain, 'message')));
  plain.close(4000, 'done');
  assert.strictEqual(await once(plain, 'close'), 4000);

  const known = new WebSocket(url, { ...options, key, cert });
  assert.ok(['known', 'unknown'].includes(`${await once(known, 'message')}`));
  known.terminate();

  const wrong = new WebSocket(url, { family: 4 });
  assert.strictEqual((await once(wrong, 'error')).code, 'DEPTH_ZERO_SELF_SIGNED_CERT');

  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  if (globalThis.WebSocket !== undefined) {
    const own = new globalThis.WebSocket(`wss://127.0.0.1:${port}`);
    const heard = [];
    await new Promise((resolve) => {
      own.onmessage = ({ data }) => {
        heard.push(data);
        if (heard.length === 1) own.send('y'.repeat(100000));
        else resolve();
      };
    });
    assert.deepStrictEqual(heard.map((data) => data.length), ['unknown'.length, 100000]);
    own.close();
    await new Promise((resolve) => { own.onclose = resolve; });
  }
  sockets.close();
  server.close();
})();
