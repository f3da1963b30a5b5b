// SPDX-License-Identifier: MIT
// readFile takes as many turns of the loop as its single requests: immediates run before it.
'use strict';
const assert = require('assert');
const fs = require('fs');

const seen = [];
fs.readFile(__filename, () => {
  seen.push('read');
  setTimeout(() => seen.push('timeout'), 0);
  setImmediate(() => seen.push('immediate'));
});
setImmediate(() => {
  seen.push('first');
  setImmediate(() => seen.push('second'));
});
process.on('exit', () => {
  assert.deepStrictEqual(seen, ['first', 'second', 'read', 'immediate', 'timeout']);
});
