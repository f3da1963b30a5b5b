// SPDX-License-Identifier: MIT
// A worker, from new Worker to its first message.
'use strict';
const { Worker } = require('worker_threads');

const COUNT = 40;
let taken = 0n;

function next(left) {
  if (left === 0) {
    console.log(Number(taken) / COUNT);
    return;
  }
  const start = process.hrtime.bigint();
  const worker = new Worker('require("worker_threads").parentPort.postMessage(0)', { eval: true });
  worker.once('message', () => { taken += process.hrtime.bigint() - start; });
  worker.once('exit', () => next(left - 1));
}
next(COUNT);
