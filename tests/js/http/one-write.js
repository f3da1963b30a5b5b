// SPDX-License-Identifier: MIT
// The head of a response and its first data are sent together, and a client gets them in one piece.
'use strict';
const assert = require('assert');
const http = require('http');
const net = require('net');

const server = http.createServer((req, res) => {
  if (req.url === '/head') res.writeHead(200, { 'Content-Length': 5 });
  res.end('hello');
});
server.listen(0, '127.0.0.1', () => {
  const pieces = [];
  const client = net.connect(server.address().port, '127.0.0.1');
  client.setEncoding('latin1');
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  client.on('data', (text) => {
    pieces.push(text);
    assert.match(text, /^HTTP\/1\.1 200 OK\r\n(.+\r\n)+\r\nhello$/);
    if (pieces.length === 1) client.write('GET /head HTTP/1.1\r\nHost: x\r\n\r\n');
    else client.end();
  });
  client.on('close', () => {
    assert.strictEqual(pieces.length, 2);
    server.close();
  });
});
