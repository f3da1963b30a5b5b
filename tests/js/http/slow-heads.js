// SPDX-License-Identifier: MIT
// A client that does not finish a head in time gets 408 and is disconnected; one that is idle
// between requests is closed after keepAliveTimeout.
'use strict';
const assert = require('assert');
const http = require('http');
const net = require('net');

const server = http.createServer({
  headersTimeout: 200, requestTimeout: 400, connectionsCheckingInterval: 50, keepAliveTimeout: 300,
}, (req, res) => res.end('ok'));
server.listen(0, '127.0.0.1', () => {
  let left = 2;
  const done = () => { if (--left === 0) server.close(); };
  const slow = net.connect(server.address().port, '127.0.0.1');
  let answer = '';
  slow.on('data', (data) => { answer += data; });
  slow.write('GET / HTTP/1.1\r\nHost: ');
  slow.on('close', () => {
    assert.strictEqual(answer, 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
    done();
  });
  const idle = net.connect(server.address().port, '127.0.0.1');
  const start = Date.now();
  idle.resume();
  idle.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  idle.on('close', () => {
    assert.ok(Date.now() - start >= 290);
    done();
  });
});
