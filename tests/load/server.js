// SPDX-License-Identifier: MIT
// The server that tests/load/run puts under load. Prints its port.
'use strict';
const http = require('http');

const big = Buffer.alloc(256 * 1024, 'b');

const server = http.createServer({ connectionsCheckingInterval: 500 }, (request, response) => {
  if (request.url === '/big') {
    response.end(big);
  } else if (request.method === 'POST') {
    let size = 0;
    request.on('data', (bytes) => { size += bytes.length; });
    request.on('end', () => response.end(`${size}\n`));
    request.on('error', () => {}); // the other side is gone
  } else {
    response.end('hello\n');
  }
});
server.headersTimeout = 3000;
server.requestTimeout = 20000;
server.keepAliveTimeout = 60000;
server.on('error', (error) => {
  console.error(error);
  process.exit(1);
});
server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => {
  console.log(server.address().port);
});
