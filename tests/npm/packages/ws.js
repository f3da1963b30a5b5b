// SPDX-License-Identifier: MIT
// ws: text, bytes, large and compressed messages, pings, refusals and closing codes.
'use strict';
const assert = require('assert');
const http = require('http');
const https = require('https');
const { once } = require('events');
const { WebSocket, WebSocketServer } = require('ws');
const { listen, secrets } = require('./help');

const server = http.createServer();
const sockets = new WebSocketServer({ server, perMessageDeflate: true, path: '/echo' });
sockets.on('connection', (socket) => {
  socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }));
});

(async () => {
  const port = await listen(server);
  const client = new WebSocket(`ws://127.0.0.1:${port}/echo`);
  await once(client, 'open');
  const echo = async (data, options) => {
    client.send(data, options);
    return once(client, 'message');
  };
  let [data, isBinary] = await echo('grüße');
  assert.deepStrictEqual([String(data), isBinary], ['grüße', false]);
  [data, isBinary] = await echo(Buffer.from([0, 1, 255]));
  assert.deepStrictEqual([[...data], isBinary], [[0, 1, 255], true]);
  const large = Buffer.alloc(1 << 20, 'compress me ');
  [data] = await echo(large);
  assert.ok(large.equals(data));
  [data] = await echo(large, { compress: false });
  assert.ok(large.equals(data));
  client.ping('are you there');
  const [pong] = await once(client, 'pong');
  assert.strictEqual(String(pong), 'are you there');
  const closed = once([...sockets.clients][0], 'close');
  client.close(4001, 'enough');
  const [code, reason] = await closed;
  assert.deepStrictEqual([code, String(reason)], [4001, 'enough']);
  const [error] = await once(new WebSocket(`ws://127.0.0.1:${port}/nosuch`), 'error');
  assert.match(error.message, /400/);
  sockets.close();
  server.close();
  await secure();
})();

// The same over TLS.
async function secure() {
  const { key, cert } = secrets();
  const below = https.createServer({ key, cert });
  const above = new WebSocketServer({ server: below });
  above.on('connection', (socket) => {
    socket.on('message', (data) => socket.send(data));
  });
  const port = await listen(below);
  const client = new WebSocket(`wss://localhost:${port}/`, { ca: cert, family: 4 });
  await once(client, 'open');
  const large = Buffer.alloc(1 << 20, 'over TLS ');
  client.send(large);
  const [data] = await once(client, 'message');
  assert.ok(large.equals(data));
  client.close();
  await once(client, 'close');
  const [error] = await once(new WebSocket(`wss://localhost:${port}/`, { family: 4 }), 'error');
  assert.strictEqual(error.code, 'DEPTH_ZERO_SELF_SIGNED_CERT');
  above.close();
  below.close();
}
