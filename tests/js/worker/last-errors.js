// SPDX-License-Identifier: MIT
// How a worker ends with an uncaught error. An error of its program, or of a listener of its port,
// is thrown from a tick, after the ticks already queued. An error of a queueMicrotask function lets
// the other microtasks run first. The parent is notified after the event 'exit', whose listeners
// may end the worker without an error. Node 20 and 26 print the same.
'use strict';
const assert = require('assert');
const { Worker } = require('worker_threads');

const CASES = [
  [`process.on('exit', (c) => { p.postMessage('exiting ' + c); process.exit(0); });
    throw new Error('x');`,
    ['exiting 1'], [], 0],
  [`process.on('exit', (c) => { p.postMessage('exiting ' + c); }); throw new Error('x');`,
    ['exiting 1'], ['x'], 1],
  [`process.on('exit', (c) => { p.postMessage('exiting ' + c); process.exitCode = 7; });
    throw new Error('x');`,
    ['exiting 1'], ['x'], 7],
  [`process.on('exit', (c) => { p.postMessage('exiting ' + c); process.exit(); });
    process.nextTick(() => {throw new Error('x')});`,
    ['exiting 1'], [], 1],
  [`p.on('message', () => { process.nextTick(() => { throw new Error('x'); });
    p.close(); }); process.on('exit', (c) => { process.exit(0); });`,
    [], [], 0],
  [`queueMicrotask(() => { throw new Error('5'); }); Promise.resolve().then(() =>
    p.postMessage('8')); Promise.resolve().then(() => p.postMessage('9'));`,
    ['8', '9'], ['5'], 1],
  [`Promise.resolve().then(() => { p.postMessage('7') }); queueMicrotask(() => { throw
    new Error('5'); }); queueMicrotask(() => p.postMessage('8')); queueMicrotask(() =>
    p.postMessage('9')); process.nextTick(() => p.postMessage('10'));`,
    ['10', '7', '8', '9'], ['5'], 1],
  [`process.nextTick(() => p.postMessage('8')); Promise.resolve().then(() =>
    p.postMessage('9')); throw new Error('5');`,
    ['8'], ['5'], 1],
  [`process.nextTick(() => { throw new Error('5'); }); process.nextTick(() =>
    p.postMessage('8')); Promise.resolve().then(() => p.postMessage('9'));`,
    [], ['5'], 1],
  [`setImmediate(() => { throw new Error('5'); }); setImmediate(() =>
    p.postMessage('8'));`,
    [], ['5'], 1],
  [`setImmediate(() => { Promise.resolve().then(() => p.postMessage('9')); throw new
    Error('5'); }); setImmediate(() => p.postMessage('8'));`,
    [], ['5'], 1],
  [`setTimeout(() => { Promise.resolve().then(() => p.postMessage('9'));
    process.nextTick(() => p.postMessage('t'));throw new Error('5'); }, 1);
    setTimeout(() => p.postMessage('8'), 1);`,
    [], ['5'], 1],
  [`queueMicrotask(() => process.exit(3)); Promise.resolve().then(() =>
    p.postMessage('8')); Promise.resolve().then(() => p.postMessage('9'));`,
    [], [], 3],
  [`Promise.resolve().then(() => process.exit(3)); Promise.resolve().then(() =>
    p.postMessage('8')); Promise.resolve().then(() => p.postMessage('9'));`,
    [], [], 3],
  [`Promise.reject(new Error('r')); Promise.resolve().then(() => p.postMessage('8'));
    process.nextTick(() => p.postMessage('t')); setImmediate(() => p.postMessage('i'));`,
    ['t', '8'], ['r'], 1],
  [`queueMicrotask(() => { throw new Error('5'); }); queueMicrotask(() => { for (let i =
    0; i < 10000; i++); p.postMessage('8'); });queueMicrotask(() => { function f() {
    return 1 }; f(); p.postMessage('9'); });`,
    ['8', '9'], ['5'], 1],
  [`process.nextTick(() => p.postMessage('8')); process.nextTick(() =>
    p.postMessage('9')); throw new Error('5');`,
    ['8', '9'], ['5'], 1],
  [`process.nextTick(() => { p.postMessage('8'); process.nextTick(() =>
    p.postMessage('9')); }); throw new Error('5');`,
    ['8'], ['5'], 1],
  [`process.nextTick(() => { p.postMessage('8'); Promise.resolve().then(() =>
    p.postMessage('9')); }); throw new Error('5');`,
    ['8'], ['5'], 1],
  [`setImmediate(() => p.postMessage('8')); throw new Error('5');`,
    [], ['5'], 1],
  [`process.nextTick(() => { p.postMessage('8'); process.exit(6); }); throw new
    Error('5');`,
    ['8'], [], 6],
  [`Promise.resolve().then(() => p.postMessage('8')); throw new Error('5');`,
    [], ['5'], 1],
  [`process.on('exit', () => process.nextTick(() => p.postMessage('x'))); throw new
    Error('5');`,
    [], ['5'], 1],
  [`process.nextTick(() => { p.postMessage('8'); for (let i = 0; i < 1000000; i++);
    p.postMessage('9'); }); throw new Error('5');`,
    ['8', '9'], ['5'], 1],
  [`process.nextTick(() => { function f(x) { return x + 1 }; p.postMessage('8'); f(1);
    p.postMessage('9'); }); throw new Error('5');`,
    ['8', '9'], ['5'], 1],
  [`p.on('message', () => { process.nextTick(() => p.postMessage('8')); throw new
    Error('5'); });`,
    ['8'], ['5'], 1],
  [`p.on('message', () => { Promise.resolve().then(() => p.postMessage('8')); throw new
    Error('5'); });`,
    [], ['5'], 1],
  [`require('fs').stat('.', () => { process.nextTick(() => p.postMessage('8'));
    Promise.resolve().then(() => p.postMessage('9')); throw new Error('5'); });`,
    [], ['5'], 1],
  [`setImmediate(() => { queueMicrotask(() => { throw new Error('5'); });
    queueMicrotask(() => p.postMessage('8')); process.nextTick(() =>
    p.postMessage('9')); }); setImmediate(() => p.postMessage('10'));`,
    ['9', '8', '10'], ['5'], 1],
  [`setImmediate(() => { queueMicrotask(() => { process.nextTick(() =>
    p.postMessage('9')); throw new Error('5'); }); queueMicrotask(() => {
    p.postMessage('8'); process.nextTick(() => p.postMessage('7')); }); });`,
    ['8'], ['5'], 1],
  [`queueMicrotask(() => { throw new Error('5'); }); queueMicrotask(() => { throw new
    Error('6'); }); queueMicrotask(() => { p.postMessage('8'); });`,
    ['8'], ['5'], 1],
  [`queueMicrotask(() => { throw new Error('5'); }); (async () => { await 1;
    p.postMessage('8'); await 1; p.postMessage('9'); await new Promise((r) =>
    setImmediate(r)); p.postMessage('10'); })()`,
    ['8', '9'], ['5'], 1],
  [`process.on('exit', () => { queueMicrotask(() => p.postMessage('8')); });
    queueMicrotask(() => { throw new Error('5'); });`,
    ['8'], ['5'], 1],
  [`queueMicrotask(() => { throw new Error('5'); }); queueMicrotask(() => {
    process.exitCode = 8; });`,
    [], ['5'], 1],
  [`queueMicrotask(() => { throw new Error('5'); }); queueMicrotask(() => {
    Promise.reject(new Error('6')); });`,
    [], ['5'], 1],
  [`process.on('uncaughtException', () => { p.postMessage('u'); throw new Error('y');
    }); queueMicrotask(() => { throw new Error('5'); }); queueMicrotask(() => {
    p.postMessage('8'); });`,
    ['u', '8'], ['y'], 1],
  [`new (require('async_hooks').AsyncResource)('x').runInAsyncScope(() => {
    process.nextTick(() => p.postMessage('8')); throw new Error('5'); });`,
    ['8'], ['5'], 1],
];

async function run([program, ...wanted]) {
  const messages = [];
  const errors = [];
  const line = program.replace(/\s+/g, ' ');
  const text = `const p = require('worker_threads').parentPort; ${line}`;
  const worker = new Worker(text, { eval: true });
  worker.postMessage('go');
  worker.on('message', (message) => messages.push(message));
  worker.on('error', (error) => errors.push(error.message));
  const code = await new Promise((resolve) => { worker.on('exit', resolve); });
  assert.deepStrictEqual([messages, errors, code], wanted, program);
}

(async () => {
  for (const one of CASES) await run(one);
})();
