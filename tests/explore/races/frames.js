// SPDX-License-Identifier: MIT
// Who takes one 'data' for one message: two messages may come together, or one in two pieces.
'use strict';
const net = require('net');
const { bug } = require('./scene');

const server = net.createServer((socket) => {
  socket.on('data', (data) => {
    let message;
    try {
      message = JSON.parse(data);
    } catch (error) {
      bug(`no message: ${data}`);
    }
    if (message.last) {
      socket.end();
      server.close();
    }
  });
}).listen(0, '127.0.0.1', () => {
  const client = net.connect(server.address().port, '127.0.0.1', () => {
    client.write('{"last":false}');
    setTimeout(() => client.write('{"last":true}'), 20);
  });
  client.resume();
});
