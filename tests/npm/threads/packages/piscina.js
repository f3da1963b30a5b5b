// SPDX-License-Identifier: MIT
// piscina: a pool of threads: many tasks, one that is aborted while it computes, errors,
// transferred buffers.
'use strict';
const assert = require('assert');
const fs = require('fs');
const path = require('path');
const { Piscina } = require('piscina');
const { directory } = require('./help');

const filename = path.join(directory(), 'tasks.js');
fs.writeFileSync(filename, `
  module.exports = ({ a, b }) => a + b;
  module.exports.compute = (ms) => { for (const end = Date.now() + ms; Date.now() < end;); };
  module.exports.fail = () => { throw new RangeError('too much'); };
  module.exports.fill = async (bytes) => bytes.fill(7);
`);

(async () => {
  const pool = new Piscina({ filename, maxThreads: 2 });
  const sums = await Promise.all(Array.from({ length: 60 }, (_, i) => pool.run({ a: i, b: 1 })));
  assert.deepStrictEqual(sums, Array.from({ length: 60 }, (_, i) => i + 1));
  const stop = new AbortController();
  const computing = pool.run(60000, { name: 'compute', signal: stop.signal });
  setTimeout(() => stop.abort(), 50);
  await assert.rejects(computing, { name: 'AbortError' });
  await assert.rejects(pool.run(null, { name: 'fail' }), RangeError);
  const bytes = new Uint8Array(1e6);
  const filled = await pool.run(bytes, { name: 'fill', transferList: [bytes.buffer] });
  assert.deepStrictEqual([bytes.length, filled.length, filled[999999]], [0, 1e6, 7]);
  assert.ok(pool.completed >= 61);
  await pool.destroy();
})();
