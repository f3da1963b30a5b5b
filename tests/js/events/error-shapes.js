// SPDX-License-Identifier: MIT
// 'error' without a listener throws the error itself, or ERR_UNHANDLED_ERROR with its context.
'use strict';
const assert = require('assert');
const EventEmitter = require('events');

const emitter = new EventEmitter();
const error = new TypeError('mine');
assert.throws(() => emitter.emit('error', error), (thrown) => thrown === error);
assert.throws(() => emitter.emit('error', { a: 1 }), {
  name: 'Error', code: 'ERR_UNHANDLED_ERROR', message: 'Unhandled error. ({ a: 1 })',
  context: { a: 1 },
});
let monitored = 0;
emitter.on(EventEmitter.errorMonitor, () => { monitored++; });
assert.throws(() => emitter.emit('error', error), (thrown) => thrown === error);
assert.strictEqual(monitored, 1);
