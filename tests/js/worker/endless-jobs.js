// SPDX-License-Identifier: MIT
// A worker with an endless chain of microtasks can be terminated, whatever the engine is doing.
'use strict';
const assert = require('assert');
const { once } = require('events');
const { Worker } = require('worker_threads');

const endless = {
  then: 'function again() { Promise.resolve().then(again); } again();',
  all: 'function again() { Promise.all([0, 1]).then(again, again); } again();',
  await: '(async () => { for (;;) await 0; })();',
  queue: 'function again() { queueMicrotask(again); } again();',
  many: `for (let i = 0; i < 100; i++) {
    (async () => { for (;;) await Promise.all([0, new Promise((resolve) => resolve(i))]); })();
    (function again() { Promise.resolve({ then(resolve) { resolve(); } }).then(again); })();
  }`,
  ticks: 'function again() { process.nextTick(again); } again();',
};

(async () => {
  for (let i = 0; i < 8; i++) {
    for (const [name, text] of Object.entries(endless)) {
      const program = `${text} require('worker_threads').parentPort.postMessage('');`;
      const worker = new Worker(program, { eval: true });
      await once(worker, 'message');
      if (i % 2 === 0) await new Promise(setImmediate);
      assert.strictEqual(await worker.terminate(), 1, name);
    }
  }
  for (const [name, text] of Object.entries(endless)) {
    const leaves = new Worker(`process.nextTick(() => process.exit(5)); ${text}`, { eval: true });
    assert.deepStrictEqual(await once(leaves, 'exit'), [5], name);
  }
})();
