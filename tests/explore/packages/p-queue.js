// SPDX-License-Identifier: MIT
// No more tasks at a time than allowed, begun in order; idle only when all are done.
'use strict';
const assert = require('assert');
const { scene, sleep, work } = require('./scene');

scene(async () => {
  const { default: PQueue } = await import('p-queue');
  const queue = new PQueue({ concurrency: 2 });
  const begun = [];
  let running = 0;
  let done = 0;
  for (let i = 0; i < 6; i++) {
    queue.add(async () => {
      begun.push(i);
      assert.ok(++running <= 2);
      await work();
      if (i % 2 === 0) await sleep(5);
      running--;
      done++;
    });
  }
  await queue.onIdle();
  assert.strictEqual(done, 6);
  assert.deepStrictEqual(begun, [0, 1, 2, 3, 4, 5]);
});
