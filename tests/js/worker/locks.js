// SPDX-License-Identifier: MIT
// worker_threads.locks, as in Node 24.5 and later: one exclusive holder at a time over all threads,
// several shared ones, ifAvailable, steal, signal, query, and threads that end while they hold a
// lock.
'use strict';
const assert = require('assert');
const { Worker, isMainThread, locks, parentPort, workerData } = require('worker_threads');

if (process.versions.javascriptcore === undefined && locks === undefined) process.exit(77);

const pause = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

if (!isMainThread) {
  if (workerData.hold) {
    locks.request('held', () => {
      parentPort.postMessage('has it');
      return new Promise(() => {});
    });
    parentPort.on('message', () => process.exit());
    return;
  }
  const cell = new Int32Array(workerData.memory);
  (async () => {
    for (let i = 0; i < workerData.times; i++) {
      await locks.request('cell', async (lock) => {
        assert.deepStrictEqual([lock.name, lock.mode], ['cell', 'exclusive']);
        const value = cell[0]; // not atomic: the lock must protect it
        await pause(i % 3 === 0 ? 1 : 0);
        cell[0] = value + 1;
      });
    }
  })();
  return;
}

async function rules() {
  const order = [];
  const first = locks.request('a', async (lock) => {
    order.push('first');
    assert.strictEqual(Object.prototype.toString.call(lock), '[object Lock]');
    assert.strictEqual(await locks.request('a', { ifAvailable: true }, (none) => none), null);
    await pause(5);
    const { held, pending } = await locks.query();
    assert.deepStrictEqual(held.map(({ name, mode }) => [name, mode]), [['a', 'exclusive']]);
    assert.deepStrictEqual(pending.map(({ mode }) => mode), ['shared', 'shared', 'exclusive']);
    assert.match(held[0].clientId, /\d-0$/);
    return 'result';
  });
  order.push('asked');
  const both = [1, 2].map((n) => locks.request('a', { mode: 'shared' }, async () => {
    order.push(`shared ${n}`);
    await pause(5);
    order.push(`end ${n}`);
  }));
  const last = locks.request('a', () => { order.push('last'); });
  assert.strictEqual(await first, 'result');
  await Promise.all([...both, last]);
  assert.deepStrictEqual(order,
    ['asked', 'first', 'shared 1', 'shared 2', 'end 1', 'end 2', 'last']);
  await assert.rejects(locks.request('a', () => { throw new Error('mine'); }), { message: 'mine' });
  assert.deepStrictEqual(await locks.query(), { held: [], pending: [] });
}

async function steals() {
  let stolen;
  const begun = new Promise((begin) => {
    stolen = locks.request('b', () => { begin(); return pause(20); });
  });
  await begun;
  const rejected = assert.rejects(stolen, { name: 'AbortError' });
  assert.strictEqual(await locks.request('b', { steal: true }, () => 'taken'), 'taken');
  await rejected;
}

async function aborts() {
  const controller = new AbortController();
  const { signal } = controller;
  await locks.request('c', async () => {
    const waits = locks.request('c', { signal }, () => assert.fail('it was called'));
    setTimeout(() => controller.abort(), 2);
    await assert.rejects(waits, { name: 'AbortError' });
    await assert.rejects(locks.request('d', { signal }, () => {}), { name: 'AbortError' });
  });
}

async function refuses() {
  const refused = { name: 'NotSupportedError' };
  for (const options of [{ steal: true, ifAvailable: true }, { steal: true, mode: 'shared' },
    { signal: new AbortController().signal, steal: true }]) {
    await assert.rejects(locks.request('e', options, () => {}), refused);
  }
  await assert.rejects(locks.request('-e', () => {}), refused);
  await assert.rejects(locks.request('e'), TypeError);
  await assert.rejects(locks.request('e', 5), TypeError);
  await assert.rejects(locks.request('e', { mode: 'x' }, () => {}), TypeError);
  assert.throws(() => new locks.constructor(), { code: 'ERR_ILLEGAL_CONSTRUCTOR' });
}

async function threads() {
  const memory = new SharedArrayBuffer(4);
  const workers = Array.from({ length: 4 }, () =>
    new Worker(__filename, { workerData: { memory, times: 25 } }));
  await Promise.all(workers.map((worker) => new Promise((resolve, reject) => {
    worker.on('exit', resolve).on('error', reject);
  })));
  assert.strictEqual(new Int32Array(memory)[0], 100);
  const holder = new Worker(__filename, { workerData: { hold: true } });
  await new Promise((resolve) => { holder.on('message', resolve); });
  const next = locks.request('held', () => 'mine now'); // waits for a thread, which ends
  holder.postMessage('end');
  assert.strictEqual(await next, 'mine now');
}

async function main() {
  await rules();
  await steals();
  await aborts();
  await refuses();
  await threads();
}

let done = false;
main().then(() => { done = true; });
process.on('exit', (code) => assert.ok(done || code !== 0));
