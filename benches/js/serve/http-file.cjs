// SPDX-License-Identifier: MIT
// A file of 1 GiB, named by BENCH_FILE, as a stream.
'use strict';
const fs = require('fs');
const http = require('http');

const { size } = fs.statSync(process.env.BENCH_FILE);
const server = http.createServer((request, response) => {
  response.writeHead(200, { 'Content-Length': size });
  fs.createReadStream(process.env.BENCH_FILE).pipe(response);
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
