// SPDX-License-Identifier: MIT
// A small server that is never bored, to look at with the live page: ./run --demo
// It asks itself for pages, reads files, sets timers, and now and then computes for too long.
'use strict';
const fs = require('fs');
const http = require('http');
const { pbkdf2 } = require('crypto');

const server = http.createServer(function onRequest(request, response) {
  if (request.url === '/file') {
    fs.readFile(__filename, function onFile(error, text) {
      response.end(error ? String(error) : text);
    });
  } else if (request.url === '/hash') {
    pbkdf2('a password', 'salt', 20000, 32, 'sha256', function onKey(error, key) {
      response.end(error ? String(error) : key.toString('hex'));
    });
  } else {
    setImmediate(function answer() {
      response.end('hello\n');
    });
  }
});

server.listen(0, '127.0.0.1', function onListening() {
  const { port } = server.address();
  const agent = new http.Agent({ keepAlive: true });
  console.log(`A server at http://127.0.0.1:${port}/ asks itself for pages; Ctrl-C ends it.`);

  function ask(path) {
    http.get({ host: '127.0.0.1', port, path, agent }, function onAnswer(response) {
      response.resume();
    });
  }
  setInterval(function often() { ask('/'); }, 20);
  setInterval(function sometimes() { ask('/file'); }, 150);
  setInterval(function inThePool() { ask('/hash'); }, 400);
  setInterval(function forTooLong() {
    const end = Date.now() + 40;
    while (Date.now() < end);
  }, 2500);
});
