// SPDX-License-Identifier: MIT
// A shared WebAssembly.Memory can be sent to workers: modules on all threads work on the same
// memory, with atomics, and see it grow. One that is not shared cannot be sent.
'use strict';
const assert = require('node:assert');
const { once } = require('node:events');
const { Worker, isMainThread, parentPort, workerData } = require('node:worker_threads');

const ADDS = 20_000;
const PAGE = 65536;
// (import "m" "m" (memory 1 4 shared)): add() increments the word at 0 atomically and returns what
// it was; get(at) reads a word.
const bytes = Uint8Array.of(
  0, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
  1, 10, 2, 0x60, 0, 1, 0x7f, 0x60, 1, 0x7f, 1, 0x7f,
  2, 9, 1, 1, 0x6d, 1, 0x6d, 2, 3, 1, 4,
  3, 3, 2, 0, 1,
  7, 13, 2, 3, 0x61, 0x64, 0x64, 0, 0, 3, 0x67, 0x65, 0x74, 0, 1,
  10, 20, 2, 10, 0, 0x41, 0, 0x41, 1, 0xfe, 0x1e, 2, 0, 0x0b, 7, 0, 0x20, 0, 0x28, 2, 0, 0x0b,
);

const instanceOf = (memory) => (
  new WebAssembly.Instance(new WebAssembly.Module(bytes), { m: { m: memory } }).exports);

function inWorker() {
  const { memory, pair: [first, second], buffer } = workerData;
  assert.ok(memory instanceof WebAssembly.Memory);
  assert.strictEqual(first, memory);
  assert.strictEqual(second, memory);
  assert.strictEqual(buffer.byteLength, PAGE);
  const { add, get } = instanceOf(memory);
  for (let i = 0; i < ADDS; i++) add();
  parentPort.postMessage('added');
  parentPort.once('message', (grown) => { // the same memory, sent once more
    assert.strictEqual(memory.buffer.byteLength, 2 * PAGE);
    assert.strictEqual(grown.buffer.byteLength, 2 * PAGE);
    assert.strictEqual(get(PAGE), 4711);
    assert.strictEqual(memory.grow(1), 2);
    new Int32Array(memory.buffer)[2 * PAGE / 4] = 815;
    assert.throws(() => memory.grow(2), RangeError);
    parentPort.postMessage(memory);
  });
}

async function main() {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 4, shared: true });
  const { add, get } = instanceOf(memory);
  const worker = new Worker(__filename, {
    workerData: { memory, pair: [memory, memory], buffer: memory.buffer },
  });
  for (let i = 0; i < ADDS; i++) add();
  assert.deepStrictEqual(await once(worker, 'message'), ['added']);
  assert.strictEqual(get(0), 2 * ADDS);

  assert.strictEqual(memory.grow(1), 1);
  new Int32Array(memory.buffer)[PAGE / 4] = 4711;
  worker.postMessage(memory);
  const [back] = await once(worker, 'message');
  assert.ok(back instanceof WebAssembly.Memory);
  assert.strictEqual(memory.buffer.byteLength, 3 * PAGE);
  assert.strictEqual(back.buffer.byteLength, 3 * PAGE);
  assert.strictEqual(get(2 * PAGE), 815);
  assert.strictEqual(instanceOf(back).get(2 * PAGE), 815);

  const clone = structuredClone({ memory }).memory;
  new Int32Array(clone.buffer)[1] = 99;
  assert.strictEqual(new Int32Array(memory.buffer)[1], 99);
  assert.throws(() => structuredClone(new WebAssembly.Memory({ initial: 1 })), {
    name: 'DataCloneError', message: '#<Memory> could not be cloned.',
  });
  for (const other of [new WebAssembly.Table({ initial: 1, element: 'anyfunc' }),
    new WebAssembly.Global({ value: 'i32' }, 1),
    new WebAssembly.Instance(new WebAssembly.Module(bytes), { m: { m: memory } })]) {
    assert.throws(() => structuredClone(other), { name: 'DataCloneError' });
  }
  // What only inherits from one is a plain object.
  for (const parent of [memory, new WebAssembly.Module(bytes)]) {
    assert.deepStrictEqual(structuredClone(Object.create(parent, {
      own: { value: 1, enumerable: true },
    })), { own: 1 });
  }
}

if (isMainThread) main();
else inWorker();
