// SPDX-License-Identifier: MIT
// Search while you type: the answer to the older question comes last, and is shown.
'use strict';
const http = require('http');
const fs = require('fs');
const { bug } = require('./scene');

const server = http.createServer((request, response) => {
  fs.readFile(__filename, () => response.end(request.url));
}).listen(0, '127.0.0.1', () => {
  let shown;
  let left = 2;
  const search = (word) => http.get({ port: server.address().port, host: '127.0.0.1', agent: false,
    path: `/${word}` }, (response) => {
    let text = '';
    response.on('data', (data) => { text += data; });
    response.on('end', () => {
      shown = text;
      if (--left > 0) return;
      server.close();
      if (shown !== '/word') bug(`shown is ${shown}`);
    });
  });
  search('wor');
  setTimeout(search, 30, 'word');
});
