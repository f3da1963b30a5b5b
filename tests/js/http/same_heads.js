// SPDX-License-Identifier: MIT
// Requests on one connection have their own headers each, whether the head is the same as the
// previous one, differs a little, or the program has changed the previous one's lists.
'use strict';
const assert = require('assert');
const http = require('http');
const net = require('net');

const heads = [
  'GET /a HTTP/1.1\r\nHost: x\r\nX-A: 1\r\n',
  'GET /a HTTP/1.1\r\nHost: x\r\nX-A: 1\r\n',
  'GET /a HTTP/1.1\r\nHost: x\r\nX-A: 2\r\n',
  'GET /b HTTP/1.1\r\nHost: x\r\nX-A: 2\r\n',
  'GET /b HTTP/1.1\r\nHost: x\r\nX-A2: \r\n',
  'GET /b HTTP/1.1\r\nHost: x\r\nX-A: 2\r\nX-B: 3\r\n',
  'GET /b HTTP/1.1\r\nHost: x\r\nX-A: 2\r\n',
  'POST /b HTTP/1.1\r\nHost: x\r\nX-A: 2\r\n',
  'POST /b HTTP/1.1\r\nHost: x\r\nX-A: 2\r\n',
];
const expected = heads.map((head) => {
  const [first, ...lines] = head.trimEnd().split('\r\n');
  return [...first.split(' ').slice(0, 2), lines.flatMap((line) => line.split(/: ?/))];
});
const seen = [];

const server = http.createServer((request, response) => {
  seen.push([request.method, request.url, [...request.rawHeaders]]);
  assert.strictEqual(request.headers.host, 'x');
  request.rawHeaders[1] = 'changed';
  request.rawHeaders.push('more');
  request.headers.host = 'changed';
  response.end();
});
server.listen(0, '127.0.0.1', () => {
  const client = net.connect(server.address().port, '127.0.0.1');
  client.write(`${heads.slice(0, 4).join('\r\n')}\r\n`); // several at once
  let rest = heads.slice(4);
  let answers = 0;
  client.setEncoding('latin1');
  client.on('data', (text) => {
    answers += text.split('HTTP/1.1 200').length - 1;
    if (answers < 4 || answers < heads.length - rest.length) return;
    if (rest.length === 0) {
      client.end();
      server.close();
      return;
    }
    client.write(`${rest[0]}\r\n`); // then one by one
    rest = rest.slice(1);
  });
});
process.on('exit', () => assert.deepStrictEqual(seen, expected));
