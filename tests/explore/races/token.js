// SPDX-License-Identifier: MIT
// Refreshed twice: two requests find the token too old, each gets a new one, and the second makes
// the first invalid before it was used.
'use strict';
const http = require('http');
const fs = require('fs');
const { bug } = require('./scene');

let valid = 1;
const server = http.createServer((request, response) => {
  fs.stat(__filename, () => {
    if (request.url === '/token') return response.end(`${++valid}`);
    response.statusCode = request.headers.token === `${valid}` ? 200 : 401;
    response.end();
  });
}).listen(0, '127.0.0.1', () => {
  get('/a', true, done);
  setTimeout(get, 30, '/b', true, done);
});

let token = '0';
let left = 2;
function get(path, mayRefresh, next) {
  const headers = { token };
  const at = { port: server.address().port, host: '127.0.0.1', agent: false };
  http.get({ ...at, path, headers }, (response) => {
    response.resume();
    if (response.statusCode === 200) return next();
    if (!mayRefresh) return bug(`${path}: the new token is refused`);
    http.get({ ...at, path: '/token' }, (fresh) => fresh.setEncoding('utf8').on('data', (text) => {
      token = text;
      get(path, false, next);
    }));
  });
}

function done() {
  if (--left === 0) server.close();
}
