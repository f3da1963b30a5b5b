// SPDX-License-Identifier: MIT
// postMessageToThread: to any thread and back, with transfer; and every way in which it fails.
'use strict';
const assert = require('assert');
const { Worker, isMainThread, parentPort, postMessageToThread, threadId, workerData } =
  require('worker_threads');

if (!isMainThread) {
  if (workerData !== 'silent') {
    process.on('workerMessage', (value, source) => {
      if (value === 'throw') throw new Error('thrown');
      if (value.to === undefined) return;
      const bytes = new Uint8Array([1, 2, 3]);
      postMessageToThread(value.to, { from: threadId, source, bytes }, [bytes.buffer]);
      assert.strictEqual(bytes.length, 0);
    });
    parentPort.postMessage('ready');
  }
  parentPort.on('message', () => parentPort.close());
  return;
}

const failed = (code) => ({ name: 'Error', code: `ERR_WORKER_MESSAGING_${code}` });

async function main() {
  const got = [];
  process.on('workerMessage', (...args) => got.push(args));
  await assert.rejects(postMessageToThread(threadId, 1), failed('SAME_THREAD'));
  await assert.rejects(postMessageToThread(999, 1), failed('FAILED'));
  await assert.rejects(postMessageToThread('x', 1), failed('FAILED'));
  await assert.rejects(postMessageToThread(999, 1, [], 'x'), { code: 'ERR_INVALID_ARG_TYPE' });
  await assert.rejects(postMessageToThread(999, 1, -1), { code: 'ERR_OUT_OF_RANGE' });
  const [worker, other] = [new Worker(__filename), new Worker(__filename)];
  const ready = [worker, other].map((one) => new Promise((resolve) => {
    one.once('message', resolve);
  }));
  // It waits until the thread looks; at first nobody listens.
  await postMessageToThread(worker.threadId, { early: true });
  await Promise.all(ready);
  await postMessageToThread(worker.threadId, { to: 0 });
  await postMessageToThread(other.threadId, { to: worker.threadId });
  await assert.rejects(postMessageToThread(worker.threadId, 'throw'), failed('ERRORED'));
  await assert.rejects(postMessageToThread(worker.threadId, () => {}),
    { name: 'DataCloneError' });
  while (got.length < 1) await new Promise(setImmediate);
  assert.deepStrictEqual(got,
    [[{ from: worker.threadId, source: 0, bytes: new Uint8Array([1, 2, 3]) }, worker.threadId]]);
  const silent = new Worker(__filename, { workerData: 'silent' });
  await assert.rejects(postMessageToThread(silent.threadId, 1), failed('FAILED'));
  const busy = new Worker('for (;;);', { eval: true });
  await assert.rejects(postMessageToThread(busy.threadId, 1, 20), failed('TIMEOUT'));
  const { threadId: gone } = busy;
  await busy.terminate();
  await assert.rejects(postMessageToThread(gone, 1), failed('FAILED'));
  for (const one of [worker, other, silent]) one.postMessage('end');
}

let done = false;
main().then(() => { done = true; });
process.on('exit', (code) => assert.ok(done || code !== 0));
