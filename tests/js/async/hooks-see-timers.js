// SPDX-License-Identifier: MIT
// A hook sees the life of a timer, in order.
'use strict';
const assert = require('assert');
const { createHook } = require('async_hooks');

const seen = [];
let id;
const hook = createHook({
  init(asyncId, type) {
    if (type !== 'Timeout') return;
    id = asyncId;
    seen.push('init');
  },
  before(asyncId) { if (asyncId === id) seen.push('before'); },
  after(asyncId) { if (asyncId === id) seen.push('after'); },
}).enable();
setTimeout(() => {
  seen.push('callback');
  setImmediate(() => hook.disable());
}, 1);
process.on('exit', () => assert.deepStrictEqual(seen, ['init', 'before', 'callback', 'after']));
