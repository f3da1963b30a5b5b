// SPDX-License-Identifier: MIT
// Resolving or rejecting a promise again emits 'multipleResolves', in a tick.
'use strict';
const assert = require('assert');

const seen = [];
const note = (type, promise, value) => seen.push([type, promise, value]);
process.on('multipleResolves', note);

const promise = new Promise((resolve, reject) => {
  resolve(1);
  resolve(2);
  reject(3);
});
assert(promise instanceof Promise);
assert.strictEqual(seen.length, 0);
setImmediate(() => {
  assert.deepStrictEqual(seen, [['resolve', promise, 2], ['reject', promise, 3]]);
  process.off('multipleResolves', note);
  new Promise((resolve) => { resolve(); resolve(); });
  setImmediate(() => assert.strictEqual(seen.length, 2));
});
