// SPDX-License-Identifier: MIT
// A call in tail position of strict code is a call like any other: it is seen in stacks, and
// recursion without end is an error.
'use strict';
const assert = require('assert');

function make() { return new Error('x'); }
function middle() { return make(); }
assert.match(middle().stack, /at make .*\n    at middle /);

function forever(n) { return forever(n + 1); }
assert.throws(() => forever(0), RangeError);
