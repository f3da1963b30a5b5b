// SPDX-License-Identifier: MIT
// Bodies of many chunks arrive whole, in both directions, with their trailers.
'use strict';
const assert = require('assert');
const http = require('http');

const piece = Buffer.alloc(10007, 'gyre');
let done = 0;
const server = http.createServer((req, res) => {
  let size = 0;
  req.on('data', (data) => { size += data.length; });
  req.on('end', () => {
    assert.strictEqual(req.trailers['x-sum'], 'a');
    assert.deepStrictEqual(req.rawTrailers, ['X-Sum', 'a']);
    res.writeHead(200, { Trailer: 'X-Size' });
    for (let i = 0; i < 50; i++) res.write(piece);
    res.addTrailers({ 'X-Size': String(size) });
    res.end();
  });
});
server.listen(0, '127.0.0.1', () => {
  const req = http.request({
    port: server.address().port, host: '127.0.0.1', method: 'POST', headers: { Trailer: 'X-Sum' },
  }, (res) => {
    const all = [];
    res.on('data', (data) => all.push(data));
    res.on('end', () => {
      assert.ok(Buffer.concat(all).equals(Buffer.concat(Array(50).fill(piece))));
      assert.strictEqual(res.trailers['x-size'], String(50 * piece.length));
      done++;
      server.close();
    });
  });
  for (let i = 0; i < 50; i++) req.write(piece);
  req.addTrailers({ 'X-Sum': 'a' });
  req.end();
});
process.on('exit', () => assert.strictEqual(done, 1));
