// SPDX-License-Identifier: MIT
// A response that ends with bytes, or with null for a callback, as frameworks call it. What the
// client gets and the order of events are the same as with text in pieces, also if it reads late.
'use strict';
const assert = require('assert');
const http = require('http');
const net = require('net');

const LATE = 400;
const bodyOf = (number) => Buffer.alloc(9000 + number, `${number} `);
const answers = {
  '/text': [(res) => res.end('h\u00e9llo', null, null), 'h\u00e9llo'],
  '/bytes': [(res) => res.end(Buffer.from('h\u00e9llo')), 'h\u00e9llo'],
  '/null': [(res) => res.end(Buffer.from('h\u00e9llo'), null, null), 'h\u00e9llo'],
  '/empty': [(res) => res.end(Buffer.alloc(0)), ''],
  '/array': [(res) => res.end(new Uint8Array([104, 101])), 'he'],
  '/part': [(res) => res.end(Buffer.from('hello').subarray(1, 3)), 'el'],
  '/chunked': [(res) => {
    res.setHeader('Transfer-Encoding', 'chunked');
    res.end(Buffer.from('hello'));
  }, 'hello'],
  '/none': [(res) => {
    res.statusCode = 204;
    res.end(Buffer.from('hello'));
  }, ''],
  '/wide': [(res) => {
    res.setHeader('X-Wide', '\u00e9');
    res.end(Buffer.from('hello'));
  }, 'hello'],
};

const server = http.createServer((req, res) => {
  const { socket } = req;
  const before = socket.bytesWritten;
  let order = '';
  res.on('prefinish', () => { order += 'prefinish '; });
  process.nextTick(() => { order += 'tick '; });
  if (answers[req.url]) answers[req.url][0](res);
  else res.end(bodyOf(Number(req.url.slice(1))), undefined, undefined);
  order += 'ended ';
  if (!answers[req.url]) return;
  res.on('finish', () => {
    assert.strictEqual(order, 'prefinish ended tick ');
    assert.strictEqual(socket.bytesWritten - before > res._header.length - 1, true);
  });
});

function get(path) {
  return new Promise((resolve, reject) => {
    http.get({ port: server.address().port, path }, (res) => {
      const pieces = [];
      res.on('data', (piece) => pieces.push(piece));
      res.on('end', () => resolve(Buffer.concat(pieces).toString()));
    }).on('error', reject);
  });
}

// Asks for all at once and does not read for a while: most responses do not fit into the socket.
function readLate() {
  return new Promise((resolve) => {
    const client = net.connect(server.address().port, '127.0.0.1');
    const pieces = [];
    const asked = Array.from({ length: LATE }, (_, i) => `GET /${i} HTTP/1.1\r\nHost: x\r\n` +
      `${i === LATE - 1 ? 'Connection: close\r\n' : ''}\r\n`);
    client.pause();
    client.write(asked.join(''));
    setTimeout(() => client.resume(), 200);
    client.on('data', (piece) => pieces.push(piece));
    client.on('end', () => resolve(Buffer.concat(pieces)));
  });
}

function checkLate(all) {
  let at = 0;
  for (let i = 0; i < LATE; i++) {
    at = all.indexOf('\r\n\r\n', at) + 4;
    const body = bodyOf(i);
    assert.ok(body.equals(all.subarray(at, at + body.length)), `response ${i}`);
    at += body.length;
  }
  assert.strictEqual(at, all.length);
}

server.listen(0, '127.0.0.1', async () => {
  for (const path of Object.keys(answers)) {
    assert.strictEqual(await get(path), answers[path][1], path);
  }
  checkLate(await readLate());
  server.close();
});
