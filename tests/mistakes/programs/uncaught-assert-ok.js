// SPDX-License-Identifier: MIT
const assert = require('assert');
const value = 0;
assert(value > 1);
