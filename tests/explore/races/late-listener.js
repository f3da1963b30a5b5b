// SPDX-License-Identifier: MIT
// A listener that is added when the event has been: the client waits for a word of the server that
// came while it was still reading its settings.
'use strict';
const net = require('net');
const fs = require('fs');
const { bug } = require('./scene');

const server = net.createServer((socket) => {
  fs.readFile(__filename, () => fs.stat(__dirname, () => socket.write('ready')));
  socket.on('error', () => {});
}).listen(0, '127.0.0.1', () => {
  const client = net.connect(server.address().port, '127.0.0.1');
  let isReady = false;
  client.on('data', () => client.emit('ready-word'));
  client.on('connect', () => fs.stat(__filename, () => {
    client.once('ready-word', () => { isReady = true; });
  }));
  setTimeout(() => {
    client.destroy();
    server.close();
    if (!isReady) bug('the word came before somebody listened');
  }, 5000);
});
