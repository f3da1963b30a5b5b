// SPDX-License-Identifier: MIT
// fastify: schemas, hooks, plugins, inject, and a real connection.
'use strict';
const assert = require('assert');
const { request } = require('./help');

const app = require('fastify')();
const seen = [];
app.addHook('onRequest', async (req) => { seen.push(req.url); });
app.decorate('answer', 42);
app.register(async (inner) => {
  inner.get('/plugin', async () => ({ answer: app.answer }));
}, { prefix: '/v1' });
app.post('/user', {
  schema: {
    body: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
    response: { 200: { type: 'object', properties: { hello: { type: 'string' } } } },
  },
}, async (req) => ({ hello: req.body.name, hidden: true }));
app.get('/fails', async () => { throw Object.assign(new Error('no'), { statusCode: 418 }); });

(async () => {
  const injected = await app.inject({ method: 'GET', url: '/v1/plugin' });
  assert.deepStrictEqual([injected.statusCode, injected.json()], [200, { answer: 42 }]);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address();
  const json = { method: 'POST', path: '/user', headers: { 'Content-Type': 'application/json' } };
  let got = await request(port, json, '{"name":"you"}');
  assert.deepStrictEqual([got.status, got.body], [200, '{"hello":"you"}']);
  got = await request(port, json, '{}');
  assert.strictEqual(got.status, 400);
  assert.match(got.body, /must have required property 'name'/);
  got = await request(port, { path: '/fails' });
  assert.strictEqual(got.status, 418);
  assert.deepStrictEqual(seen, ['/v1/plugin', '/user', '/user', '/fails']);
  await app.close();
})();
