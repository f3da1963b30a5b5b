// SPDX-License-Identifier: MIT
// Closed while it connects: a pool closes the connections that it has. One that is being made is
// not among them yet, and stays open.
'use strict';
const net = require('net');
const { bug } = require('./scene');

const open = new Set();
let isClosed = false;
const server = net.createServer((socket) => {
  socket.resume();
  socket.on('error', () => {});
}).listen(0, '127.0.0.1', () => {
  for (let i = 0; i < 3; i++) {
    const socket = net.connect(server.address().port, '127.0.0.1', () => {
      if (isClosed) bug('a connection was made after the pool was closed');
      open.add(socket);
    });
    socket.on('close', () => open.delete(socket));
  }
  setTimeout(() => {
    isClosed = true;
    for (const socket of open) socket.destroy();
    server.close();
  }, 30);
});
