// SPDX-License-Identifier: MIT
// async: series, limits, queues, auto, retries, and async functions as tasks.
'use strict';
const assert = require('assert');
const async = require('async');

(async () => {
  const both = await async.series([(cb) => setImmediate(cb, null, 1), async () => 2]);
  assert.deepStrictEqual(both, [1, 2]);
  let running = 0;
  let most = 0;
  const doubled = await async.mapLimit([1, 2, 3, 4, 5], 2, async (n) => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve, 2));
    running--;
    return 2 * n;
  });
  assert.deepStrictEqual([doubled, most], [[2, 4, 6, 8, 10], 2]);
  const order = [];
  const queue = async.queue((task, cb) => process.nextTick(() => { order.push(task); cb(); }), 1);
  queue.push(['a', 'b']);
  queue.unshift('first');
  await queue.drain();
  assert.deepStrictEqual(order, ['first', 'a', 'b']);
  const made = await async.auto({
    one: async () => 1,
    two: ['one', ({ one }, cb) => cb(null, one + 1)],
  });
  assert.deepStrictEqual(made, { one: 1, two: 2 });
  let tries = 0;
  assert.strictEqual(await async.retry(3, async () => {
    if (++tries < 3) throw new Error('again');
    return tries;
  }), 3);
  await assert.rejects(async.parallel([(cb) => cb(new Error('no'))]), /no/);
})();
