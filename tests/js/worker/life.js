// SPDX-License-Identifier: MIT
// A worker begins, sends messages, and ends: by itself, by process.exit(), by an error, by
// terminate(), whatever it does at that moment.
'use strict';
const assert = require('assert');
const { once } = require('events');
const { Worker, isMainThread, threadId } = require('worker_threads');

assert.strictEqual(isMainThread, true);
assert.strictEqual(threadId, 0);

async function ends(text, options = {}) {
  const seen = [];
  const worker = new Worker(text, { eval: true, ...options });
  worker.on('online', () => seen.push('online'));
  worker.on('message', (message) => seen.push(message));
  worker.on('error', (error) => seen.push(`${error.name}: ${error.message}`));
  const code = await new Promise((resolve) => worker.on('exit', resolve));
  assert.strictEqual(worker.threadId, -1);
  return [...seen, code];
}

const port = "const { parentPort: port } = require('worker_threads');";

async function terminated(text) {
  const worker = new Worker(`${port} port.postMessage('here'); ${text}`, { eval: true });
  await once(worker, 'message');
  assert.strictEqual(await worker.terminate(), 1, text);
}

(async () => {
  assert.deepStrictEqual(await ends(`${port} port.postMessage({ a: [1n, new Map([[1, 2]])] })`),
    ['online', { a: [1n, new Map([[1, 2]])] }, 0]);
  assert.deepStrictEqual(await ends('process.exitCode = 3'), ['online', 3]);
  assert.deepStrictEqual(
    await ends(`${port} process.on('exit', (code) => port.postMessage(code)); process.exit(5);
      port.postMessage('never')`), ['online', 5, 5]);
  assert.deepStrictEqual(await ends('throw new TypeError("no")'), ['online', 'TypeError: no', 1]);
  assert.deepStrictEqual(await ends('Promise.reject(new RangeError("no"))'),
    ['online', 'RangeError: no', 1]);
  assert.deepStrictEqual(await ends('(function f() { f(); })()'),
    ['online', 'RangeError: Maximum call stack size exceeded', 1]);
  for (const text of [
    'for (;;);',
    'for (;;) try { for (;;); } catch {} finally {}',
    '(async () => { for (;;) await 0; })()',
    '(function f() { process.nextTick(f); })()',
    '(function f() { setImmediate(f); })()',
    'setInterval(() => { for (;;); }, 1)',
    'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)',
    'require("net").createServer().listen(0)',
    'new (require("worker_threads").Worker)("for (;;);", { eval: true })',
  ]) {
    await terminated(text);
  }
  const early = new Worker('for (;;);', { eval: true });
  assert.strictEqual(await early.terminate(), 0); // its program has not begun
  assert.strictEqual(await early.terminate(), undefined);
})();
