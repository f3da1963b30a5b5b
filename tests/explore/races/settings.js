// SPDX-License-Identifier: MIT
// Two things are prepared at a time, and one needs the other: the server listens before the
// settings have been read.
'use strict';
const http = require('http');
const fs = require('fs');
const { directory, bug } = require('./scene');

fs.writeFileSync(`${directory}/settings.json`, '{"name":"x"}');
let settings;
fs.readFile(`${directory}/settings.json`, (error, text) => { settings = JSON.parse(text); });

setTimeout(() => {
  const server = http.createServer((request, response) => {
    if (settings === undefined) bug('a request came before the settings');
    response.end(settings.name);
  }).listen(0, '127.0.0.1', () => {
    http.get({ port: server.address().port, host: '127.0.0.1', agent: false }, (response) => {
      response.resume().on('end', () => server.close());
    });
  });
}, 15);
