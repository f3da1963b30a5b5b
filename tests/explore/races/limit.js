// SPDX-License-Identifier: MIT
// A pool with a limit: a connection counts when it is there, and not while it is being made.
'use strict';
const net = require('net');
const { bug } = require('./scene');

const MAX = 2;
const idle = [];
const waiting = [];
let made = 0;
const server = net.createServer((socket) => socket.pipe(socket)).listen(0, '127.0.0.1', () => {
  let left = 4;
  for (let i = 0; i < left; i++) {
    setTimeout(take, i * 12, (socket) => socket.write('x', () => socket.once('data', () => {
      give(socket);
      if (--left > 0) return;
      idle.forEach((one) => one.destroy());
      server.close();
    })));
  }
});

function take(next) {
  if (idle.length > 0) return next(idle.pop());
  if (made >= MAX) return waiting.push(next);
  const socket = net.connect(server.address().port, '127.0.0.1', () => {
    if (++made > MAX) bug(`${made} connections, and the limit is ${MAX}`);
    next(socket);
  });
}

function give(socket) {
  if (waiting.length > 0) waiting.shift()(socket);
  else idle.push(socket);
}
