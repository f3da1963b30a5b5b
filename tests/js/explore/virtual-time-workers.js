// SPDX-License-Identifier: MIT
// Threads share the virtual clock: it moves when all of them wait, also in Atomics.wait.
'use strict';
const assert = require('assert');
const { spawnSync } = require('child_process');
const { Worker, isMainThread, parentPort, workerData } = require('worker_threads');

if (isMainThread && process.argv[2] !== 'inside') {
  const { status, stdout, stderr } = spawnSync(process.execPath,
    ['--virtual-time', __filename, 'inside']);
  assert.strictEqual(status, 0, `${stderr}`);
  assert.deepStrictEqual(JSON.parse(`${stdout}`),
    [['timer', 5000], ['timed-out', 8000], ['woken', 18000], ['exit', 18, 18000]]);
} else if (isMainThread) {
  const start = Date.now();
  const shared = new Int32Array(new SharedArrayBuffer(4));
  const seen = [];
  let seconds = 0;
  const worker = new Worker(__filename, { workerData: { shared, start }, argv: ['inside'] });
  const timer = setInterval(() => {
    if (++seconds !== 18) return;
    Atomics.store(shared, 0, 1);
    Atomics.notify(shared, 0);
  }, 1000);
  worker.on('message', (message) => seen.push(message));
  worker.on('exit', () => {
    clearInterval(timer);
    seen.push(['exit', seconds, Date.now() - start]);
    console.log(JSON.stringify(seen));
  });
} else {
  const { shared, start } = workerData;
  setTimeout(() => {
    parentPort.postMessage(['timer', Date.now() - start]);
    const how = Atomics.wait(shared, 0, 0, 3000);
    parentPort.postMessage([how, Date.now() - start]);
    Atomics.wait(shared, 0, 0);
    parentPort.postMessage(['woken', Date.now() - start]);
  }, 5000);
}
