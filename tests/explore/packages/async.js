// SPDX-License-Identifier: MIT
// A queue drains when all is done, and auto() keeps the order that was asked for.
'use strict';
const assert = require('assert');
const async = require('async');
const { scene, work } = require('./scene');

scene(async () => {
  let done = 0;
  const queue = async.queue((task, next) => work().then(() => {
    done++;
    next();
  }), 2);
  for (let i = 0; i < 5; i++) queue.push(i);
  await queue.drain();
  assert.strictEqual(done, 5);
  const seen = [];
  await async.auto({
    a: async () => { await work(); seen.push('a'); },
    b: async () => { await work(); seen.push('b'); },
    c: ['a', 'b', async () => { seen.push('c'); }],
  });
  assert.strictEqual(seen[2], 'c');
});
