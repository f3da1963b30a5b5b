// SPDX-License-Identifier: MIT
// undici: requests with its own HTTP client and fetch; bodies that are chunked, large, or broken
// off by either side.
'use strict';
const assert = require('assert');
const { createHash } = require('crypto');
const http = require('http');
const { Readable } = require('stream');
const { Agent, fetch, request, stream, FormData, Headers } = require('undici');
const { listen } = require('./help');

const LARGE = 8 << 20;
const large = Buffer.alloc(LARGE, 'undici');
const digest = (bytes) => createHash('sha256').update(bytes).digest('hex');
let broken = 0;

const routes = {
  '/chunks'(req, res) {
    let left = 5;
    const timer = setInterval(() => {
      res.write(`piece ${left}\n`);
      if (--left === 0) {
        clearInterval(timer);
        res.end();
      }
    }, 5);
  },
  '/large'(req, res) { res.end(large); },
  '/echo'(req, res) {
    const hash = createHash('sha256');
    let length = 0;
    req.on('data', (piece) => {
      hash.update(piece);
      length += piece.length;
    });
    req.on('end', () => res.end(JSON.stringify({
      length, hash: hash.digest('hex'), type: req.headers['content-type'],
      encoding: req.headers['transfer-encoding'],
    })));
  },
  '/slow'(req, res) {
    res.write('begun');
    res.on('close', () => { broken++; });
  },
  '/cut'(req, res) {
    res.writeHead(200, { 'content-length': 100 });
    res.write('only this');
    setTimeout(() => res.destroy(), 20);
  },
  '/moved'(req, res) {
    res.writeHead(302, { location: '/chunks' });
    res.end();
  },
};
const server = http.createServer((req, res) => routes[req.url](req, res));

async function requests(base, dispatcher) {
  const { statusCode, headers, body } = await request(`${base}/chunks`, { dispatcher });
  assert.deepStrictEqual([statusCode, headers['transfer-encoding']], [200, 'chunked']);
  assert.strictEqual((await body.text()).split('\n').length, 6);
  const sent = await request(`${base}/echo`, { dispatcher, method: 'POST', body: large });
  assert.deepStrictEqual(await sent.body.json(), { length: LARGE, hash: digest(large) });
  const pieces = [];
  await stream(`${base}/large`, { dispatcher }, () => (
    new (require('stream').Writable)({
      write(piece, encoding, callback) {
        pieces.push(piece);
        setImmediate(callback);
      },
    })));
  assert.strictEqual(digest(Buffer.concat(pieces)), digest(large));
  const cut = await request(`${base}/cut`, { dispatcher });
  await assert.rejects(cut.body.text(), { code: 'UND_ERR_SOCKET' });
}

async function fetches(base, dispatcher) {
  const moved = await fetch(`${base}/moved`, { dispatcher });
  assert.deepStrictEqual([moved.status, moved.redirected, moved.url],
    [200, true, `${base}/chunks`]);
  let text = '';
  for await (const piece of moved.body) text += Buffer.from(piece);
  assert.strictEqual(text.split('\n').length, 6);
  const got = await fetch(`${base}/large`, { dispatcher });
  assert.strictEqual(digest(Buffer.from(await got.arrayBuffer())), digest(large));

  const body = Readable.toWeb(Readable.from((function* pieces() {
    for (let at = 0; at < LARGE; at += 65536) yield large.subarray(at, at + 65536);
  })()));
  const sent = await fetch(`${base}/echo`, { dispatcher, method: 'POST', body, duplex: 'half' });
  assert.deepStrictEqual(await sent.json(),
    { length: LARGE, hash: digest(large), encoding: 'chunked' });
  const form = new FormData();
  form.set('a', 'b');
  const formed = await (await fetch(`${base}/echo`,
    { dispatcher, method: 'POST', body: form })).json();
  assert.match(formed.type, /^multipart\/form-data; boundary=/);
  assert.strictEqual(new Headers({ A: 'b' }).get('a'), 'b');
}

async function aborts(base, dispatcher) {
  for (const when of ['before', 'head', 'body']) {
    const controller = new AbortController();
    const asked = fetch(`${base}/slow`, { dispatcher, signal: controller.signal });
    if (when === 'before') {
      controller.abort();
      await assert.rejects(asked, { name: 'AbortError' });
      continue;
    }
    const response = await asked;
    const reader = response.body.getReader();
    if (when === 'body') {
      const { value } = await reader.read();
      assert.strictEqual(Buffer.from(value).toString(), 'begun');
    }
    controller.abort();
    await assert.rejects((async () => {
      for (;;) if ((await reader.read()).done) return;
    })(), { name: 'AbortError' });
  }
  for (let i = 0; i < 200 && broken < 2; i++) await new Promise((go) => { setTimeout(go, 10); });
  assert.ok(broken >= 2, `${broken} of them were told`);
  const cut = await fetch(`${base}/cut`, { dispatcher });
  await assert.rejects(cut.text(), { name: 'TypeError', message: 'terminated' });
}

(async () => {
  const base = `http://127.0.0.1:${await listen(server)}`;
  const dispatcher = new Agent({ connections: 4 });
  await requests(base, dispatcher);
  await fetches(base, dispatcher);
  await aborts(base, dispatcher);
  await dispatcher.destroy();
  server.closeAllConnections();
  server.close();
})();
