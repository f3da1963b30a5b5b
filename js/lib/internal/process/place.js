// SPDX-License-Identifier: MIT
// Members of process about where it runs and what its files may be: cwd, chdir, umask.
'use strict';
const native = binding('process');
const { codes, uvException } = require('internal/errors');
const { validateString, validateUint32 } = require('internal/validators');

let current = ''; // asked for once, until it changes

function cwd() {
  if (current === '') {
    const path = native.cwd();
    if (typeof path === 'number') throw uvException({ errno: path, syscall: 'uv_cwd' });
    current = path;
  }
  return current;
}

function chdir(directory) {
  validateString(directory, 'directory');
  const err = native.chdir(directory);
  if (err !== 0) {
    throw uvException({ errno: err, syscall: 'chdir', path: native.cwd(), dest: directory });
  }
  current = '';
}

function umask(mask) {
  if (mask === undefined) return native.umask();
  if (typeof mask === 'string') {
    if (!/^[0-7]+$/.test(mask)) {
      throw new codes.ERR_INVALID_ARG_VALUE('mask', mask,
        'must be a 32-bit unsigned integer or an octal string');
    }
    mask = parseInt(mask, 8);
  } else {
    validateUint32(mask, 'mask');
  }
  return native.umask(mask);
}

exports.cwd = cwd;
exports.chdir = chdir;
exports.umask = umask;
