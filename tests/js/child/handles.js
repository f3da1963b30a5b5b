// SPDX-License-Identifier: MIT
// A socket is sent to a child with a message; messages sent meanwhile come after it, in order.
'use strict';
const assert = require('assert');
const { fork } = require('child_process');
const net = require('net');

if (process.argv[2] === 'child') {
  const seen = [];
  process.on('message', (message, socket) => {
    seen.push(message);
    if (socket) socket.end(`from ${process.ppid}`);
    if (message === 'last') process.send(seen, () => process.disconnect());
  });
} else {
  const child = fork(__filename, ['child']);
  let got = '';
  let seen;
  const server = net.createServer((socket) => {
    assert.strictEqual(child.send('first', socket), true);
    child.send('second');
    child.send('last');
    server.close();
  });
  server.listen(0, '127.0.0.1', () => {
    const client = net.connect(server.address().port, '127.0.0.1');
    client.setEncoding('utf8').on('data', (text) => { got += text; });
  });
  child.on('message', (list) => { seen = list; });
  child.on('exit', (code) => {
    assert.strictEqual(code, 0);
    assert.deepStrictEqual(seen, ['first', 'second', 'last']);
    assert.strictEqual(got, `from ${process.pid}`);
  });
}
