// SPDX-License-Identifier: MIT
// Data that the kernel does not take at once follows, in order: bytes of all kinds, texts, several
// at once; each callback comes once, in order, and never within its own write().
'use strict';
const assert = require('assert');
const net = require('net');

const wide = '\u20ac\u00e4x';
const parts = [];
for (let i = 0; i < 40; i++) {
  parts.push(Buffer.alloc(100 + i, 65 + (i % 26))); // the engine keeps such bytes in its heap
  parts.push(wide.repeat(40000 + i));
  parts.push(new Uint8Array(70000 + i).fill(i));
}
const expected = Buffer.concat(parts.map((part) => Buffer.from(part)));
const called = [];

const server = net.createServer((socket) => {
  for (let i = 0; i < parts.length; i++) {
    if (i === 60) socket.cork(); // the rest by writev
    let inside = true;
    socket.write(parts[i], (error) => {
      assert.ifError(error);
      assert.ok(!inside);
      called.push(i);
    });
    inside = false;
  }
  socket.uncork();
  socket.end();
});
server.listen(0, '127.0.0.1', () => {
  const client = net.connect(server.address().port, '127.0.0.1');
  const got = [];
  client.pause(); // until the kernel is full
  setTimeout(() => client.resume(), 50);
  client.on('data', (chunk) => got.push(chunk));
  client.on('end', () => {
    assert.ok(Buffer.concat(got).equals(expected));
    server.close();
  });
});
process.on('exit', () => assert.deepStrictEqual(called, parts.map((_, i) => i)));
