// SPDX-License-Identifier: MIT
// Several requests over few connections, one of them given up: the others are answered.
'use strict';
const assert = require('assert');
const http = require('http');
const { Agent, request } = require('undici');
const { scene, work } = require('./scene');

scene(async () => {
  const server = http.createServer(async (query, response) => {
    await work();
    response.end(query.url);
  });
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  const dispatcher = new Agent({ connections: 2 });
  const address = `http://127.0.0.1:${server.address().port}`;
  const get = async (path, signal) => {
    const { body } = await request(address + path, { dispatcher, signal });
    return body.text();
  };
  const abort = new AbortController();
  const given = get('/given-up', abort.signal).catch((error) => error.name);
  const others = Promise.all(['/1', '/2', '/3', '/4'].map((path) => get(path)));
  await work();
  abort.abort();
  assert.deepStrictEqual(await others, ['/1', '/2', '/3', '/4']);
  assert.ok(['/given-up', 'AbortError'].includes(await given));
  await dispatcher.close();
  await new Promise((resolve) => { server.close(resolve); });
});
