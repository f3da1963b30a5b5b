// SPDX-License-Identifier: MIT
// All output of a worker that ends itself, or dies of an error, is read, also what waited behind an
// earlier write. The parent's request for more comes right after the worker's program.
'use strict';
const assert = require('assert');
const { Worker, isMainThread, parentPort, workerData } = require('worker_threads');

const write = (text) => process.stdout.write(`${text}\n`);
const kinds = {
  'at once': [() => { write('a'); console.log('b'); process.exit(0); }, 'a b'],
  'in a tick': [() => { write('a'); process.nextTick(() => { write('b'); process.exit(2); }); },
    'a b'],
  'in a microtask': [() => { write('a'); queueMicrotask(() => { write('b'); process.exit(2); }); },
    'a b'],
  'not reached': [() => {
    write('a');
    queueMicrotask(() => write('b'));
    process.nextTick(() => process.exit(2));
  }, 'a'],
  'by an error': [() => { write('a'); write('b'); throw new Error('c'); }, 'a b'],
  'by a rejection': [() => { write('a'); write('b'); Promise.reject(new Error('c')); }, 'a b'],
  'in the handler of exit': [() => {
    process.on('exit', () => write('b'));
    write('a');
    process.exit();
  }, 'a b'],
  'callbacks before listeners': [() => {
    const tell = (text) => () => parentPort.postMessage(text);
    process.on('exit', tell('listener'));
    process.nextTick(() => {
      process.stdout.write('a\n', tell('first'));
      process.stdout.write('b\n', tell('second'));
      process.exit();
    });
  }, 'a b first listener'],
  'exit in a callback': [() => {
    process.on('exit', () => parentPort.postMessage('listener'));
    process.stdout.write('a\n', () => process.exit(5));
    process.exit(4);
  }, 'a'],
  'no listeners': [() => {
    process.stdout.write('a\n', () => parentPort.postMessage('written'));
    parentPort.postMessage(process.listenerCount('exit'));
    process.removeAllListeners('exit');
    process.exit();
  }, 'a 1'],
  'a callback before timers': [() => {
    setTimeout(() => parentPort.postMessage('timer'), 1);
    queueMicrotask(() => process.stdout.write('a\n', () => parentPort.postMessage('written')));
  }, 'a written timer'],
};

if (!isMainThread) {
  kinds[workerData][0]();
} else {
  (async () => {
    for (const [name, [, expected]] of Object.entries(kinds)) { // one by one: each takes its time
      const worker = new Worker(__filename, { workerData: name, stdout: true });
      let text = '';
      const messages = [];
      worker.stdout.on('data', (data) => { text += data; });
      worker.on('message', (message) => messages.push(message));
      worker.on('error', (error) => assert.strictEqual(error.message, 'c'));
      await new Promise((resolve) => worker.stdout.on('end', resolve));
      assert.strictEqual([...text.trim().split('\n'), ...messages].join(' '), expected, name);
    }
  })();
}
