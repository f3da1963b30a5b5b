// SPDX-License-Identifier: MIT
// A server that is closed by whoever is last, and two think so.
'use strict';
const net = require('net');
const fs = require('fs');
const { bug } = require('./scene');

let open = 0;
const server = net.createServer((socket) => {
  open++;
  socket.resume();
  socket.on('close', () => {
    if (--open === 0) server.close((error) => { if (error) bug(error.code); });
  });
}).listen(0, '127.0.0.1', () => {
  const go = (steps) => {
    const socket = net.connect(server.address().port, '127.0.0.1', () => step(steps, socket));
    socket.on('error', (error) => bug(`a client is refused: ${error.code}`));
  };
  const step = (left, socket) => (left === 0 ? socket.end() :
    fs.stat(__filename, () => step(left - 1, socket)));
  go(3);
  fs.stat(__filename, () => go(4));
});
