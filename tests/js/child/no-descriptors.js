// SPDX-License-Identifier: MIT
// spawnSync without descriptors left: the result has the error, nothing is thrown.
'use strict';
const assert = require('assert');
const { execFileSync, spawnSync } = require('child_process');
const fs = require('fs');

if (process.argv[2] !== 'child') {
  const { status, stderr } = spawnSync('sh', ['-c', 'ulimit -n 60; exec "$0" "$1" child',
    process.execPath, __filename], { encoding: 'utf8' });
  assert.strictEqual(status, 0, stderr);
} else {
  const all = [];
  assert.throws(() => { for (;;) all.push(fs.openSync('/dev/null')); }, { code: 'EMFILE' });
  for (const stdio of ['pipe', 'ignore', 'inherit']) {
    const { error, status, output, pid } = spawnSync('true', ['x'], { stdio });
    assert.strictEqual(error.code, 'EMFILE');
    assert.strictEqual(error.syscall, 'spawnSync true');
    assert.deepStrictEqual(error.spawnargs, ['x']);
    assert.deepStrictEqual([status, output, pid], [null, null, 0]);
  }
  assert.throws(() => execFileSync('true'), { code: 'EMFILE', syscall: 'spawnSync true' });
}
