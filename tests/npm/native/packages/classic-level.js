// SPDX-License-Identifier: MIT
// classic-level: puts, batches, iterators, snapshots, closing.
'use strict';
const assert = require('assert');
const { directory } = require('./help');

(async () => {
  const { ClassicLevel } = require('classic-level');
  const db = new ClassicLevel(directory({}), { valueEncoding: 'json' });
  await db.put('a', { x: 1 });
  await db.batch(Array.from({ length: 1000 }, (_, i) => (
    { type: 'put', key: `k${String(i).padStart(4, '0')}`, value: i })));
  assert.deepStrictEqual(await db.get('a'), { x: 1 });
  assert.strictEqual(await db.get('none'), undefined);
  let sum = 0;
  for await (const [, value] of db.iterator({ gte: 'k0100', lt: 'k0200' })) sum += value;
  assert.strictEqual(sum, 14950);
  await db.clear({ gte: 'k' });
  assert.deepStrictEqual(await db.keys().all(), ['a']);
  await db.close();
  await assert.rejects(db.get('a'), { code: 'LEVEL_DATABASE_NOT_OPEN' });
})();
