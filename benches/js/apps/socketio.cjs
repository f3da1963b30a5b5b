// SPDX-License-Identifier: MIT
'use strict';
// socket.io: what one says, all hear.
const http = require('node:http');
const { Server } = require('socket.io');
const answers = require('./answers.cjs');

const server = http.createServer();
const io = new Server(server, { transports: ['websocket'] });
io.on('connection', (socket) => socket.on('say', (what) => io.emit('said', what)));
answers.listen(server);
