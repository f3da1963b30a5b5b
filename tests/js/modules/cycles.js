// SPDX-License-Identifier: MIT
// In a cycle the exports so far are visible, and reading a missing one gives a warning.
'use strict';
const assert = require('assert');

const warnings = [];
process.on('warning', (warning) => warnings.push(warning.message));
const a = require('./fixtures/cycle/a');
assert.deepStrictEqual(a.seen, { early: 1 });
assert.strictEqual(a.late, 2);
assert.strictEqual(Object.getPrototypeOf(a), Object.prototype);
assert.strictEqual(a.missing, undefined);
setImmediate(() => {
  assert.deepStrictEqual(warnings, [
    "Accessing non-existent property 'late' of module exports inside circular dependency",
  ]);
});
