// SPDX-License-Identifier: MIT
// Members of process about its directory and the mode of new files: cwd, chdir, umask.
'use strict';
const native = binding('process');

let current = ''; // asked for once, until it changes

function cwd() {
  if (current === '') {
    const path = native.cwd();
    if (typeof path === 'number') {
      throw require('internal/errors').uvException({ errno: path, syscall: 'uv_cwd' });
    }
    current = path;
  }
  return current;
}

function chdir(directory) {
  require('internal/validators').validateString(directory, 'directory');
  const err = native.chdir(directory);
  if (err !== 0) {
    throw require('internal/errors').uvException({
      errno: err, syscall: 'chdir', path: native.cwd(), dest: directory,
    });
  }
  current = '';
}

function umask(mask) {
  if (mask === undefined) return native.umask();
  if (typeof mask === 'string') {
    if (!/^[0-7]+$/.test(mask)) {
      const { ERR_INVALID_ARG_VALUE } = require('internal/errors').codes;
      throw new ERR_INVALID_ARG_VALUE('mask', mask,
        'must be a 32-bit unsigned integer or an octal string');
    }
    mask = parseInt(mask, 8);
  } else {
    require('internal/validators').validateUint32(mask, 'mask');
  }
  return native.umask(mask);
}

exports.cwd = cwd;
exports.chdir = chdir;
exports.umask = umask;
