// SPDX-License-Identifier: MIT
// Strings that the library makes can be as long as Node's; longer ones give Node's errors.
'use strict';
const assert = require('assert');
const fs = require('fs');
const { constants: { MAX_STRING_LENGTH } } = require('buffer');

if (process.execPath.includes('/asan/')) process.exit(77); // it writes to all memory it gets

const tooLong = {
  name: 'Error', code: 'ERR_STRING_TOO_LONG',
  message: 'Cannot create a string longer than 0x1fffffe8 characters',
};

const bytes = Buffer.alloc(2 ** 30);
const first = (size) => bytes.subarray(0, size);
assert.throws(() => first(MAX_STRING_LENGTH + 1).toString(), tooLong);
assert.throws(() => first(MAX_STRING_LENGTH + 1).toString('latin1'), tooLong);
assert.throws(() => first(MAX_STRING_LENGTH + 1).latin1Slice(), tooLong);
assert.throws(() => first(MAX_STRING_LENGTH / 2 + 1).toString('hex'), tooLong);
assert.throws(() => first(MAX_STRING_LENGTH / 2 + 1).hexSlice(), tooLong);
assert.throws(() => first(MAX_STRING_LENGTH / 4 * 3 + 1).toString('base64'), tooLong);
assert.throws(() => first(MAX_STRING_LENGTH / 4 * 3 + 1).toString('base64url'), tooLong);
assert.throws(() => first(MAX_STRING_LENGTH * 2 + 2).toString('ucs2'), tooLong);
assert.throws(() => new TextDecoder().decode(bytes), tooLong);

// Beyond 2 GiB the sizes no longer fit in numbers of 32 bits.
const huge = Buffer.alloc(2 ** 31 + 10);
assert.throws(() => huge.toString('hex'), tooLong);
assert.throws(() => huge.toString('latin1'), tooLong);

fs.writeFileSync('large', '');
fs.truncateSync('large', MAX_STRING_LENGTH + 1);
assert.throws(() => fs.readFileSync('large', 'utf8'), tooLong);
assert.throws(() => fs.readFileSync('large', 'latin1'), tooLong);
fs.readFile('large', 'utf8', (error, text) => {
  assert.strictEqual(text, undefined);
  assert.strictEqual(error.code, 'ERR_STRING_TOO_LONG');
  fs.truncateSync('large', 3 * 2 ** 30);
  assert.throws(() => fs.readFileSync('large', 'utf8'), { code: 'ERR_FS_FILE_TOO_LARGE' });
  fs.unlinkSync('large');
});
