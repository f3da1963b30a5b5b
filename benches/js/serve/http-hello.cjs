// SPDX-License-Identifier: MIT
// The server that every introduction shows.
'use strict';
const http = require('http');

const server = http.createServer((request, response) => {
  response.writeHead(200, { 'Content-Type': 'text/plain' });
  response.end('Hello, World!\n');
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
