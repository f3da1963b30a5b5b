// SPDX-License-Identifier: MIT
// A client that asks again if no answer comes in time: an order is made twice.
'use strict';
const http = require('http');
const fs = require('fs');
const { directory, bug } = require('./scene');

const orders = [];
const server = http.createServer((request, response) => {
  fs.appendFile(`${directory}/orders`, request.url, () => {
    orders.push(request.url);
    fs.stat(`${directory}/orders`, () => response.end('ok'));
  });
}).listen(0, '127.0.0.1', () => order(0));

function order(tries) {
  let isAnswered = false;
  const request = http.get({ port: server.address().port, host: '127.0.0.1', agent: false },
    (response) => {
      isAnswered = true;
      response.resume().on('end', finish);
    });
  request.on('error', () => {});
  setTimeout(() => {
    if (!isAnswered && tries < 2) {
      request.destroy();
      order(tries + 1);
    }
  }, 100);
}

function finish() {
  server.close();
  if (orders.length !== 1) bug(`ordered ${orders.length} times`);
}
