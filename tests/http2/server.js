// SPDX-License-Identifier: MIT
// The server for the cases and floods of this folder: it says hello, echoes what is posted, or
// sends much. Prints its port. With a directory that has a certificate it is secure, and speaks
// HTTP/1.1, too.
'use strict';
const fs = require('fs');
const http2 = require('http2');
const path = require('path');

const [, , directory] = process.argv;
const much = Buffer.alloc(1 << 20, 'much ');

function onRequest(request, response) {
  if (request.method === 'POST') {
    request.pipe(response);
  } else if (request.url === '/much') {
    response.end(much);
  } else if (request.url === '/trailers') {
    response.setTrailer('x-last', 'yes');
    response.end('with trailers');
  } else {
    response.setHeader('content-type', 'text/plain');
    response.end(`hello over ${request.httpVersion}`);
  }
}

const server = directory === undefined ? http2.createServer(onRequest) : http2.createSecureServer({
  key: fs.readFileSync(path.join(directory, 'key.pem')),
  cert: fs.readFileSync(path.join(directory, 'cert.pem')),
  allowHTTP1: true,
}, onRequest);
server.on('sessionError', () => {});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
