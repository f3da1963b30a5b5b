// SPDX-License-Identifier: MIT
// How often a message is corked is the state of its socket, once it has one.
'use strict';
const assert = require('assert');
const http = require('http');

const server = http.createServer((req, res) => {
  req.resume();
  const seen = [res.writableCorked];
  res.socket.cork();
  seen.push(res.writableCorked);
  res.cork();
  seen.push(res.writableCorked);
  res.uncork();
  seen.push(res.writableCorked);
  res.end('x');
  seen.push(res.writableCorked);
  assert.deepStrictEqual(seen, [0, 1, 2, 1, 0]);
});

server.listen(0, () => {
  const req = http.request({
    port: server.address().port, method: 'POST', headers: { 'Content-Length': 3 },
  }, (res) => {
    res.resume();
    server.close();
  });
  req.cork();
  req.cork();
  req.write('a');
  assert.strictEqual(req.writableCorked, 2);
  req.on('socket', () => setTimeout(() => {
    const seen = [];
    const look = () => seen.push(req.writableCorked, req.socket.writableCorked);
    look();
    req.write(Buffer.from('b'));
    look();
    req.socket.uncork();
    look();
    req.uncork();
    look();
    req.write('c'); // corks until the next tick
    req.cork();
    look();
    req.end();
    look();
    assert.deepStrictEqual(seen, [2, 2, 2, 2, 1, 1, 0, 0, 2, 2, 0, 0]);
  }, 10));
});
