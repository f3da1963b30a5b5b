// SPDX-License-Identifier: MIT
// A socket that wrote the first part of a response, and failed to write the rest, emits 'drain'
// before the error: http's writes are reported in a tick, with a callback or without.
'use strict';
const assert = require('assert');
const http = require('http');
const net = require('net');

const seen = [];
const server = http.createServer((req, res) => {
  res.writeHead(200);
  res.write('1234567890');
  res.uncork(); // the head and ten bytes reach a peer that is gone, which resets
  res.end('a'.repeat(65536));
}).on('connection', (socket) => {
  for (const event of ['drain', 'error']) {
    socket.on(event, (error) => seen.push(error ? `${event} ${error.code}` : event));
  }
  socket.on('close', () => server.close());
});

server.listen(0, '127.0.0.1', () => {
  const client = net.connect(server.address().port, '127.0.0.1', () => {
    client.write('POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\n');
    client.destroy();
  });
});
process.on('exit', () => assert.deepStrictEqual(seen, ['drain', 'error EPIPE']));
