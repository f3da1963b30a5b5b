// SPDX-License-Identifier: MIT
// What exitCode and exit() accept.
'use strict';
const assert = require('assert');
for (const code of [undefined, null, '1', '0x10', ' 12 ', -1, 256, 0, 2 ** 40]) {
  process.exitCode = code;
  assert.strictEqual(process.exitCode, code);
}
for (const code of ['', 'abc', true, {}, [], 1n, () => {}]) {
  assert.throws(() => { process.exitCode = code; }, { code: 'ERR_INVALID_ARG_TYPE' });
  assert.throws(() => process.exit(code), { code: 'ERR_INVALID_ARG_TYPE' });
}
for (const code of ['1.5', 1.5, NaN, Infinity]) {
  assert.throws(() => { process.exitCode = code; }, { code: 'ERR_OUT_OF_RANGE' });
}
process.exitCode = '7';
process.once('exit', (code) => {
  assert.strictEqual(code, 7);
  process.exitCode = 0;
});
