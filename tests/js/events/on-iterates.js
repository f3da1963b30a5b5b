// SPDX-License-Identifier: MIT
// events.on keeps events until they are requested, and ends at a `close` event or by a signal.
'use strict';
const assert = require('assert');
const { EventEmitter, on } = require('events');

let done = 0;
(async () => {
  const emitter = new EventEmitter();
  const iterator = on(emitter, 'x', { close: ['end'] });
  emitter.emit('x', 1, 2);
  emitter.emit('x', 3);
  emitter.emit('end');
  const values = [];
  for await (const value of iterator) values.push(value);
  assert.deepStrictEqual(values, [[1, 2], [3]]);
  assert.strictEqual(emitter.listenerCount('x'), 0);
  done++;
})();
(async () => {
  const controller = new AbortController();
  const iterator = on(new EventEmitter(), 'x', { signal: controller.signal });
  process.nextTick(() => controller.abort());
  await assert.rejects(iterator.next(), { name: 'AbortError', code: 'ABORT_ERR' });
  done++;
})();
process.on('exit', () => assert.strictEqual(done, 2));
