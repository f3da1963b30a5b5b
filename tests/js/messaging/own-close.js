// SPDX-License-Identifier: MIT
// A port that closes itself delivers no more messages, except those that it is delivering; they can
// still be read with receiveMessageOnPort. If the other end closes, all earlier ones are delivered.
'use strict';
const assert = require('assert');
const { MessageChannel, receiveMessageOnPort } = require('worker_threads');

const kinds = {
  'at once': [(two) => two.close(), 'close'],
  'by the other end': [(two, one) => one.close(), '1 2 close'],
  'in a tick': [(two) => process.nextTick(() => two.close()), 'close'],
  'in a microtask': [(two) => queueMicrotask(() => two.close()), 'close'],
  'in an immediate': [(two) => setImmediate(() => two.close()), '1 2 close'],
  'while it gives out': [(two) => two.once('message', () => two.close()), '1 2 close'],
  'and one is taken': [(two, one, log) => {
    two.close();
    log.push(`taken ${receiveMessageOnPort(two).message}`);
  }, 'taken 1 close'],
};

for (const [name, [close, expected]] of Object.entries(kinds)) {
  const { port1, port2 } = new MessageChannel();
  const log = [];
  port2.on('message', (message) => log.push(message));
  port2.on('close', () => log.push('close'));
  port1.postMessage(1);
  port1.postMessage(2);
  close(port2, port1, log);
  process.on('exit', () => assert.strictEqual(log.join(' '), expected, name));
}
