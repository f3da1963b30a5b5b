// SPDX-License-Identifier: MIT
// Read, change, write: two requests count in a file, and one count is lost.
'use strict';
const http = require('http');
const fs = require('fs');
const { directory, bug } = require('./scene');

const file = `${directory}/count`;
fs.writeFileSync(file, '0');
const server = http.createServer(async (request, response) => {
  const before = Number(await fs.promises.readFile(file, 'utf8'));
  await fs.promises.writeFile(file, `${before + 1}`);
  response.end();
}).listen(0, '127.0.0.1', () => {
  let left = 2;
  const get = () => http.get({ port: server.address().port, host: '127.0.0.1', agent: false },
    (response) => response.resume().on('end', () => {
      if (--left > 0) return;
      server.close();
      const count = fs.readFileSync(file, 'utf8');
      if (count !== '2') bug(`two requests, and the count is ${count}`);
    }));
  get();
  setTimeout(get, 25);
});
