// SPDX-License-Identifier: MIT
// An input that is empty or false counts as none: its type and encoding are not checked.
'use strict';
const assert = require('assert');
const { spawnSync, execFileSync } = require('child_process');

for (const input of ['', 0, false, NaN, null, undefined, 0n]) {
  const { status, stdout, error } = spawnSync('cat', { input });
  assert.strictEqual(error, undefined);
  assert.strictEqual(status, 0);
  assert.deepStrictEqual(stdout, Buffer.alloc(0));
  assert.strictEqual(spawnSync('cat', { input, encoding: 'nonsense' }).stdout, '');
  assert.strictEqual(execFileSync('cat', { input, encoding: 'nonsense' }), '');
}
// Any other input is checked.
assert.throws(() => spawnSync('cat', { input: 'a', encoding: 'nonsense' }),
  { code: 'ERR_UNKNOWN_ENCODING' });
assert.throws(() => spawnSync('cat', { input: 1 }), { code: 'ERR_INVALID_ARG_TYPE' });
