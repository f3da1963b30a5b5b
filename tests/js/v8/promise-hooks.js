// SPDX-License-Identifier: MIT
// v8.promiseHooks report promises in V8's order, and promises take as many turns as without them.
'use strict';
const assert = require('assert');
const { promiseHooks } = require('v8');

function turns(body) {
  return new Promise((resolve) => {
    let count = 0;
    let done = false;
    const { then } = Promise.prototype;
    const step = () => {
      count++;
      if (!done) queueMicrotask(step);
    };
    queueMicrotask(step);
    then.call(body(), () => { done = true; resolve(count); });
  });
}

const bodies = [
  () => Promise.resolve(1),
  () => Promise.resolve(1).then(() => 2),
  () => Promise.resolve(1).then(() => Promise.resolve(2)),
  () => new Promise((resolve) => resolve(Promise.resolve(3))),
  () => Promise.resolve({ then(f) { f(4); } }),
  () => Promise.all([1, Promise.resolve(2)]),
  () => Promise.resolve().finally(() => {}),
  () => (async () => { await Promise.resolve(1); })(),
];

const log = [];
const ids = new Map();
const id = (promise) => {
  if (!ids.has(promise)) ids.set(promise, ids.size + 1);
  return ids.get(promise);
};
const tell = (name) => (promise) => { log.push(`${name} ${id(promise)}`); };
const callbacks = {
  init(promise, parent) {
    log.push(`init ${id(promise)}${parent === undefined ? '' : ` of ${id(parent)}`}`);
  },
  before: tell('before'),
  after: tell('after'),
  settled: tell('settled'),
};

async function countAll() {
  const counts = [];
  for (const body of bodies) counts.push(await turns(body));
  return counts;
}

const plain = Promise;
let stop = promiseHooks.createHook(callbacks);
new Promise((resolve) => resolve(Promise.resolve(2).then(() => ({ then(f) { f(3); } }))));
setImmediate(() => {
  stop();
  assert.deepStrictEqual(log, [
    'init 1', 'init 2', 'settled 2', 'init 3 of 2', 'before 3', 'after 3', 'before 1',
    'init 4 of 3', 'after 1', 'before 3', 'settled 3', 'after 3', 'before 4', 'settled 1',
    'settled 4', 'after 4',
  ]);
  assert.strictEqual(Promise, plain);
  assert.strictEqual(Promise.resolve().constructor, Promise);
  compare();
});

async function compare() {
  const without = await countAll();
  stop = promiseHooks.createHook({ init() {}, before() {}, after() {}, settled() {} });
  assert.deepStrictEqual(await countAll(), without);
  stop();
}
