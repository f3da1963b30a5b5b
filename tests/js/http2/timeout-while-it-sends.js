// SPDX-License-Identifier: MIT
// A stream whose data the other side takes slowly is not idle, and neither is its session:
// 'timeout' comes when nothing more is taken.
'use strict';
const assert = require('assert');
const http2 = require('http2');

const TIMEOUT_MS = 400;
const seen = new Set();
let goesOn = true;
const see = (what) => () => seen.add(goesOn ? `${what} while it goes on` : what);

const server = http2.createServer();
server.on('session', (session) => session.setTimeout(TIMEOUT_MS, see('session')));
server.on('stream', (stream) => {
  stream.on('error', () => {});
  stream.setTimeout(TIMEOUT_MS, see('stream'));
  stream.respond();
  stream.end(Buffer.alloc(16 << 20));
});

server.listen(0, () => {
  const client = http2.connect(`http://localhost:${server.address().port}`);
  const request = client.request({ ':path': '/' });
  const until = Date.now() + 3 * TIMEOUT_MS;
  request.on('data', () => {
    request.pause();
    goesOn = Date.now() < until;
    if (goesOn) setTimeout(() => request.resume(), 20);
    else setTimeout(() => process.exit(), 3 * TIMEOUT_MS);
  });
});
process.on('exit', () => assert.deepStrictEqual([...seen].sort(), ['session', 'stream']));
