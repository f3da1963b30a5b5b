// SPDX-License-Identifier: MIT
// koa: middleware down and up again, bodies of all kinds, errors, cookies.
'use strict';
const assert = require('assert');
const http = require('http');
const { Readable } = require('stream');
const Koa = require('koa');
const { request, listen } = require('./help');

const app = new Koa();
app.silent = true;
const steps = [];
app.use(async (ctx, next) => {
  steps.push('in');
  await next();
  steps.push('out');
  ctx.set('X-Steps', String(steps.length));
});
app.use(async (ctx) => {
  if (ctx.path === '/json') ctx.body = { path: ctx.path, query: ctx.query };
  if (ctx.path === '/stream') ctx.body = Readable.from(['one ', 'two']);
  if (ctx.path === '/cookie') {
    ctx.cookies.set('name', 'value');
    ctx.status = 204;
  }
  if (ctx.path === '/fails') ctx.throw(403, 'not you', { expose: true });
});
const server = http.createServer(app.callback());

(async () => {
  const port = await listen(server);
  let got = await request(port, { path: '/json?a=b' });
  assert.deepStrictEqual(JSON.parse(got.body), { path: '/json', query: { a: 'b' } });
  assert.deepStrictEqual([got.headers['x-steps'], steps], ['2', ['in', 'out']]);
  got = await request(port, { path: '/stream' });
  assert.deepStrictEqual([got.status, got.body], [200, 'one two']);
  got = await request(port, { path: '/cookie' });
  assert.deepStrictEqual([got.status, got.headers['set-cookie']],
    [204, ['name=value; path=/; httponly']]);
  got = await request(port, { path: '/fails' });
  assert.deepStrictEqual([got.status, got.body], [403, 'not you']);
  assert.strictEqual((await request(port, { path: '/nosuch' })).status, 404);
  server.close();
})();
