// SPDX-License-Identifier: MIT
// Data that was written before a flush can be read after it; params() and reset() work in between.
'use strict';
const assert = require('assert');
const zlib = require('zlib');

const deflate = zlib.createDeflate({ level: 9 });
const pieces = [];
deflate.on('data', (piece) => pieces.push(piece));
deflate.write('first ');
deflate.flush(() => {
  const soFar = zlib.inflateSync(Buffer.concat(pieces),
    { finishFlush: zlib.constants.Z_SYNC_FLUSH });
  assert.strictEqual(soFar.toString(), 'first ');
  deflate.params(0, zlib.constants.Z_DEFAULT_STRATEGY, () => {
    deflate.end('second');
  });
});
deflate.on('end', () => {
  const all = Buffer.concat(pieces);
  assert.strictEqual(zlib.inflateSync(all).toString(), 'first second');
  assert(all.includes('second')); // stored uncompressed
});
const raw = zlib.createInflateRaw();
raw.reset();
raw.close(() => assert.strictEqual(raw._closed, true));
process.on('exit', () => assert(deflate.readableEnded && raw.destroyed));
