// SPDX-License-Identifier: MIT
// Several requests at once, each with its own answer, through middleware that waits.
'use strict';
const assert = require('assert');
const Koa = require('koa');
const { scene, sleep, work } = require('./scene');

scene(async () => {
  const app = new Koa();
  app.use(async (context, next) => {
    await work();
    await next();
  });
  app.use(async (context) => {
    const [, id] = /^\/item\/(\d+)$/.exec(context.path) ?? [];
    await sleep(3);
    if (id !== undefined) context.body = { id };
  });
  const server = await new Promise((resolve) => {
    const made = app.listen(0, '127.0.0.1', () => resolve(made));
  });
  const address = `http://127.0.0.1:${server.address().port}`;
  const answers = await Promise.all([1, 2, 3, 4].map(async (i) => {
    const response = await fetch(`${address}/item/${i}`);
    return response.json();
  }));
  assert.deepStrictEqual(answers, [1, 2, 3, 4].map((i) => ({ id: `${i}` })));
  const missing = await fetch(`${address}/none`);
  assert.strictEqual(missing.status, 404);
  await missing.text();
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
});
