// SPDX-License-Identifier: MIT
// once() wraps, rawListeners() shows the wrapper, 'removeListener' names the listener itself.
'use strict';
const assert = require('assert');
const EventEmitter = require('events');

const emitter = new EventEmitter();
const removed = [];
emitter.on('removeListener', (type, listener) => removed.push([type, listener]));
function listener(...args) { return args.length; }
emitter.once('x', listener);
assert.deepStrictEqual(emitter.listeners('x'), [listener]);
const [raw] = emitter.rawListeners('x');
assert.notStrictEqual(raw, listener);
assert.strictEqual(raw.listener, listener);
emitter.emit('x', 1);
assert.deepStrictEqual(removed, [['x', listener]]);
assert.strictEqual(emitter.listenerCount('x'), 0);
assert.deepStrictEqual(emitter.eventNames(), ['removeListener']);
