// SPDX-License-Identifier: MIT
// Workers made and ended one after another: flat.js COUNT. Descriptors and threads stay constant,
// and memory grows by less than LIMIT_KB per worker after the first ones.
'use strict';
const assert = require('assert');
const fs = require('fs');
const { Worker } = require('worker_threads');

const count = +process.argv[2] || 60;
const LIMIT_KB = +process.argv[3] || 60;
const first = Math.min(40, count >> 1);
const program = `
  const { parentPort, workerData } = require('worker_threads');
  parentPort.once('message', (message) => parentPort.postMessage([message, workerData]));
`;

function figures() {
  global.gc?.();
  return {
    kilobytes: process.memoryUsage.rss() / 1024,
    descriptors: fs.readdirSync('/proc/self/fd').length,
    threads: fs.readdirSync('/proc/self/task').length,
  };
}

async function main() {
  let before;
  for (let i = 0; i < count; i++) {
    if (i === first) before = figures();
    const worker = new Worker(program, { eval: true, workerData: i });
    const exited = new Promise((resolve) => { worker.on('exit', resolve); });
    worker.postMessage({ number: i });
    await new Promise((resolve, reject) => {
      worker.on('message', (answer) => {
        assert.deepStrictEqual(answer, [{ number: i }, i]);
        resolve();
      }).on('error', reject);
    });
    assert.strictEqual(await exited, 0);
  }
  const after = figures();
  const grown = (after.kilobytes - before.kilobytes) / (count - first);
  console.log(`${count} workers: ${grown.toFixed(1)} kB each`);
  assert.ok(after.descriptors <= before.descriptors + 2, `${after.descriptors} descriptors`);
  assert.ok(after.threads <= before.threads + 4, `${after.threads} threads`);
  assert.ok(grown < LIMIT_KB, `${grown} kB for each worker`);
}

let done = false;
main().then(() => { done = true; });
process.on('exit', (code) => assert.ok(done || code !== 0));
