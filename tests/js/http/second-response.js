// SPDX-License-Identifier: MIT
// A second response without a request ends the connection; if it is not complete, the client keeps
// listening.
'use strict';
const assert = require('assert');
const http = require('http');
const net = require('net');

function ask(second, listeners, then) {
  const server = net.createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.write(
      `HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok${second}`));
  });
  server.listen(0, () => {
    const { port } = server.address();
    const req = http.request({ port, method: 'POST' }, (res) => res.resume());
    req.on('close', () => {
      assert.strictEqual(req.socket.destroyed, true);
      assert.strictEqual(req.socket.listenerCount('data'), listeners);
      server.close(then);
    });
    req.flushHeaders(); // not ended, otherwise the socket would be free now
  });
}

ask('HTTP/1.1 200 OK\r\n\r\n', 1, () => (
  ask('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n', 0)));
