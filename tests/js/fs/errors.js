// SPDX-License-Identifier: MIT
// Errors of the sync functions have the message, code, syscall, path and dest of Node.
'use strict';
const assert = require('assert');
const fs = require('fs');

function check(operation, message, properties) {
  assert.throws(operation, (error) => {
    assert.strictEqual(error.message, message);
    for (const name of Object.keys(properties)) {
      assert.strictEqual(error[name], properties[name], name);
    }
    return true;
  });
}

check(() => fs.openSync('/missing'), "ENOENT: no such file or directory, open '/missing'",
  { code: 'ENOENT', errno: -2, syscall: 'open', path: '/missing' });
check(() => fs.renameSync('/missing', '/other'),
  "ENOENT: no such file or directory, rename '/missing' -> '/other'",
  { syscall: 'rename', path: '/missing', dest: '/other' });
check(() => fs.readFileSync('/'), 'EISDIR: illegal operation on a directory, read',
  { code: 'EISDIR', syscall: 'read', path: undefined });
check(() => fs.closeSync(9999), 'EBADF: bad file descriptor, close', { code: 'EBADF' });
check(() => fs.realpathSync('/missing/below'),
  "ENOENT: no such file or directory, lstat '/missing'", { syscall: 'lstat' });
check(() => fs.statSync(Buffer.from('/missing')),
  "ENOENT: no such file or directory, stat '/missing'", { path: '/missing' });
check(() => fs.rmSync('/usr'), 'Path is a directory: rm returned EISDIR (is a directory) /usr',
  { code: 'ERR_FS_EISDIR', name: 'SystemError' });
check(() => fs.openSync('a\u0000b'), "The argument 'path' must be a string, Uint8Array, or URL " +
  "without null bytes. Received 'a\\x00b'", { code: 'ERR_INVALID_ARG_VALUE' });
