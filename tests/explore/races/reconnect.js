// SPDX-License-Identifier: MIT
// Connected twice: a client connects again some time after its connection was lost, and at once if
// somebody needs it. Whether it is connected is known only when it is.
'use strict';
const net = require('net');
const { bug } = require('./scene');

let connection;
let open = 0;
const server = net.createServer((socket) => {
  if (++open > 1) bug('there are two connections');
  socket.on('close', () => { open--; });
  socket.on('error', () => {});
  socket.on('data', (data) => (`${data}` === 'bye' ? socket.destroy() : socket.write('ok')));
}).listen(0, '127.0.0.1', () => connect(() => connection.write('bye')));

function connect(next) {
  const socket = net.connect(server.address().port, '127.0.0.1', () => {
    connection = socket;
    next();
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    if (connection !== socket) return;
    connection = undefined;
    ask();
    setTimeout(() => { if (connection === undefined) connect(() => {}); }, 60);
  });
  socket.resume();
}

function ask() {
  if (connection === undefined) return connect(ask);
  connection.write('x');
  setTimeout(() => {
    connection?.destroy();
    connection = null;
    server.close();
  }, 200);
}
