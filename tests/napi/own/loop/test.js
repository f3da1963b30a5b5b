// SPDX-License-Identifier: MIT
// Proves that callbacks of an addon's own handles come in Node's order, with ticks, microtasks and
// immediates between them; in a worker, too, whose loop is its own.
'use strict';
const assert = require('assert');
const { Worker, isMainThread } = require('worker_threads');
const start = require('./build/Release/loop.node');

const seen = [];
start((name) => {
  seen.push(name);
  process.nextTick(() => seen.push(`${name} tick`));
  Promise.resolve().then(() => seen.push(`${name} job`));
  if (name === 'work') setImmediate(() => seen.push('immediate'));
});
process.on('exit', () => {
  const all = (...names) => names.flatMap((n) => [n, `${n} tick`, `${n} job`]);
  assert.deepStrictEqual(seen, [
    ...all('timer', 'async', 'poll', 'work', 'check'), 'immediate',
    ...all('idle', 'prepare', 'check', 'done'),
  ]);
});
if (isMainThread) {
  new Worker(__filename).on('exit', (code) => assert.strictEqual(code, 0));
}
