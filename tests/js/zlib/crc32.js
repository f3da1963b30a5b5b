// SPDX-License-Identifier: MIT
// crc32 of bytes and texts, in one piece and in several.
'use strict';
const assert = require('assert');
const { crc32 } = require('zlib');

assert.strictEqual(crc32('123456789'), 0xcbf43926);
assert.strictEqual(crc32(Buffer.from('456789'), crc32('123')), 0xcbf43926);
assert.strictEqual(crc32(''), 0);
assert.throws(() => crc32(1), { code: 'ERR_INVALID_ARG_TYPE' });
assert.throws(() => crc32('a', -1), { code: 'ERR_OUT_OF_RANGE' });
