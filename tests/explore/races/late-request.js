// SPDX-License-Identifier: MIT
// A server that closes idle connections as it ends: a request is on its way on one of them.
'use strict';
const http = require('http');
const fs = require('fs');
const { bug } = require('./scene');

const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
const server = http.createServer((request, response) => {
  fs.stat(__filename, () => response.end('fine'));
}).listen(0, '127.0.0.1', () => {
  get('/first', () => get('/second', () => agent.destroy()));
  setTimeout(() => {
    server.close();
    server.closeIdleConnections();
  }, 50);
});

function get(path, next) {
  const { port } = server.address() ?? {};
  if (port === undefined) return agent.destroy();
  http.get({ port, host: '127.0.0.1', path, agent }, (response) => {
    response.resume().on('end', () => fs.readFile(__filename, next));
  }).on('error', (error) => bug(`${path}: ${error.code}`));
}
