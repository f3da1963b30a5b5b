// SPDX-License-Identifier: MIT
// A paused socket loses nothing, neither data nor the end, and does not grow without bound.
'use strict';
const assert = require('assert');
const fs = require('fs');
const path = require('path');
const tls = require('tls');

const read = (name) => fs.readFileSync(path.join(__dirname, 'fixtures', name));
const SIZE = 3000000;

const server = tls.createServer({ key: read('key.pem'), cert: read('cert.pem') }, (socket) => {
  socket.end(Buffer.alloc(SIZE, 'x'));
  server.close();
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address();
  const socket = tls.connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
  let total = 0;
  let ended = false;
  let pauses = 0;
  socket.on('data', (data) => {
    total += data.length;
    if (pauses < 5) {
      pauses++;
      socket.pause();
      setTimeout(() => {
        assert.ok(socket.readableLength < SIZE / 2, `${socket.readableLength}`);
        assert.strictEqual(ended, false);
        socket.resume();
      }, 20);
    }
  });
  socket.on('end', () => {
    ended = true;
    assert.strictEqual(total, SIZE);
    assert.strictEqual(pauses, 5);
  });
  socket.on('close', () => assert.ok(ended));
});
