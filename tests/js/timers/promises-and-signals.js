// SPDX-License-Identifier: MIT
// timers/promises: values, iteration, and what a signal does.
'use strict';
const assert = require('assert');
const timers = require('timers/promises');
const { promisify } = require('util');

let done = false;
(async () => {
  assert.strictEqual(await timers.setTimeout(1, 'value'), 'value');
  assert.strictEqual(await timers.setImmediate('now'), 'now');
  assert.strictEqual(await promisify(setTimeout)(1, 'custom'), 'custom');
  const controller = new AbortController();
  const aborted = timers.setTimeout(1e6, null, { signal: controller.signal });
  controller.abort('why');
  await assert.rejects(aborted, { code: 'ABORT_ERR', cause: 'why' });
  let count = 0;
  for await (const value of timers.setInterval(1, 'tick')) {
    assert.strictEqual(value, 'tick');
    if (++count === 3) break;
  }
  await assert.rejects(timers.setTimeout('1'), { code: 'ERR_INVALID_ARG_TYPE' });
  done = true;
})();
process.on('exit', () => assert.ok(done));
