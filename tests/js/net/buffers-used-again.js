// SPDX-License-Identifier: MIT
// The memory of read data is reused when nothing refers to it any more, and not before: some pieces
// of much data are kept, and are unchanged at the end.
'use strict';
const assert = require('assert');
const net = require('net');

const PIECE = 1 << 16;
const COUNT = 1500;
const EVERY = 7;

const server = net.createServer((socket) => {
  let sent = 0;
  (function more() {
    while (sent < COUNT) {
      const piece = Buffer.alloc(PIECE);
      for (let at = 0; at < PIECE; at += 4) piece.writeUInt32LE(sent * PIECE + at, at);
      sent++;
      if (!socket.write(piece)) {
        socket.once('drain', more);
        return;
      }
    }
    socket.end();
  })();
});

// The bytes at this position of the whole stream.
function check(data, from) {
  const first = (4 - from % 4) % 4;
  for (let at = first; at + 4 <= data.length; at += 4) {
    if (data.readUInt32LE(at) !== from + at) assert.fail(`wrong at ${from + at}`);
  }
}

server.listen(0, '127.0.0.1', () => {
  const kept = [];
  let count = 0;
  let size = 0;
  const socket = net.connect(server.address().port, '127.0.0.1');
  socket.on('data', (data) => {
    check(data, size);
    if (count++ % EVERY === 0) kept.push([data, size]);
    size += data.length;
  });
  socket.on('end', () => {
    assert.strictEqual(size, COUNT * PIECE);
    for (const [data, from] of kept) check(data, from);
    server.close();
  });
});
