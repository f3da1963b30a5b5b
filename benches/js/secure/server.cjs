// SPDX-License-Identifier: MIT
// Servers over TLS: server.cjs KIND [CERTIFICATE AND KEY] prints its port. "bulk" sends 1 GiB to
// each client; "count" answers one byte and is for handshakes; the others say hello.
'use strict';
const fs = require('fs');

const [, , kind, directory] = process.argv;
const BULK = 1 << 30;
const PIECE = 1 << 16;
const text = 'Hello, World!\n';

function hello(request, response) {
  response.writeHead(200, { 'Content-Type': 'text/plain', 'Content-Length': text.length });
  response.end(text);
}

function sendAll(socket) {
  const piece = Buffer.alloc(PIECE, 'piece');
  let left = BULK;
  socket.on('error', () => {});
  (function more() {
    while (left > 0) {
      left -= PIECE;
      if (!socket.write(piece)) {
        socket.once('drain', more);
        return;
      }
    }
    socket.end();
  })();
}

function onSocket(socket) {
  socket.on('error', () => {});
  socket.resume();
}

function make() {
  if (kind === 'http') return require('http').createServer(hello);
  const secret = {
    key: fs.readFileSync(`${directory}/key.pem`), cert: fs.readFileSync(`${directory}/cert.pem`),
  };
  switch (kind) {
    case 'https': return require('https').createServer(secret, hello);
    case 'h2': return require('http2').createSecureServer(secret, hello);
    case 'bulk': return require('tls').createServer(secret, sendAll);
    default: return require('tls').createServer(secret, onSocket);
  }
}

const server = make();
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
