// SPDX-License-Identifier: MIT
// A timeout against an answer: whichever comes, the callback is called, and nobody remembers that
// it was called before.
'use strict';
const http = require('http');
const fs = require('fs');
const { bug } = require('./scene');

const server = http.createServer((request, response) => {
  fs.readFile(__filename, (error, text) => response.end(text));
}).listen(0, '127.0.0.1', () => {
  let calls = 0;
  ask((error) => {
    if (++calls === 2) bug(`called twice, the second time with ${error}`);
    setTimeout(() => server.close(), 200);
  });
});

function ask(callback) {
  const timer = setTimeout(callback, 60, new Error('no answer'));
  http.get({ port: server.address().port, host: '127.0.0.1', agent: false }, (response) => {
    response.resume();
    response.on('end', () => {
      clearTimeout(timer);
      callback(null);
    });
  });
}
