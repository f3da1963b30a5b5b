// SPDX-License-Identifier: MIT
// fetch: requests and responses with all kinds of bodies, over kept connections, aborted and
// refused.
'use strict';
const assert = require('assert');
const http = require('http');
const zlib = require('zlib');

const routes = {
  '/json'(req, res) {
    res.setHeader('content-type', 'application/json');
    res.end(JSON.stringify({ seen: req.headers['x-y'] ?? null }));
  },
  '/echo'(req, res) {
    res.setHeader('x-type', req.headers['content-type'] ?? 'none');
    res.setHeader('x-length', req.headers['content-length'] ?? 'none');
    req.pipe(res);
  },
  '/moved'(req, res) { res.writeHead(302, { location: '/json' }).end(); },
  '/gzip'(req, res) {
    res.setHeader('content-encoding', 'gzip');
    res.end(zlib.gzipSync('packed text'));
  },
  '/big'(req, res) {
    for (let i = 0; i < 16; i++) res.write(Buffer.alloc(65536, i));
    res.end();
  },
  '/silent'() {},
  '/none'(req, res) { res.writeHead(204).end(); },
  '/wide'(req, res) { res.writeHead(200, 'H\u00e4', { 'x-wide': '\u00e4' }).end(); },
};
const server = http.createServer((req, res) => routes[req.url](req, res));

async function bodies(base) {
  const send = (body, more) => fetch(`${base}/echo`, { method: 'POST', body, ...more });
  let response = await send('h\u00e4llo');
  assert.strictEqual(response.headers.get('x-type'), 'text/plain;charset=UTF-8');
  assert.strictEqual(response.headers.get('x-length'), '6');
  assert.strictEqual(await response.text(), 'h\u00e4llo');
  response = await send(new URLSearchParams({ a: 'b c' }));
  assert.strictEqual(await response.text(), 'a=b+c');
  const form = new FormData();
  form.set('a', '1');
  form.set('f', new Blob(['file!'], { type: 'x/y' }), 'x.txt');
  response = await send(form);
  const type = response.headers.get('x-type');
  const copy = await new Response(await response.arrayBuffer(),
    { headers: { 'content-type': type } }).formData();
  assert.strictEqual(copy.get('a'), '1');
  assert.strictEqual(await copy.get('f').text(), 'file!');
  const stream = new ReadableStream({
    start(controller) {
      controller.enqueue(new Uint8Array([1, 2]));
      controller.enqueue(new Uint8Array([3]));
      controller.close();
    },
  });
  response = await send(stream, { duplex: 'half' });
  assert.strictEqual(response.headers.get('x-length'), 'none');
  assert.deepStrictEqual([...new Uint8Array(await response.arrayBuffer())], [1, 2, 3]);
  await assert.rejects(send(new ReadableStream(), {}), { name: 'TypeError' });
}

async function responses(base) {
  let response = await fetch(`${base}/json`, { headers: { 'x-y': 'z' } });
  assert.deepStrictEqual(await response.json(), { seen: 'z' });
  assert.strictEqual(response.bodyUsed, true);
  await assert.rejects(response.text(), /Body is unusable/);
  response = await fetch(`${base}/moved`);
  assert.strictEqual(response.redirected, true);
  assert.strictEqual(response.url, `${base}/json`);
  assert.strictEqual(await (await fetch(`${base}/gzip`)).text(), 'packed text');
  response = await fetch(`${base}/none`);
  assert.strictEqual(response.body, null);
  response = await fetch(`${base}/wide`);
  assert.strictEqual(response.headers.get('x-wide'), '\u00e4');
  response = await fetch(`${base}/big`);
  let sum = 0;
  let size = 0;
  for await (const piece of response.body) {
    size += piece.length;
    sum += piece[0] + piece[piece.length - 1];
    await new Promise(setImmediate); // slower than the server
  }
  assert.strictEqual(size, 16 * 65536);
  assert.ok(sum > 0);
}

async function failures(base) {
  await assert.rejects(fetch(`${base}/silent`, { signal: AbortSignal.timeout(20) }),
    { name: 'TimeoutError' });
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 10);
  await assert.rejects(fetch(`${base}/silent`, { signal: controller.signal }),
    { name: 'AbortError' });
  const response = await fetch(`${base}/big`);
  await response.body.cancel();
  const gone = http.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => { gone.on('listening', resolve); });
  const { port } = gone.address();
  await new Promise((resolve) => { gone.close(resolve); });
  await assert.rejects(fetch(`http://127.0.0.1:${port}/`), (error) => {
    assert.strictEqual(error.message, 'fetch failed');
    assert.strictEqual(error.cause.code, 'ECONNREFUSED');
    return true;
  });
}

server.listen(0, '127.0.0.1', async () => {
  const base = `http://127.0.0.1:${server.address().port}`;
  await bodies(base);
  await responses(base);
  await failures(base);
  server.closeAllConnections();
  server.close();
});
