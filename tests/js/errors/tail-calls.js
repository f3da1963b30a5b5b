// SPDX-License-Identifier: MIT
// A tail call in strict code is a call like any other: it is seen in stacks, and endless recursion
// is an error.
'use strict';
const assert = require('assert');

function make() { return new Error('x'); }
function middle() { return make(); }
assert.match(middle().stack, /at make .*\n    at middle /);

function forever(n) { return forever(n + 1); }
assert.throws(() => forever(0), RangeError);
