// SPDX-License-Identifier: MIT
// Messages arrive in the poll phase, in order, with ticks and microtasks between them; close comes
// after them at both ends.
'use strict';
const assert = require('assert');

const { port1, port2 } = new MessageChannel();
const seen = [];
port2.on('message', (message) => {
  seen.push(message);
  process.nextTick(() => seen.push(`tick ${message}`));
  Promise.resolve().then(() => seen.push(`micro ${message}`));
  if (message === 2) port1.close();
});
port1.on('close', () => seen.push('close 1'));
port2.on('close', () => seen.push('close 2'));
port1.postMessage(1);
port1.postMessage(2);
process.nextTick(() => seen.push('tick'));
process.on('exit', () => assert.deepStrictEqual(seen, ['tick', 1, 'tick 1', 'micro 1', 2,
  'tick 2', 'micro 2', 'close 1', 'close 2']));
