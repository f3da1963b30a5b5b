// SPDX-License-Identifier: MIT
// cwd, chdir, umask, users and groups.
'use strict';
const assert = require('assert');
const start = process.cwd();
process.chdir('/');
assert.strictEqual(process.cwd(), '/');
process.chdir(start);
assert.strictEqual(process.cwd(), start);
assert.throws(() => process.chdir('/nonexistent'), {
  code: 'ENOENT', syscall: 'chdir', path: start, dest: '/nonexistent',
  message: `ENOENT: no such file or directory, chdir '${start}' -> '/nonexistent'`,
});
assert.throws(() => process.chdir(), { code: 'ERR_INVALID_ARG_TYPE' });
const mask = process.umask('077');
assert.strictEqual(process.umask(mask), 0o77);
assert.strictEqual(process.umask(), mask);
assert.throws(() => process.umask('9'), { code: 'ERR_INVALID_ARG_VALUE' });
assert.throws(() => process.umask({}), { code: 'ERR_INVALID_ARG_TYPE' });
assert.throws(() => process.umask(-1), { code: 'ERR_OUT_OF_RANGE' });
for (const name of ['getuid', 'geteuid', 'getgid', 'getegid']) assert(process[name]() >= 0);
assert(process.getgroups().includes(process.getegid()));
assert.throws(() => process.setuid('no such user here'), {
  code: 'ERR_UNKNOWN_CREDENTIAL', message: 'User identifier does not exist: no such user here',
});
assert.throws(() => process.setgid(1.5), { code: 'ERR_OUT_OF_RANGE' });
assert.throws(() => process.setgroups([{}]), { code: 'ERR_INVALID_ARG_TYPE' });
assert.throws(() => process.initgroups('root', 'no such group'),
  { code: 'ERR_UNKNOWN_CREDENTIAL' });
process.title = 'gyre test';
assert.strictEqual(process.title, 'gyre test');
assert(process.pid > 0 && process.ppid > 0);
