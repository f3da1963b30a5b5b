// SPDX-License-Identifier: MIT
// No more at a time than allowed, not sooner than allowed, and every result in its place.
'use strict';
const assert = require('assert');
const Bottleneck = require('bottleneck');
const { scene, work } = require('./scene');

scene(async () => {
  const limiter = new Bottleneck({ maxConcurrent: 2, minTime: 5 });
  let running = 0;
  const results = await Promise.all([1, 2, 3, 4].map((i) => limiter.schedule(async () => {
    assert.ok(++running <= 2);
    await work();
    running--;
    return i;
  })));
  assert.deepStrictEqual(results, [1, 2, 3, 4]);
  await limiter.stop();
});
