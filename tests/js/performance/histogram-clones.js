// SPDX-License-Identifier: MIT
// A histogram that is sent through a port of the same thread keeps recording into the same figures;
// another thread gets them, too.
'use strict';
const assert = require('assert');
const { createHistogram, monitorEventLoopDelay } = require('perf_hooks');
const { MessageChannel, Worker } = require('worker_threads');

const histogram = createHistogram();
histogram.record(1);
const { port1, port2 } = new MessageChannel();
let heard = 0;
port1.on('message', (clone) => {
  heard++;
  if (clone.record === undefined) {
    assert.strictEqual(clone.enable, undefined);
    port1.close();
    return;
  }
  assert.strictEqual(clone.max, 1);
  clone.record(5n);
  assert.strictEqual(histogram.max, 5);
  assert.strictEqual(histogram.count, 2);
  port2.postMessage(monitorEventLoopDelay());
});
port2.postMessage(histogram);

const still = createHistogram();
still.record(1);
const worker = new Worker(`
  const { workerData, parentPort } = require('worker_threads');
  parentPort.postMessage([workerData.count, workerData.max, workerData.percentile(100)]);
`, { eval: true, workerData: still });
worker.on('message', (figures) => {
  heard++;
  assert.deepStrictEqual(figures, [1, 1, 1]);
});
process.on('exit', () => assert.strictEqual(heard, 3));
