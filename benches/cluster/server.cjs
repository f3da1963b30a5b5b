// SPDX-License-Identifier: MIT
// A cluster of two that answers HTTP on the port PORT; with REUSE each worker has a socket of its
// own there.
'use strict';
const cluster = require('cluster');
const http = require('http');

if (cluster.isPrimary) {
  let up = 0;
  cluster.on('message', () => { if (++up === 2) console.log('ready'); });
  cluster.fork();
  cluster.fork();
} else {
  http.createServer((request, response) => response.end('hello')).listen({
    port: +process.env.PORT, host: '127.0.0.1', reusePort: Boolean(process.env.REUSE),
  }, () => process.send('up'));
}
