// SPDX-License-Identifier: MIT
// What node:test prints as TAP, and the exit code.
'use strict';
const assert = require('assert');
const { spawnSync } = require('child_process');
const path = require('path');

const file = path.join(__dirname, 'fixtures', 'mixed.js');
const { stdout, status } = spawnSync(process.execPath, ['--test-reporter=tap', file],
  { encoding: 'utf8' });
assert.strictEqual(status, 1);
const lines = stdout.split('\n').filter((line) => (
  /^ *(?:ok|not ok|1\.\.|# (?!duration)|seen)/.test(line)));
assert.ok(lines.includes('seen before,each,one,done,each,done'), stdout);
assert.deepStrictEqual(lines.filter((line) => !line.startsWith('seen')), [
  '# Subtest: good', 'ok 1 - good',
  '# Subtest: bad', 'not ok 2 - bad',
  '# Subtest: nested',
  '    # Subtest: inner good', '    ok 1 - inner good',
  '    # Subtest: inner skipped', '    ok 2 - inner skipped # SKIP why',
  '    1..2', 'ok 3 - nested', '# said',
  '# Subtest: later', 'ok 4 - later # TODO',
  '# Subtest: late', 'not ok 5 - late',
  '# Subtest: suite',
  '    # Subtest: one', '    ok 1 - one',
  '    # Subtest: two', '    ok 2 - two',
  '    # Subtest: three', '    ok 3 - three # SKIP',
  '    1..3', 'ok 6 - suite',
  '1..6', '# tests 10', '# suites 1', '# pass 5', '# fail 1', '# cancelled 1', '# skipped 2',
  '# todo 1',
]);
assert.match(stdout, /failureType: 'testTimeoutFailure'\n  error: 'test timed out after 20ms'/);
assert.match(stdout, /error: 'boom'\n/);
