// SPDX-License-Identifier: MIT
// lmdb: round trips of values, transactions, ranges, children; its build for Node-API.
'use strict';
const assert = require('assert');
const { directory } = require('./help');

(async () => {
  const { open } = require('lmdb');
  const db = open({ path: directory({}) });
  await db.put('key', { value: 1 });
  assert.deepStrictEqual(db.get('key'), { value: 1 });
  await db.transaction(() => {
    for (let i = 0; i < 100; i++) db.put(`k${String(i).padStart(3, '0')}`, i);
  });
  const found = [...db.getRange({ start: 'k010', end: 'k013' })];
  assert.deepStrictEqual(found.map(({ value }) => value), [10, 11, 12]);
  await db.remove('key');
  assert.strictEqual(db.get('key'), undefined);
  await db.close();
})();
