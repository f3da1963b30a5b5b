// SPDX-License-Identifier: MIT
// Proves that the store is kept across every kind of `await` and reaction, also if other code
// settles the promise, and if a program has read the promise's constructor.
'use strict';
const assert = require('assert');
const vm = require('vm');
const { AsyncLocalStorage } = require('async_hooks');

const storage = new AsyncLocalStorage();
let settle;
const shared = new Promise((resolve) => { settle = resolve; });
class Subclass extends Promise {}
class Species extends Promise {
  static get [Symbol.species]() { return Promise; }
}
const seen = [];
const see = (what) => seen.push(`${what} ${storage.getStore()}`);
const other = (Class) => new Class((resolve) => { shared.then(resolve); });

async function one() {
  await 5;
  see('value');
  await { then(resolve) { shared.then(resolve); } };
  see('thenable');
  await shared;
  see('settled');
  await other(Subclass);
  see('subclass');
  for await (const value of [1, shared]) see(`for ${typeof value}`);
  await vm.runInNewContext('(async () => { await 1; })')();
  see('realm');
}

storage.run('A', () => {
  one();
  shared.then(() => see('then'));
  other(Subclass).then(() => see('subclass then'));
  other(Species).then(() => see('species then'));
});
void shared.constructor; // without a reaction
setTimeout(() => storage.run('B', async () => {
  settle();
  await undefined;
  assert.strictEqual(storage.getStore(), 'B');
}), 5);
process.on('exit', () => {
  assert.strictEqual(seen.length, 10);
  for (const line of seen) assert.match(line, / A$/);
});
