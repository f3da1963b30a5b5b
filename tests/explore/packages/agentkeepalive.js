// SPDX-License-Identifier: MIT
// A kept connection whose time is over when the next request comes.
'use strict';
const assert = require('assert');
const http = require('http');
const { HttpAgent } = require('agentkeepalive');
const { scene, sleep } = require('./scene');

scene(async () => {
  const agent = new HttpAgent({ freeSocketTimeout: 50, timeout: 60000 });
  const server = http.createServer((request, response) => response.end('ok'));
  server.keepAliveTimeout = 0;
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  const get = () => new Promise((resolve, reject) => {
    http.get({ port: server.address().port, host: '127.0.0.1', agent }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    }).on('error', reject);
  });
  assert.strictEqual(await get(), 200);
  await sleep(53);
  assert.strictEqual(await get(), 200);
  agent.destroy();
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
});
