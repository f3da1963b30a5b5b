// SPDX-License-Identifier: MIT
// Ticks and microtasks run after each piece of a body that comes straight from a connection, but
// not between the end of a message and the head of the next one.
'use strict';
const assert = require('assert');
const http = require('http');
const net = require('net');

const log = [];
const later = (name) => {
  process.nextTick(() => log.push(`tick ${name}`));
  queueMicrotask(() => log.push(`micro ${name}`));
};

const server = http.createServer((req, res) => {
  const name = req.url.slice(1);
  log.push(`request ${name}`);
  later(name);
  req.on('data', (data) => {
    log.push(`data ${name} ${data}`);
    later(`data ${name}`);
  });
  req.on('end', () => {
    log.push(`end ${name}`);
    res.end('x');
    if (name === 'c') res.on('close', () => client.end());
  });
});

const head = (method, name) => `${method} /${name} HTTP/1.1\r\nHost: x\r\n`;
let client;
server.listen(0, () => {
  client = net.connect(server.address().port);
  client.resume();
  client.write(`${head('POST', 'a')}Content-Length: 5\r\n\r\nhello` +
    `${head('POST', 'b')}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n` +
    `${head('GET', 'c')}\r\n`);
  client.on('close', () => server.close());
});

process.on('exit', () => {
  assert.deepStrictEqual(log, [
    'request a', 'tick a', 'data a hello', 'tick data a', 'micro a', 'micro data a',
    'request b', 'end a', 'tick b', 'data b abc', 'tick data b', 'micro b', 'micro data b',
    'data b de', 'tick data b', 'micro data b',
    'request c', 'end b', 'tick c', 'end c', 'micro c',
  ]);
});
