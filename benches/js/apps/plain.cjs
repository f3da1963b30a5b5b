// SPDX-License-Identifier: MIT
'use strict';
// node:http alone: /gzip (100 KiB of text, compressed anew), /proxy (the same text by way of a
// second server, with streams), /text.
const http = require('node:http');
const { pipeline } = require('node:stream');
const zlib = require('node:zlib');
const answers = require('./answers.cjs');

const agent = new http.Agent({ keepAlive: true });

function proxy(response) {
  http.get({ port: process.env.BENCH_BEHIND, path: '/text', agent }, (from) => {
    response.writeHead(from.statusCode, { 'content-type': from.headers['content-type'] });
    pipeline(from, response, () => {});
  }).on('error', (error) => {
    console.error(error);
    response.writeHead(502).end();
  });
}

const server = http.createServer((request, response) => {
  if (request.url === '/proxy') return proxy(response);
  response.setHeader('content-type', 'text/plain');
  if (request.url !== '/gzip') return response.end(answers.text);
  response.setHeader('content-encoding', 'gzip');
  const gzip = zlib.createGzip();
  pipeline(gzip, response, () => {});
  return gzip.end(answers.text);
});
answers.listen(server);
