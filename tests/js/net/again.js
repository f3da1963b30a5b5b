// SPDX-License-Identifier: MIT
// A closed socket can be connected again, and reads again.
'use strict';
const assert = require('assert');
const net = require('net');

const seen = [];
const server = net.createServer((socket) => socket.end(`${seen.length}`));
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address();
  const client = net.connect(port, '127.0.0.1');
  client.setEncoding('utf8');
  client.on('data', (text) => seen.push(text));
  client.on('close', () => {
    assert.strictEqual(client.bytesRead, 1);
    if (seen.length < 3) client.connect(port, '127.0.0.1');
    else server.close();
  });
});
process.on('exit', () => assert.deepStrictEqual(seen, ['0', '1', '2']));
