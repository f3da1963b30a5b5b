// SPDX-License-Identifier: MIT
// A directory is there for mkdir, and removed before stat asks whether it is one: fs.mkdir with
// `recursive` says ENOENT, as Node does, and not that it exists.
'use strict';
const assert = require('assert');
const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'mkdir-removed-'));
const program = path.join(directory, 'program.js');
const schedule = path.join(directory, 'program.schedule');
fs.writeFileSync(program, `
  const fs = require('fs');
  const there = __dirname + '/there';
  fs.mkdirSync(there);
  fs.mkdir(there, { recursive: true }, (error) => console.log(error?.code));
  setTimeout(() => fs.rmdirSync(there), 5);
`);
const head = 'gyre schedule 1\nseed 0\ndate 1700000000000\n';

function run(decisions) {
  fs.writeFileSync(schedule, head + decisions);
  const { stdout, stderr } = spawnSync(process.execPath, [program],
    { env: { ...process.env, GYRE_REPLAY: schedule }, encoding: 'utf8' });
  return stdout + stderr;
}

assert.strictEqual(run(''), 'undefined\n');
assert.strictEqual(run('end fs.mkdir#1 13/37\n'), 'ENOENT\n'); // its answer is 32 ms late
fs.rmSync(directory, { recursive: true });
