// SPDX-License-Identifier: MIT
// One variable for all: who asks is kept in it while the answer is made, and the next changes it.
'use strict';
const net = require('net');
const fs = require('fs');
const { bug } = require('./scene');

let current;
const server = net.createServer((socket) => {
  socket.once('data', (name) => {
    current = `${name}`;
    fs.readFile(__filename, () => socket.end(`for ${current}`));
  });
}).listen(0, '127.0.0.1', () => {
  let left = 2;
  const ask = (name) => {
    const socket = net.connect(server.address().port, '127.0.0.1', () => socket.write(name));
    socket.on('data', (answer) => {
      if (`${answer}` !== `for ${name}`) bug(`${name} is told what is ${answer}`);
      if (--left === 0) server.close();
    });
  };
  ask('anna');
  setTimeout(ask, 40, 'bert');
});
