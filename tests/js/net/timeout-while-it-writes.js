// SPDX-License-Identifier: MIT
// A write that the other side takes slowly is not idle: 'timeout' comes when it makes no progress,
// however long one write takes.
'use strict';
const assert = require('assert');
const net = require('net');

const SIZE = 16 << 20;
const STEP_MS = 20;
const TIMEOUT_MS = 400;
const seen = [];
let taken = 0;

const server = net.createServer((socket) => {
  socket.setTimeout(TIMEOUT_MS, () => {
    seen.push(taken < SIZE / 2 ? 'timeout while it goes on' : 'timeout');
    socket.destroy();
  });
  socket.write(Buffer.alloc(SIZE), () => seen.push('written'));
});

// Reads a bit at a time, for three times the timeout, then nothing more.
server.listen(0, '127.0.0.1', () => {
  const begin = Date.now();
  const client = net.connect(server.address().port, '127.0.0.1');
  client.on('data', (data) => {
    taken += data.length;
    client.pause();
    if (Date.now() - begin < 3 * TIMEOUT_MS) {
      setTimeout(() => client.resume(), STEP_MS);
    } else {
      taken = SIZE;
    }
  });
  client.on('error', () => {}).on('close', () => server.close());
  server.on('close', () => client.destroy());
  setTimeout(() => server.close(), 6 * TIMEOUT_MS);
});
process.on('exit', () => assert.deepStrictEqual(seen, ['timeout', 'written']));
