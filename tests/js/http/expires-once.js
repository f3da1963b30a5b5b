// SPDX-License-Identifier: MIT
// A request that takes too long is reported once, however long it lasts; the next one again.
'use strict';
const assert = require('assert');
const http = require('http');
const net = require('net');

const CHECKED_MS = 20;
const limits = { connectionsCheckingInterval: CHECKED_MS, headersTimeout: 30, requestTimeout: 30 };
const server = http.createServer(limits, () => {});
const expired = [];
server.on('clientError', (error, socket) => {
  expired.push(error.code);
  if (expired.length === 2) {
    socket.destroy();
    server.close();
  }
});

server.listen(0, '127.0.0.1', () => {
  const client = net.connect(server.address().port, '127.0.0.1');
  client.on('error', () => {});
  client.write('GET / HTTP/1.1\r\nHost: ');
  server.once('clientError', () => setTimeout(() => {
    assert.deepStrictEqual(expired, ['ERR_HTTP_REQUEST_TIMEOUT']);
    client.write('x\r\n\r\nGET / HTTP/1.1\r\nHost');
  }, CHECKED_MS * 6));
});
process.on('exit', () => assert.deepStrictEqual(expired,
  ['ERR_HTTP_REQUEST_TIMEOUT', 'ERR_HTTP_REQUEST_TIMEOUT']));
