// SPDX-License-Identifier: MIT
// utf-8-validate: good and bad UTF-8.
'use strict';
const assert = require('assert');

const isValid = require('utf-8-validate');

assert.match(String(isValid), /native code/);
assert(isValid(Buffer.from('h\u00e4llo \u{1f600}'.repeat(100))));
for (const bad of [[0xff, 0xfe], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xe2, 0x82]]) {
  assert(!isValid(Buffer.from(bad)));
}
