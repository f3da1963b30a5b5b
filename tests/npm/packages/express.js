// SPDX-License-Identifier: MIT
// express: routes with parameters, JSON both ways, static files, errors, routers.
'use strict';
const assert = require('assert');
const http = require('http');
const express = require('express');
const { request, listen, directory } = require('./help');

const app = express();
app.use(express.json());
app.use('/files', express.static(directory({ 'a.txt': 'a file\n' })));
app.get('/hello/:name', (req, res) => res.send(`hello ${req.params.name} ${req.query.x}`));
app.post('/sum', (req, res) => res.json({ sum: req.body.reduce((a, b) => a + b, 0) }));
const router = express.Router();
router.get('/in', (req, res) => res.status(201).set('X-Base', req.baseUrl).end());
app.use('/router', router);
app.get('/fails', () => { throw new Error('on purpose'); });
app.use((error, req, res, next) => res.status(error.status ?? 500).send(error.message));
const server = http.createServer(app);

(async () => {
  const port = await listen(server);
  let got = await request(port, { path: '/hello/you?x=1' });
  assert.deepStrictEqual([got.status, got.body], [200, 'hello you 1']);
  assert.match(got.headers.etag, /^W\/"/);
  got = await request(port, { path: '/hello/you?x=1',
    headers: { 'If-None-Match': got.headers.etag } });
  assert.deepStrictEqual([got.status, got.body], [304, '']);
  const json = { method: 'POST', path: '/sum', headers: { 'Content-Type': 'application/json' } };
  got = await request(port, json, '[1, 2, 39]');
  assert.deepStrictEqual(JSON.parse(got.body), { sum: 42 });
  got = await request(port, json, '[1,');
  assert.strictEqual(got.status, 400);
  got = await request(port, { path: '/files/a.txt' });
  assert.deepStrictEqual([got.body, got.headers['content-length']], ['a file\n', '7']);
  got = await request(port, { path: '/files/a.txt', headers: { Range: 'bytes=2-5' } });
  assert.deepStrictEqual([got.status, got.body], [206, 'file']);
  got = await request(port, { path: '/router/in' });
  assert.deepStrictEqual([got.status, got.headers['x-base']], [201, '/router']);
  got = await request(port, { path: '/fails' });
  assert.deepStrictEqual([got.status, got.body], [500, 'on purpose']);
  assert.strictEqual((await request(port, { path: '/nosuch' })).status, 404);
  server.close();
})();
