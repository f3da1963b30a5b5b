// SPDX-License-Identifier: MIT
// A word in shared memory that two threads pass back and forth with Atomics.wait and notify.
'use strict';
const { Worker, isMainThread, workerData } = require('worker_threads');

const [WARM, COUNT] = [2000, 20000];
const cells = isMainThread ? new Int32Array(new SharedArrayBuffer(8)) : workerData;

function hand(own) {
  Atomics.store(cells, 0, own ^ 1);
  Atomics.notify(cells, 0);
  Atomics.wait(cells, 0, own ^ 1);
}

if (isMainThread) {
  new Worker(__filename, { workerData: cells }).on('online', () => {
    Atomics.wait(cells, 1, 0);
    for (let i = 0; i < WARM; i++) hand(0);
    const start = process.hrtime.bigint();
    for (let i = 0; i < COUNT; i++) hand(0);
    console.log(Number(process.hrtime.bigint() - start) / COUNT);
    process.exit();
  });
} else {
  Atomics.store(cells, 1, 1);
  Atomics.notify(cells, 1);
  Atomics.wait(cells, 0, 0);
  for (;;) hand(1);
}
