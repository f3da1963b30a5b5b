// SPDX-License-Identifier: MIT
// Sends back what it receives.
'use strict';
const net = require('net');

const server = net.createServer((socket) => {
  socket.on('data', (data) => socket.write(data));
  socket.on('error', () => {}); // the load has ended
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
