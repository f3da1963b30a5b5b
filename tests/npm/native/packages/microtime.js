// SPDX-License-Identifier: MIT
// microtime: the time in microseconds.
'use strict';
const assert = require('assert');

const microtime = require('microtime');

assert(Math.abs(microtime.now() / 1000 - Date.now()) < 1000);
assert.strictEqual(microtime.nowStruct().length, 2);
