// SPDX-License-Identifier: MIT
// The events of a connection, on both sides, in order.
'use strict';
const assert = require('assert');
const fs = require('fs');
const path = require('path');
const tls = require('tls');

const read = (name) => fs.readFileSync(path.join(__dirname, 'fixtures', name));
const key = read('key.pem');
const cert = read('cert.pem');
const seen = { server: [], client: [] };
const note = (side, socket, names) => {
  for (const name of names) socket.on(name, () => seen[side].push(name));
};

const server = tls.createServer({ key, cert }, (socket) => {
  seen.server.push('secureConnection');
  note('server', socket, ['end', 'finish', 'close']);
  socket.on('data', (data) => {
    seen.server.push(`${data}`);
    socket.end('answer');
  });
});
server.on('connection', () => seen.server.push('connection'));
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address();
  const socket = tls.connect({ port, host: '127.0.0.1', ca: cert, servername: 'localhost' }, () => {
    seen.client.push('secureConnect');
    assert.strictEqual(socket.authorized, true);
    process.nextTick(() => seen.client.push('tick'));
    Promise.resolve().then(() => seen.client.push('microtask'));
    socket.write('question');
  });
  assert.strictEqual(socket.connecting, true);
  assert.strictEqual(socket.encrypted, true);
  note('client', socket, ['connect', 'ready', 'secure', 'end', 'finish', 'close']);
  socket.on('data', (data) => seen.client.push(`${data}`));
  socket.on('close', () => server.close());
});

process.on('exit', () => {
  assert.deepStrictEqual(seen.client, ['connect', 'ready', 'secureConnect', 'secure', 'tick',
    'microtask', 'answer', 'end', 'finish', 'close']);
  assert.deepStrictEqual(seen.server, ['connection', 'secureConnection', 'question', 'finish',
    'end', 'close']);
});
