// SPDX-License-Identifier: MIT
// A paused socket reads on until its buffer is full, and then stops. Writes that its end cuts short
// are reported without a system error.
'use strict';
const assert = require('assert');
const net = require('net');

let read, buffered, told;
const server = net.createServer((socket) => {
  socket.on('error', () => {});
  socket.write(Buffer.alloc(100));
  setTimeout(() => {
    read = client.bytesRead;
    buffered = client.readableLength;
    const big = Buffer.alloc(20_000_000); // more than the kernel takes
    socket.write(big, (error) => { told = error; });
    setTimeout(() => {
      assert.ok(client.bytesRead < big.length);
      socket.destroy();
      client.destroy();
      server.close();
    }, 30);
  }, 30);
});
let client;
server.listen(0, '127.0.0.1', () => {
  client = net.connect(server.address().port, '127.0.0.1');
  client.on('data', () => {});
  client.pause();
  client.on('error', () => {});
});
process.on('exit', () => {
  assert.deepStrictEqual([read, buffered], [100, 100]);
  assert.ok(told === null || told === undefined, told);
});
