// SPDX-License-Identifier: MIT
// snappy: round trips, synchronously and on the pool; invalid data is refused.
'use strict';
const assert = require('assert');

(async () => {
  const { compress, compressSync, uncompress, uncompressSync } = require('snappy');
  const source = Buffer.alloc(100000, 'some text ');
  const small = await compress(source);
  assert(small.length < 10000);
  assert.deepStrictEqual(await uncompress(small), source);
  assert.strictEqual(uncompressSync(compressSync('text'), { asBuffer: false }), 'text');
  await assert.rejects(uncompress(Buffer.from('not compressed')));
})();
