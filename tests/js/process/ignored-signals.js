// SPDX-License-Identifier: MIT
// Signals that a parent ignored are not ignored here. Only 13 (SIGPIPE) and 25 (SIGXFSZ) are: they
// would kill a program because of a pipe that nobody reads, or a file that is too large.
'use strict';
const assert = require('assert');
const { spawnSync } = require('child_process');
const show =
  'console.log(fs.readFileSync("/proc/self/status", "utf8").match(/SigIgn:\\s*(\\w+)/)[1])';
const line = `trap '' HUP INT QUIT USR1 TERM; exec "$0" -e '${show}'`;
const { stdout, stderr } = spawnSync('sh', ['-c', line, process.execPath], { encoding: 'utf8' });
assert.strictEqual(stderr, '');
assert.strictEqual(Number.parseInt(stdout, 16), 2 ** 12 + 2 ** 24);

// Nor are those blocked that it had blocked.
const block = 'import os,signal,sys;' +
  'signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM, signal.SIGUSR2]);' +
  'os.execv(sys.argv[1], sys.argv[1:])';
const blocked = spawnSync('python3', ['-c', block, process.execPath, '-e',
  show.replace('SigIgn', 'SigBlk')], { encoding: 'utf8' });
if (blocked.error === undefined) assert.strictEqual(Number.parseInt(blocked.stdout, 16), 0);
