// SPDX-License-Identifier: MIT
// got: JSON, forms, redirects, retries, streams and errors, over https.
'use strict';
const assert = require('assert');
const https = require('https');
const { listen, secrets } = require('./help');

const { key, cert } = secrets();
let tries = 0;

const server = https.createServer({ key, cert }, (req, res) => {
  const { pathname } = new URL(req.url, 'https://localhost');
  if (pathname === '/moved') {
    res.writeHead(302, { Location: '/json' }).end();
  } else if (pathname === '/weak' && tries++ < 2) {
    res.writeHead(503, { 'Retry-After': '0' }).end();
  } else if (pathname === '/none') {
    res.writeHead(404).end('not here');
  } else {
    const pieces = [];
    req.on('data', (piece) => pieces.push(piece));
    req.on('end', () => {
      res.setHeader('Content-Type', 'application/json');
      res.end(JSON.stringify({ method: req.method, type: req.headers['content-type'],
        body: Buffer.concat(pieces).toString() }));
    });
  }
});

(async () => {
  const { default: got } = await import('got');
  const port = await listen(server);
  const client = got.extend({
    prefixUrl: `https://localhost:${port}`, https: { certificateAuthority: cert },
    dnsLookupIpVersion: 4,
  });
  assert.deepStrictEqual(await client('json').json(), { method: 'GET', body: '' });
  assert.deepStrictEqual(await client.post('json', { json: { a: [1, 2] } }).json(),
    { method: 'POST', type: 'application/json', body: '{"a":[1,2]}' });
  const form = await client.post('json', { form: { a: 'b c' } }).json();
  assert.strictEqual(form.body, 'a=b+c');
  const moved = await client('moved');
  assert.strictEqual(new URL(moved.url).pathname, '/json');
  assert.strictEqual(moved.redirectUrls.length, 1);
  assert.strictEqual((await client('weak', { retry: { limit: 3 } })).statusCode, 200);
  assert.strictEqual(tries, 3);
  await assert.rejects(client('none'), (error) => error.response.body === 'not here' &&
    error.code === 'ERR_NON_2XX_3XX_RESPONSE');
  await assert.rejects(got(`https://localhost:${port}/`, { retry: { limit: 0 },
    dnsLookupIpVersion: 4 }), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  let size = 0;
  for await (const piece of client.stream('json')) size += piece.length;
  assert.ok(size > 10);
  server.close();
  server.closeAllConnections();
})();
