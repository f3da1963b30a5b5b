// SPDX-License-Identifier: MIT
// An array-like whose length exceeds the maximum of a buffer is refused.
'use strict';
const assert = require('assert');

for (const length of [2 ** 33, 2 ** 53, Infinity]) {
  assert.throws(() => Buffer.from({ length }), RangeError, `${length}`);
}
