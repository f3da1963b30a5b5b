// SPDX-License-Identifier: MIT
// If /proc is not mounted the engine cannot start, and gyre reports it in one line.
'use strict';
const assert = require('assert');
const { spawnSync } = require('child_process');

const run = (script, ...args) => spawnSync('unshare',
  ['--mount', '--map-root-user', 'sh', '-c', script, 'sh', ...args], { encoding: 'utf8' });
const hide = 'ulimit -c 0; mount -t tmpfs none /proc';
const able = run(hide);
if (able.error !== undefined || able.status !== 0) {
  console.log('cannot hide /proc here');
  process.exit(77);
}
const { status, signal, stdout, stderr } = run(`${hide}; exec "$1" -e 0`, process.execPath);
assert.strictEqual(stdout, '');
const words = stderr.replace(/^==\d+==WARNING[^]*?(?=^gyre: )/m, ''); // of a sanitizer
assert.match(words, /^gyre: \/proc is not mounted, [^\n]*\n$/);
assert.ok(signal === 'SIGABRT' || status === 134, `${status} ${signal}`);
