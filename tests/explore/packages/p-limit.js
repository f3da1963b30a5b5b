// SPDX-License-Identifier: MIT
// No more tasks at a time than allowed, and every result in its place.
'use strict';
const assert = require('assert');
const { scene, sleep, work } = require('./scene');

scene(async () => {
  const { default: pLimit } = await import('p-limit');
  const limit = pLimit(2);
  let running = 0;
  const results = await Promise.all([1, 2, 3, 4, 5].map((i) => limit(async () => {
    assert.ok(++running <= 2);
    await work();
    await sleep(i);
    running--;
    return i;
  })));
  assert.deepStrictEqual(results, [1, 2, 3, 4, 5]);
});
