// SPDX-License-Identifier: MIT
// The second connection is told apart from the first by the order in which they come: who asked
// first need not be heard first.
'use strict';
const net = require('net');
const fs = require('fs');
const { bug } = require('./scene');

const names = [];
const server = net.createServer((socket) => {
  socket.once('data', (data) => {
    names.push(`${data}`);
    socket.end(names.length === 1 ? 'control' : 'data');
  });
}).listen(0, '127.0.0.1', () => {
  let left = 2;
  const open = (name) => {
    const socket = net.connect(server.address().port, '127.0.0.1', () => socket.write(name));
    socket.on('data', (role) => {
      if (`${role}` !== name) bug(`${name} is taken for ${role}`);
      if (--left === 0) server.close();
    });
  };
  open('control');
  fs.stat(__filename, () => fs.stat(__dirname, () => open('data')));
});
