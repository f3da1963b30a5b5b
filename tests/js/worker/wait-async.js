// SPDX-License-Identifier: MIT
// Atomics.waitAsync: woken from other threads and from its own, in the order of waiting, as many as
// notify requests; with timeouts; not for another value. Blocked threads are woken, too. A thread
// that has ended does not count.
'use strict';
const assert = require('assert');
const { Worker } = require('worker_threads');

const words = new Int32Array(new SharedArrayBuffer(32));
const wide = new BigInt64Array(words.buffer);

async function main() {
  assert.deepStrictEqual(Atomics.waitAsync(words, 0, 1), { async: false, value: 'not-equal' });
  assert.deepStrictEqual(Atomics.waitAsync(words, 0, 0, 0), { async: false, value: 'timed-out' });
  assert.throws(() => Atomics.waitAsync([], 0, 0), TypeError);
  assert.throws(() => Atomics.waitAsync(new Int32Array(2), 0, 0),
    { name: 'TypeError', message: '[object Int32Array] is not a shared typed array.' });
  assert.throws(() => Atomics.waitAsync(words, 8, 0), RangeError);

  const order = [];
  const all = [0, 1, 2].map((number) => {
    const { async, value } = Atomics.waitAsync(words, 0, 0);
    assert.strictEqual(async, true);
    return value.then((how) => order.push(`${number} ${how}`));
  });
  const late = Atomics.waitAsync(wide, 2, 0n, 30);
  const keep = setInterval(() => {}, 1000); // a waiter does not keep the program alive
  assert.strictEqual(Atomics.notify(words, 1), 0);
  assert.strictEqual(Atomics.notify(words, 0, 2), 2);
  await Promise.all(all.slice(0, 2));
  assert.deepStrictEqual(order, ['0 ok', '1 ok']);
  assert.strictEqual(await late.value, 'timed-out');
  assert.strictEqual(Atomics.notify(wide, 2), 0);

  const worker = new Worker(`
    const { parentPort, workerData: words } = require('worker_threads');
    Atomics.waitAsync(words, 0, 0); // as long as this thread lives
    Atomics.waitAsync(words, 4, 0).value.then((how) => parentPort.postMessage(how));
    parentPort.postMessage('waits');
    parentPort.once('message', () => parentPort.postMessage(Atomics.wait(words, 5, 0)));
  `, { eval: true, workerData: words });
  const next = () => new Promise((resolve) => { worker.once('message', resolve); });
  assert.strictEqual(await next(), 'waits');
  assert.strictEqual(Atomics.notify(words, 4), 1);
  assert.strictEqual(await next(), 'ok');
  worker.postMessage('block');
  while (Atomics.notify(words, 5) === 0) await new Promise(setImmediate);
  assert.strictEqual(await next(), 'ok');
  await worker.terminate();
  assert.strictEqual(Atomics.notify(words, 0), 1); // the third one above
  await all[2];
  clearInterval(keep);
}

let done = false;
main().then(() => { done = true; });
process.on('exit', (code) => assert.ok(done || code !== 0));
