// SPDX-License-Identifier: MIT
// Pieces of a body, small or large, of a request or a response, have memory of their own: a program
// may keep and change them, and what else listens to the socket sees the bytes as they came.
'use strict';
const assert = require('assert');
const http = require('http');

const body = Buffer.alloc(300000);
for (let i = 0; i < body.length; i++) body[i] = (i * 7 + (i >> 8)) & 255;

function collect(message, done) {
  const pieces = [];
  message.on('data', (piece) => {
    assert.strictEqual(piece.byteOffset, 0);
    assert.strictEqual(piece.buffer.byteLength, piece.length);
    pieces.push(piece);
  });
  message.on('end', () => done(Buffer.concat(pieces), pieces));
}

// Pieces of many sizes, or one.
function send(stream, isChunked) {
  if (!isChunked) {
    stream.end(body);
    return;
  }
  const step = (from, size) => {
    if (from >= body.length) stream.end();
    else stream.write(body.subarray(from, from + size), () => step(from + size, size * 3 % 70001));
  };
  step(0, 1);
}

const server = http.createServer((req, res) => {
  collect(req, (all, pieces) => {
    assert(all.equals(body));
    for (const piece of pieces) piece.fill(0);
    if (req.url === '/whole') res.setHeader('content-length', body.length);
    send(res, req.url === '/chunked');
  });
});

function exchange(url, spies, done) {
  const headers = url === '/whole' ? { 'content-length': body.length } : {};
  const agent = spies ? false : undefined; // the listener stays on its socket
  const req = http.request(
    { port: server.address().port, method: 'POST', path: url, headers, agent });
  let seen = 0;
  req.on('socket', (socket) => {
    if (spies) socket.on('data', (data) => { seen += data.fill(0).length; });
  });
  req.on('response', (res) => {
    collect(res, (all) => {
      assert(all.equals(body));
      assert.strictEqual(seen > body.length, spies);
      done();
    });
  });
  send(req, url === '/chunked');
}

server.listen(0, () => {
  const rounds = [['/whole', false], ['/chunked', false], ['/whole', true], ['/chunked', true],
    ['/whole', false], ['/chunked', false]];
  const next = () => {
    const round = rounds.shift();
    if (round === undefined) server.close();
    else exchange(...round, next);
  };
  next();
});
