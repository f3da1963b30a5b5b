// SPDX-License-Identifier: MIT
// Buffer.alloc(size, fill, encoding): the third argument is an encoding and nothing else.
'use strict';
const assert = require('assert');

assert.strictEqual(Buffer.alloc(4, 'ab', 'latin1').toString(), 'abab');
assert.strictEqual(Buffer.alloc(3, '6162', 'hex').toString(), 'aba');
for (const encoding of [20, true, {}]) {
  assert.throws(() => Buffer.alloc(4, 'ab', encoding), {
    code: 'ERR_INVALID_ARG_TYPE', message: /^The "encoding" argument must be of type string\./,
  });
}
assert.throws(() => Buffer.alloc(1, Buffer.alloc(0)), { code: 'ERR_INVALID_ARG_VALUE' });
