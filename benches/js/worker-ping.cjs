// SPDX-License-Identifier: MIT
// A short message to a worker and back.
'use strict';
const { Worker, isMainThread, parentPort } = require('worker_threads');

const [WARM, COUNT] = [2000, 20000];
if (isMainThread) {
  const worker = new Worker(__filename);
  let left = WARM + COUNT;
  let start;
  worker.on('message', (message) => {
    if (--left === COUNT) start = process.hrtime.bigint();
    if (left > 0) {
      worker.postMessage(message);
      return;
    }
    console.log(Number(process.hrtime.bigint() - start) / COUNT);
    worker.terminate();
  });
  worker.postMessage({ a: 1, b: 'two' });
} else {
  parentPort.on('message', (message) => parentPort.postMessage(message));
}
