// SPDX-License-Identifier: MIT
// 100 MB that are transferred to a worker and back, not copied. The time of one direction.
'use strict';
const { Worker, isMainThread, parentPort } = require('worker_threads');

const [SIZE, WARM, COUNT] = [100e6, 20, 200];
if (isMainThread) {
  const worker = new Worker(__filename);
  let left = WARM + COUNT;
  let start;
  worker.on('message', (buffer) => {
    if (buffer.byteLength !== SIZE) throw new Error(`${buffer.byteLength} bytes`);
    if (--left === COUNT) start = process.hrtime.bigint();
    if (left > 0) {
      worker.postMessage(buffer, [buffer]);
      return;
    }
    console.log(Number(process.hrtime.bigint() - start) / COUNT / 2);
    worker.terminate();
  });
  const buffer = new ArrayBuffer(SIZE);
  worker.postMessage(buffer, [buffer]);
} else {
  parentPort.on('message', (buffer) => parentPort.postMessage(buffer, [buffer]));
}
