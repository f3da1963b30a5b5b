// SPDX-License-Identifier: MIT
// hono: routes, middleware, JSON, forms, streams, cookies and errors, without a server and with one.
import assert from 'assert';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { basicAuth } from 'hono/basic-auth';
import { getCookie, setCookie } from 'hono/cookie';
import { HTTPException } from 'hono/http-exception';
import { streamText } from 'hono/streaming';

const app = new Hono();
app.use('*', async (c, next) => {
  await next();
  c.header('x-seen', 'yes');
});
app.use('/secret/*', basicAuth({ username: 'me', password: 'word' }));
app.get('/', (c) => c.text('root'));
app.get('/things/:id', (c) => c.json({ id: c.req.param('id'), q: c.req.query('q') ?? null }));
app.post('/echo', async (c) => c.json(await c.req.json()));
app.post('/form', async (c) => {
  const form = await c.req.parseBody();
  return c.text(`${form.a} ${await form.file.text()}`);
});
app.get('/cookie', (c) => {
  setCookie(c, 'seen', `${getCookie(c, 'seen') ?? 'no'}`, { httpOnly: true });
  return c.body(null, 204);
});
app.get('/stream', (c) => streamText(c, async (stream) => {
  for (let i = 0; i < 5; i++) {
    await stream.write(`${i},`);
    await stream.sleep(2);
  }
}));
app.get('/secret/a', (c) => c.text('secret'));
app.get('/fail', () => { throw new HTTPException(418, { message: 'a teapot' }); });

async function use(request) {
  const text = async (...args) => (await request(...args)).text();
  assert.strictEqual(await text('/'), 'root');
  assert.strictEqual((await request('/')).headers.get('x-seen'), 'yes');
  assert.deepStrictEqual(await (await request('/things/7?q=%20x')).json(), { id: '7', q: ' x' });
  const echo = await request('/echo', { method: 'POST', body: '{"a":[1]}',
    headers: { 'content-type': 'application/json' } });
  assert.deepStrictEqual(await echo.json(), { a: [1] });
  const form = new FormData();
  form.set('a', 'b');
  form.set('file', new File(['content'], 'name.txt'));
  assert.strictEqual(await text('/form', { method: 'POST', body: form }), 'b content');
  const cookie = await request('/cookie', { headers: { cookie: 'seen=1' } });
  assert.strictEqual(cookie.status, 204);
  assert.match(cookie.headers.getSetCookie()[0], /^seen=1; Path=\/; HttpOnly/);
  assert.strictEqual(await text('/stream'), '0,1,2,3,4,');
  assert.strictEqual((await request('/secret/a')).status, 401);
  const authorization = `Basic ${btoa('me:word')}`;
  assert.strictEqual(await text('/secret/a', { headers: { authorization } }), 'secret');
  const failed = await request('/fail');
  assert.strictEqual(failed.status, 418);
  assert.strictEqual(await failed.text(), 'a teapot');
  assert.strictEqual((await request('/none')).status, 404);
}

await use((url, init) => app.request(url, init));
const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, async ({ port }) => {
  await use((url, init) => fetch(`http://127.0.0.1:${port}${url}`, init));
  server.close();
  server.closeAllConnections();
});
