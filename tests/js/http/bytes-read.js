// SPDX-License-Identifier: MIT
// A server's socket has counted the bytes of a request when the program gets the request.
'use strict';
const assert = require('assert');
const http = require('http');
const net = require('net');

const head = 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';
const body = '3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n';
const whole = head.length + body.length;
const seen = [];
const server = http.createServer((req, res) => {
  const look = () => seen.push(req.socket.bytesRead);
  look();
  req.on('data', look);
  req.on('end', () => {
    look();
    res.end();
  });
});
server.listen(0, () => {
  const client = net.connect(server.address().port);
  client.write(head + body);
  client.once('data', () => {
    client.write(head + body);
    client.once('data', () => {
      client.destroy();
      server.close();
    });
  });
});
process.on('exit', () => assert.deepStrictEqual(seen,
  [whole, whole, whole, whole, whole * 2, whole * 2, whole * 2, whole * 2]));
