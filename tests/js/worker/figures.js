// SPDX-License-Identifier: MIT
// What a worker reports about itself: its name, its CPU time (also while it computes), its heap.
'use strict';
const assert = require('assert');
const { Worker, isInternalThread, isMainThread, parentPort, threadName } =
  require('worker_threads');

if (process.versions.javascriptcore === undefined && process.threadCpuUsage === undefined) {
  process.exit(77); // they exist since Node 24
}
if (!isMainThread) {
  parentPort.postMessage(threadName);
  parentPort.once('message', () => { for (;;); });
  return;
}

async function main() {
  assert.deepStrictEqual([threadName, isInternalThread], ['', false]);
  const worker = new Worker(__filename, { name: 'counts' });
  assert.strictEqual(worker.threadName, 'counts');
  assert.strictEqual(await new Promise((resolve) => { worker.once('message', resolve); }),
    'counts');
  const { used_heap_size: size, total_heap_size: total } = await worker.getHeapStatistics();
  assert.ok(size > 1e3 && size <= total, `${size} of ${total}`);
  const before = await worker.cpuUsage();
  const own = process.threadCpuUsage();
  worker.postMessage('compute');
  let passed;
  do {
    await new Promise((resolve) => { setTimeout(resolve, 10); });
    passed = await worker.cpuUsage(before);
  } while (passed.user + passed.system < 100000);
  const mine = process.threadCpuUsage(own);
  assert.ok(mine.user + mine.system < passed.user + passed.system);
  await assert.rejects(worker.cpuUsage('x'), { code: 'ERR_INVALID_ARG_TYPE' });
  await assert.rejects(worker.cpuUsage({ user: -1, system: 1 }), { code: 'ERR_INVALID_ARG_VALUE' });
  const asked = assert.rejects(worker.getHeapStatistics(), { code: 'ERR_WORKER_NOT_RUNNING' });
  await worker.terminate();
  await asked;
  assert.strictEqual(worker.threadName, null);
  await assert.rejects(worker.cpuUsage(), { code: 'ERR_WORKER_NOT_RUNNING' });
  await assert.rejects(worker.getHeapStatistics(), { code: 'ERR_WORKER_NOT_RUNNING' });
}

let done = false;
main().then(() => { done = true; });
process.on('exit', (code) => assert.ok(done || code !== 0));
