// SPDX-License-Identifier: MIT
// No more resources than allowed, none with two users, all destroyed at the end.
'use strict';
const assert = require('assert');
const { createPool } = require('generic-pool');
const { scene, sleep, work } = require('./scene');

scene(async () => {
  let alive = 0;
  const pool = createPool({
    create: async () => {
      await work();
      assert.ok(++alive <= 2);
      return { users: 0 };
    },
    destroy: async () => {
      await work();
      alive--;
    },
  }, { max: 2, min: 0 });
  await Promise.all([1, 2, 3, 4, 5].map(async (i) => {
    const resource = await pool.acquire();
    assert.strictEqual(++resource.users, 1);
    await work();
    await sleep(i);
    resource.users--;
    await pool.release(resource);
  }));
  await pool.drain();
  await pool.clear();
  assert.strictEqual(alive, 0);
});
