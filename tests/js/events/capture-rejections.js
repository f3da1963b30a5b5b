// SPDX-License-Identifier: MIT
// With captureRejections, the rejection of an async listener is an 'error' of the emitter.
'use strict';
const assert = require('assert');
const EventEmitter = require('events');

const emitter = new EventEmitter({ captureRejections: true });
const error = new Error('rejected');
let seen;
emitter.on('x', async () => { throw error; });
emitter.on('error', (one) => { seen = one; });
emitter.emit('x');
process.on('exit', () => assert.strictEqual(seen, error));
