// SPDX-License-Identifier: MIT
// A pool whose idle connections are closed by a timer, and taken by who asks: one that is being
// closed is still in the list.
'use strict';
const net = require('net');
const { bug } = require('./scene');

const IDLE = 100;
const free = [];
const server = net.createServer((socket) => socket.pipe(socket)).listen(0, '127.0.0.1', () => {
  take((socket) => {
    give(socket);
    setTimeout(() => take((again) => {
      again.write('x', (error) => { if (error) bug(`taken and dead: ${error.code}`); });
      again.once('data', () => {
        again.destroy();
        server.close();
      });
    }), IDLE + 20);
  });
});

function give(socket) {
  free.push(socket);
  const timer = setTimeout(() => socket.destroy(), IDLE);
  socket.once('close', () => {
    clearTimeout(timer);
    if (free.includes(socket)) free.splice(free.indexOf(socket), 1);
  });
}

function take(next) {
  if (free.length > 0) return next(free.pop());
  const socket = net.connect(server.address().port, '127.0.0.1', () => next(socket));
}
