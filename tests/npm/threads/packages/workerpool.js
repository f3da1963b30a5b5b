// SPDX-License-Identifier: MIT
// workerpool: functions on threads and in processes, errors, and tasks that take too long.
'use strict';
const assert = require('assert');
const workerpool = require('workerpool');

(async () => {
  for (const workerType of ['thread', 'process']) {
    const pool = workerpool.pool({ workerType, maxWorkers: 2 });
    const doubled = await Promise.all([1, 2, 3].map((n) => pool.exec((x) => x * 2, [n])));
    assert.deepStrictEqual(doubled, [2, 4, 6]);
    const failed = await pool.exec(() => { throw new Error('in there'); }).catch((error) => error);
    assert.strictEqual(failed.message, 'in there');
    assert.strictEqual(await pool.exec((a, b) => a + b, ['a', 'b']), 'ab');
    const late = await pool.exec(() => { for (;;); }).timeout(200).catch((error) => error);
    assert.match(`${late}`, /timed out|terminated/);
    await pool.terminate();
  }
})();
