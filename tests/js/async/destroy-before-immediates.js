// SPDX-License-Identifier: MIT
// Hooks get 'destroy' before the immediates of the next check phase, even those that were set
// before.
'use strict';
const assert = require('assert');
const { AsyncResource, createHook } = require('async_hooks');

const seen = [];
const names = new Map();
createHook({ destroy(id) { if (names.has(id)) seen.push(`destroy ${names.get(id)}`); } }).enable();

function resource(name) {
  const made = new AsyncResource('TEST', { requireManualDestroy: true });
  names.set(made.asyncId(), name);
  return made;
}

const [a, b, c] = ['a', 'b', 'c'].map(resource);
setImmediate(() => {
  seen.push('first');
  setImmediate(() => seen.push('third'));
  b.emitDestroy();
});
setImmediate(() => {
  seen.push('second');
  c.emitDestroy();
});
a.emitDestroy();
process.on('exit', () => {
  assert.deepStrictEqual(seen,
    ['destroy a', 'first', 'second', 'destroy b', 'destroy c', 'third']);
});
