// SPDX-License-Identifier: MIT
// Listeners that are added or removed while an event is emitted change nothing for that event.
'use strict';
const assert = require('assert');
const EventEmitter = require('events');

const emitter = new EventEmitter();
const seen = [];
function second() { seen.push('second'); }
emitter.on('x', () => {
  seen.push('first');
  emitter.removeListener('x', second);
  emitter.on('x', () => seen.push('late'));
});
emitter.on('x', second);
assert.strictEqual(emitter.emit('x'), true);
assert.deepStrictEqual(seen, ['first', 'second']);
assert.strictEqual(emitter.emit('nobody'), false);
