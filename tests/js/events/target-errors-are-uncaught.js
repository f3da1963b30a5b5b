// SPDX-License-Identifier: MIT
// An error thrown by a listener of an event target is an uncaught exception of a later tick.
'use strict';
const assert = require('assert');

const seen = [];
process.on('uncaughtException', (error) => seen.push(error.message));
const target = new EventTarget();
target.addEventListener('x', () => { throw new Error('boom'); });
target.addEventListener('x', () => seen.push('next listener'));
target.dispatchEvent(new Event('x'));
process.on('exit', () => assert.deepStrictEqual(seen, ['next listener', 'boom']));
