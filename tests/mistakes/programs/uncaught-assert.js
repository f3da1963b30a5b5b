// SPDX-License-Identifier: MIT
const assert = require('assert');
assert.strictEqual(1 + 1, 3);
