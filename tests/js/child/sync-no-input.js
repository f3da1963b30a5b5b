// SPDX-License-Identifier: MIT
// An input that is empty or false is none: its type and encoding are not looked at.
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
// One that is something is looked at.
assert.throws(() => spawnSync('cat', { input: 'a', encoding: 'nonsense' }),
  { code: 'ERR_UNKNOWN_ENCODING' });
assert.throws(() => spawnSync('cat', { input: 1 }), { code: 'ERR_INVALID_ARG_TYPE' });
