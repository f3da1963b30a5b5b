// SPDX-License-Identifier: MIT
// "100 Continue" after a complete response: the client takes it for a second response and ends the
// connection; the socket keeps its listener of 'data'.
'use strict';
const assert = require('assert');
const http = require('http');
const net = require('net');

const server = net.createServer((socket) => {
  socket.on('error', () => {});
  socket.once('data', () => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 100 Continue\r\n\r\n');
  });
});

let closed = false;
server.listen(0, () => {
  const req = http.request({ port: server.address().port, method: 'POST', agent: false });
  let used;
  req.on('error', () => {});
  req.on('socket', (socket) => { used = socket; });
  req.on('response', (res) => {
    used.on('close', () => {
      assert.strictEqual(res.complete, true);
      assert.strictEqual(used.listenerCount('data'), 1);
      closed = true;
      server.close();
    });
  });
  req.flushHeaders();
});
process.on('exit', () => assert(closed));
