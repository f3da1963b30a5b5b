// SPDX-License-Identifier: MIT
// A connection that is closed while the answer is being made: the server writes to it, and has no
// listener for errors.
'use strict';
const net = require('net');
const fs = require('fs');
const { bug } = require('./scene');

const server = net.createServer((socket) => {
  socket.on('error', (error) => bug(`a write to who has gone: ${error.code}`));
  socket.on('data', () => fs.readFile(__filename, (error, text) => {
    socket.write(text);
    fs.stat(__filename, () => {
      if (socket.destroyed) bug('the head was sent, and then nobody was there');
      socket.end('.');
    });
  }));
}).listen(0, '127.0.0.1', () => {
  const client = net.connect(server.address().port, '127.0.0.1', () => client.write('GET'));
  client.on('data', () => {});
  client.on('error', () => {});
  client.setTimeout(40, () => client.destroy());
  client.on('close', () => server.close());
});
