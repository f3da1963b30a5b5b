// SPDX-License-Identifier: MIT
// What says that it is longer than a buffer can be is refused.
'use strict';
const assert = require('assert');

for (const length of [2 ** 33, 2 ** 53, Infinity]) {
  assert.throws(() => Buffer.from({ length }), RangeError, `${length}`);
}
