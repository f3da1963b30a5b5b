// SPDX-License-Identifier: MIT
// Data that is read is a separate Buffer with the right bytes, whatever its size.
'use strict';
const assert = require('assert');
const net = require('net');

const sizes = [1, 2, 999, 1000, 1001, 16384, 16385, 65536, 65537];
const kept = []; // chunks, and the sum of their bytes when they came

const sum = (bytes) => bytes.reduce((total, byte) => total + byte, 0);
const pattern = (size) => Buffer.from({ length: size }, (_, i) => (i * 7 + size) & 255);

const server = net.createServer((socket) => {
  socket.on('data', (chunk) => socket.write(chunk)); // sent back unchanged
  socket.on('end', () => socket.end());
});
server.listen(0, '127.0.0.1', () => {
  const client = net.connect(server.address().port, '127.0.0.1');
  let expected;
  let got = [];
  const next = () => {
    const size = sizes.shift();
    if (size === undefined) {
      client.end();
      return;
    }
    expected = pattern(size);
    client.write(expected);
  };
  client.on('connect', next);
  client.on('data', (chunk) => {
    assert.ok(Buffer.isBuffer(chunk));
    assert.strictEqual(chunk.byteOffset, 0);
    assert.strictEqual(chunk.buffer.byteLength, chunk.length);
    kept.push([chunk, sum(chunk)]);
    got.push(chunk);
    const all = Buffer.concat(got);
    if (all.length < expected.length) return;
    assert.ok(all.equals(expected));
    got = [];
    next();
  });
  client.on('close', () => server.close());
});
process.on('exit', () => {
  assert.strictEqual(sizes.length, 0);
  for (const [chunk, before] of kept) assert.strictEqual(sum(chunk), before);
});
