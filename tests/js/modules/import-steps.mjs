// SPDX-License-Identifier: MIT
// How many microtasks pass until import() is settled, as in Node: for loaded modules, for new ones
// that need no file, and for missing ones. Modules that have to be read come after all of them.
import assert from 'assert';
import './fixtures/steps.mjs';

async function count(promise) {
  let settled = false;
  let steps = 0;
  promise.then(() => { settled = true; }, () => { settled = true; });
  for (; !settled && steps < 100; steps++) await null;
  return steps;
}

assert.strictEqual(await count(import('./fixtures/steps.mjs')), 8);
assert.strictEqual(await count(import('node:querystring')), 16);
assert.strictEqual(await count(import('node:querystring')), 8);
assert.strictEqual(await count(import('node:nothing')), 12);
assert.strictEqual(await count(import('./fixtures/not-there.mjs')), 4);
assert.strictEqual(await count(import('data:text/javascript,export default 1')), 17);
assert.strictEqual(await count(import('./fixtures/steps.mjs?again')), 100);
