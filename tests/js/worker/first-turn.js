// SPDX-License-Identifier: MIT
// A worker's program runs in the poll phase: its immediates come before its timers, however long it
// took, and before waiting messages.
'use strict';
const assert = require('assert');
const { Worker, isMainThread, parentPort } = require('worker_threads');

if (isMainThread) {
  const seen = [];
  const worker = new Worker(__filename);
  worker.postMessage('waits');
  worker.on('message', (text) => seen.push(text));
  worker.on('exit', () => {
    assert.deepStrictEqual(seen, ['tick', 'microtask', 'immediate', 'timeout', 'got waits']);
  });
} else {
  setTimeout(() => parentPort.postMessage('timeout'), 0);
  setImmediate(() => parentPort.postMessage('immediate'));
  parentPort.once('message', (text) => parentPort.postMessage(`got ${text}`));
  queueMicrotask(() => parentPort.postMessage('microtask'));
  process.nextTick(() => parentPort.postMessage('tick'));
  const begin = Date.now();
  while (Date.now() - begin < 20);
}
