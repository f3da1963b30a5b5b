// SPDX-License-Identifier: MIT
// Bytes whose write failed count in bytesWritten, as in Node: it cannot say how many have left.
'use strict';
const assert = require('assert');
const net = require('net');

const server = net.createServer({ allowHalfOpen: true }, (socket) => {
  let code;
  socket.on('error', (error) => { code = error.code; });
  socket.on('close', () => {
    assert.strictEqual(code, 'EPIPE');
    assert.strictEqual(socket.bytesWritten, 2000);
    server.close();
  });
  setTimeout(() => {
    socket.write(Buffer.alloc(1000)); // the answer is that nobody is there
    socket.write(Buffer.alloc(1000));
  }, 20);
});
server.listen(0, '127.0.0.1', () => {
  const client = net.connect(server.address().port, '127.0.0.1', () => client.destroy());
});
