// SPDX-License-Identifier: MIT
// Promises take the same turns after a storage has been used as before.
'use strict';
const assert = require('assert');
const { AsyncLocalStorage } = require('async_hooks');

async function order() {
  const seen = [];
  const settled = Promise.resolve();
  const one = (async () => { await settled; seen.push('a1'); await settled; seen.push('a2'); })();
  const two = settled.then(() => seen.push('t1')).then(() => seen.push('t2'))
    .then(() => seen.push('t3'));
  const three = (async () => { seen.push(await (async () => 'r')()); })();
  queueMicrotask(() => seen.push('q'));
  await Promise.all([one, two, three]);
  return seen;
}
let done = false;
(async () => {
  const before = await order();
  const after = await new AsyncLocalStorage().run('store', order);
  assert.deepStrictEqual(after, before);
  done = true;
})();
process.on('exit', () => assert.ok(done));
