// SPDX-License-Identifier: MIT
// The memory of a worker that waits for messages: bytes that each of 16 adds to the process.
'use strict';
const { Worker } = require('worker_threads');

const COUNT = 16;
const program = 'const { parentPort: port } = require("worker_threads");' +
  'port.on("message", () => port.close()); port.postMessage(0);';
const make = () => new Promise((resolve) => {
  const worker = new Worker(program, { eval: true });
  worker.once('message', () => resolve(worker));
});

(async () => {
  const workers = [await make()]; // the first one allocates what all share
  const before = process.memoryUsage.rss();
  for (let i = 0; i < COUNT; i++) workers.push(await make());
  console.log((process.memoryUsage.rss() - before) / COUNT);
  for (const worker of workers) worker.postMessage(0);
})();
