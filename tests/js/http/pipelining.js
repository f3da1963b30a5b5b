// SPDX-License-Identifier: MIT
// Requests that come in one piece are all emitted before any tick; their responses are sent in the
// order of the requests, whichever is ready first.
'use strict';
const assert = require('assert');
const http = require('http');
const net = require('net');

const seen = [];
const server = http.createServer((req, res) => {
  seen.push(req.url);
  process.nextTick(() => seen.push(`tick ${req.url}`));
  setTimeout(() => res.end(req.url), req.url === '/1' ? 30 : 1);
});
server.listen(0, '127.0.0.1', () => {
  const client = net.connect(server.address().port, '127.0.0.1');
  let text = '';
  client.setEncoding('latin1');
  client.on('data', (data) => { text += data; });
  client.write('GET /1 HTTP/1.1\r\nHost: x\r\n\r\nGET /2 HTTP/1.1\r\nHost: x\r\n' +
    '\r\nGET /3 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  client.on('close', () => {
    assert.deepStrictEqual(seen, ['/1', '/2', '/3', 'tick /1', 'tick /2', 'tick /3']);
    assert.deepStrictEqual(text.match(/\r\n\r\n\/\d/g), ['\r\n\r\n/1', '\r\n\r\n/2', '\r\n\r\n/3']);
    server.close();
  });
});
