// SPDX-License-Identifier: MIT
// If a program begins to read a body just when the response ends, it gets it; a body that nobody
// reads is discarded. Between requests the socket has the server's keep-alive timeout.
'use strict';
const assert = require('assert');
const http = require('http');
const net = require('net');

const SIZE = 30000;
const got = {};
const readers = {
  'data': (req, count) => req.on('data', count),
  'paused': (req, count) => req.on('data', count).pause(),
  'resume': (req) => req.resume(),
  'none': () => {},
};
const server = http.createServer((req, res) => {
  const name = req.url.slice(1);
  const { socket } = req;
  assert.strictEqual(req.listenerCount('data'), 0);
  got[name] = 0;
  res.end('answer');
  assert.strictEqual(res.writableCorked, 0);
  readers[name](req, (data) => { got[name] += data.length; });
  setTimeout(() => {
    got[name] += `, ${req.readableFlowing}, ${req.listenerCount('data')}, ${socket.timeout}`;
    client.destroy();
    next();
  }, 30);
});
server.keepAliveTimeout = 2000;

let client;
const names = Object.keys(readers);
function next() {
  const name = names.shift();
  if (name === undefined) {
    server.close();
    return;
  }
  client = net.connect(server.address().port).resume();
  client.write(`POST /${name} HTTP/1.1\r\nHost: h\r\nContent-Length: ${SIZE}\r\n\r\n` +
    'x'.repeat(SIZE));
}
server.listen(0, next);
process.on('exit', () => assert.deepStrictEqual(got, {
  data: `${SIZE}, true, 1, 3000`,
  paused: '0, false, 1, 3000',
  resume: '0, true, 0, 3000',
  none: '0, true, 0, 3000',
}));
