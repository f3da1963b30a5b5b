// SPDX-License-Identifier: MIT
// What a parent has ignored is not ignored here: only signals that a program could not live with
// are (13, a pipe that nobody reads, and 25, a file that is too large).
'use strict';
const assert = require('assert');
const { spawnSync } = require('child_process');
const show =
  'console.log(fs.readFileSync("/proc/self/status", "utf8").match(/SigIgn:\\s*(\\w+)/)[1])';
const line = `trap '' HUP INT QUIT USR1 TERM; exec "$0" -e '${show}'`;
const { stdout, stderr } = spawnSync('sh', ['-c', line, process.execPath], { encoding: 'utf8' });
assert.strictEqual(stderr, '');
assert.strictEqual(Number.parseInt(stdout, 16), 2 ** 12 + 2 ** 24);

// Nor is what it has blocked.
const block = 'import os,signal,sys;' +
  'signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM, signal.SIGUSR2]);' +
  'os.execv(sys.argv[1], sys.argv[1:])';
const blocked = spawnSync('python3', ['-c', block, process.execPath, '-e',
  show.replace('SigIgn', 'SigBlk')], { encoding: 'utf8' });
if (blocked.error === undefined) assert.strictEqual(Number.parseInt(blocked.stdout, 16), 0);
