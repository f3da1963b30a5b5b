// SPDX-License-Identifier: MIT
// Several requests at once, each with its own answer; hooks run in order; then the server closes.
'use strict';
const assert = require('assert');
const fastify = require('fastify');
const { scene, sleep, work } = require('./scene');

scene(async () => {
  const app = fastify({ forceCloseConnections: true });
  const closed = [];
  app.addHook('onRequest', async (request) => { request.seen = await work(); });
  app.addHook('onClose', async () => { closed.push(await work()); });
  app.get('/item/:id', async (request) => {
    await sleep(3);
    assert.ok(request.seen);
    return { id: request.params.id };
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { server } = app;
  const address = `http://127.0.0.1:${server.address().port}`;
  const answers = await Promise.all([1, 2, 3, 4].map(async (i) => {
    const response = await fetch(`${address}/item/${i}`);
    return response.json();
  }));
  assert.deepStrictEqual(answers, [1, 2, 3, 4].map((i) => ({ id: `${i}` })));
  const missing = await fetch(`${address}/none`);
  assert.strictEqual(missing.status, 404);
  await missing.text();
  await app.close();
  assert.strictEqual(closed.length, 1);
});
