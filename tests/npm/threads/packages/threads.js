// SPDX-License-Identifier: MIT
// threads.js: functions of a thread, errors, a pool of threads.
'use strict';
const assert = require('assert');
const fs = require('fs');
const { spawn, Pool, Thread, Worker } = require('threads');

fs.writeFileSync(`${__dirname}/threads-worker.js`, `
  require('threads/worker').expose({
    add: (a, b) => a + b,
    fail() { throw new Error('no'); },
  });
`);

(async () => {
  const thread = await spawn(new Worker('./threads-worker'));
  assert.strictEqual(await thread.add(2, 3), 5);
  await assert.rejects(thread.fail(), { message: 'no' });
  await Thread.terminate(thread);
  const pool = Pool(() => spawn(new Worker('./threads-worker')), 2);
  const sums = [];
  for (let i = 0; i < 8; i++) pool.queue((one) => one.add(i, i)).then((sum) => sums.push(sum));
  await pool.completed();
  assert.deepStrictEqual(sums.sort((a, b) => a - b), [0, 2, 4, 6, 8, 10, 12, 14]);
  await pool.terminate();
})();
