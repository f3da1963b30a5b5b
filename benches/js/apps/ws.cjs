// SPDX-License-Identifier: MIT
'use strict';
// ws: sends each message back.
const http = require('node:http');
const { WebSocketServer } = require('ws');
const answers = require('./answers.cjs');

const server = http.createServer();
new WebSocketServer({ server }).on('connection', (socket) => {
  socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }));
});
answers.listen(server);
