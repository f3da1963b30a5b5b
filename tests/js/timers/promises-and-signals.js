// SPDX-License-Identifier: MIT
// timers/promises: values, iteration, and what a signal does.
'use strict';
const assert = require('assert');
const timers = require('timers/promises');
const { promisify } = require('util');

// How many microtasks until a promise is rejected.
function turns(promise) {
  let count = 0;
  let on = true;
  (function turn() {
    count++;
    if (on) queueMicrotask(turn);
  })();
  return promise.then(assert.fail, () => {
    on = false;
    return count;
  });
}

let done = false;
(async () => {
  assert.strictEqual(await timers.setTimeout(1, 'value'), 'value');
  assert.strictEqual(await timers.setImmediate('now'), 'now');
  assert.strictEqual(await promisify(setTimeout)(1, 'custom'), 'custom');
  const controller = new AbortController();
  const aborted = timers.setTimeout(1e6, null, { signal: controller.signal });
  controller.abort('why');
  await assert.rejects(aborted, { code: 'ABORT_ERR', cause: 'why' });
  for (const start of [(options) => timers.setTimeout(1e6, null, options),
    (options) => timers.setImmediate(null, options),
    (options) => timers.scheduler.wait(1e6, options)]) {
    const later = new AbortController();
    const waiting = start({ signal: later.signal });
    later.abort();
    assert.strictEqual(await turns(waiting), 6);
    assert.strictEqual(await turns(start({ signal: AbortSignal.abort() })), 2);
  }
  let count = 0;
  for await (const value of timers.setInterval(1, 'tick')) {
    assert.strictEqual(value, 'tick');
    if (++count === 3) break;
  }
  await assert.rejects(timers.setTimeout('1'), { code: 'ERR_INVALID_ARG_TYPE' });
  done = true;
})();
process.on('exit', () => assert.ok(done));
