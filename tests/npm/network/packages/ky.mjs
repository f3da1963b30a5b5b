// SPDX-License-Identifier: MIT
// ky: JSON, prefixes, searches, retries, hooks, time limits, progress and errors, over fetch.
import assert from 'assert';
import http from 'http';
import ky, { HTTPError, TimeoutError } from 'ky';

let tries = 0;
const server = http.createServer((req, res) => {
  const { pathname, searchParams } = new URL(req.url, 'http://localhost');
  if (pathname === '/weak' && tries++ < 2) {
    res.writeHead(503, { 'retry-after': '0' }).end();
  } else if (pathname === '/none') {
    res.writeHead(404, 'Not Here').end('gone');
  } else if (pathname === '/slow') {
    setTimeout(() => res.end('late'), 5000).unref();
  } else if (pathname === '/big') {
    res.setHeader('content-length', 1 << 20);
    res.end(Buffer.alloc(1 << 20, 'x'));
  } else {
    let body = '';
    req.on('data', (data) => { body += data; });
    req.on('end', () => {
      res.setHeader('content-type', 'application/json');
      res.end(JSON.stringify({ method: req.method, body, q: searchParams.get('q'),
        own: req.headers['x-own'] }));
    });
  }
});
server.listen(0, '127.0.0.1', async () => {
  const seen = [];
  const api = ky.create({
    prefixUrl: `http://127.0.0.1:${server.address().port}`,
    headers: { 'x-own': 'mine' },
    hooks: { afterResponse: [(request, options, response) => { seen.push(response.status); }] },
  });
  assert.deepStrictEqual(await api.get('a', { searchParams: { q: 'x y' } }).json(),
    { method: 'GET', body: '', q: 'x y', own: 'mine' });
  const posted = await api.post('a', { json: { n: [1] } }).json();
  assert.strictEqual(posted.body, '{"n":[1]}');
  assert.strictEqual((await api.get('weak')).status, 200);
  assert.strictEqual(tries, 3);
  await assert.rejects(api.get('none', { retry: 0 }).text(), (error) =>
    error instanceof HTTPError && error.response.status === 404);
  await assert.rejects(api.get('slow', { timeout: 50, retry: 0 }), TimeoutError);
  let last;
  const big = await api.get('big', {
    onDownloadProgress: (progress) => { last = progress; },
  }).arrayBuffer();
  assert.strictEqual(big.byteLength, 1 << 20);
  assert.strictEqual(last.percent, 1);
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 10);
  await assert.rejects(api.get('slow', { signal: controller.signal }), { name: 'AbortError' });
  assert.deepStrictEqual(seen.slice(0, 2), [200, 200]);
  server.close();
  server.closeAllConnections();
});
