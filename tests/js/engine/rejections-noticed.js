// SPDX-License-Identifier: MIT
// Every way to handle a rejected promise late is noticed, and code that only looks at it is not.
'use strict';
const assert = require('assert');
const unhandled = new Set();
const handled = [];
const names = new Map();
process.on('unhandledRejection', (reason) => unhandled.add(reason));
process.on('rejectionHandled', (promise) => handled.push(names.get(promise)));

const ways = {
  then: (p) => p.then(null, () => {}),
  catch: (p) => p.catch(() => {}),
  finally: (p) => p.finally(() => {}).catch(() => {}),
  await: async (p) => { try { await p; } catch { /* only that it threw */ } },
  all: (p) => Promise.all([p]).catch(() => {}),
  race: (p) => Promise.race([p]).catch(() => {}),
  any: (p) => Promise.any([p]).catch(() => {}),
  allSettled: (p) => Promise.allSettled([p]),
  resolve: (p) => Promise.resolve(p).catch(() => {}),
  resolver: (p) => new Promise((resolve) => resolve(p)).catch(() => {}),
  returned: (p) => (async () => p)().catch(() => {}),
  yielded: async (p) => {
    async function* one() { yield p; }
    try { for await (const x of one()) assert.fail(x); } catch { /* as above */ }
  },
  lookedAt: (p) => { Promise.resolve(p); assert.strictEqual(p.constructor, Promise); },
};
for (const name of Object.keys(ways)) names.set(Promise.reject(name), name);
setTimeout(() => names.forEach((name, promise) => ways[name](promise)), 5);
process.on('exit', () => {
  assert.deepStrictEqual(unhandled, new Set(Object.keys(ways)));
  assert.deepStrictEqual(new Set(handled), new Set(Object.keys(ways).slice(0, -1)));
  assert.strictEqual(handled.length, Object.keys(ways).length - 1);
});
