// SPDX-License-Identifier: MIT
// The store of an AsyncLocalStorage follows timers, immediates, ticks, microtasks and promises.
'use strict';
const assert = require('assert');
const { AsyncLocalStorage, AsyncResource } = require('async_hooks');

const storage = new AsyncLocalStorage();
const settled = Promise.resolve(1);
const seen = {};
function note(name) { seen[name] = storage.getStore(); }
async function inner() {
  await settled;
  note('inner');
  return 3;
}
storage.run('A', () => {
  setTimeout(() => note('timeout'), 5);
  setImmediate(() => note('immediate'));
  process.nextTick(() => note('tick'));
  queueMicrotask(() => note('microtask'));
  settled.then(() => note('then'));
  Promise.reject(new Error('x')).catch(() => note('catch'));
  (async () => {
    await settled;
    note('await');
    await new Promise((resolve) => { setTimeout(resolve, 2); });
    note('await of a timer');
    await Promise.all([inner(), inner()]);
    note('await of all');
  })();
  const resource = new AsyncResource('X');
  storage.run('B', () => resource.runInAsyncScope(() => note('resource')));
  storage.exit(() => { seen.exit = storage.getStore() === undefined ? 'A' : 'no'; });
});
setTimeout(() => { seen.outside = storage.getStore() === undefined ? 'A' : 'no'; }, 3);
process.on('exit', () => {
  assert.strictEqual(Object.keys(seen).length, 13);
  for (const [name, store] of Object.entries(seen)) assert.strictEqual(store, 'A', name);
});
