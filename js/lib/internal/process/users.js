// SPDX-License-Identifier: MIT
// Members of process about users and groups. C returns 1 for an unknown user, 2 for an unknown
// group.
'use strict';
const native = binding('users');
const { codes, nameOf } = require('internal/errors');
const { validateArray, validateUint32 } = require('internal/validators');

function checkId(id, name) {
  if (typeof id === 'number') {
    validateUint32(id, name);
  } else if (typeof id !== 'string') {
    throw new codes.ERR_INVALID_ARG_TYPE(name, ['number', 'string'], id);
  }
}

// These have kept their own form: the system's message, and its number as it is.
function systemError(err, syscall) {
  const error = new Error(`${nameOf(err)}, ${native.words(-err)}`);
  error.errno = -err;
  error.code = nameOf(err);
  error.syscall = syscall;
  return error;
}

function check(result, user, group, syscall) {
  if (result === 1) throw new codes.ERR_UNKNOWN_CREDENTIAL('User', user);
  if (result === 2) throw new codes.ERR_UNKNOWN_CREDENTIAL('Group', group);
  if (result < 0) throw systemError(result, syscall);
}

for (const name of ['getuid', 'geteuid', 'getgid', 'getegid']) {
  exports[name] = { [name]() { return native[name](); } }[name];
}

for (const name of ['setuid', 'seteuid', 'setgid', 'setegid']) {
  exports[name] = function (id) {
    checkId(id, 'id');
    check(native[name](id), id, id, name);
  };
}

exports.getgroups = function getgroups() {
  const groups = native.getgroups();
  if (typeof groups === 'number') throw systemError(groups, 'getgroups');
  return groups;
};

exports.setgroups = function setgroups(groups) {
  validateArray(groups, 'groups');
  groups.forEach((group, i) => checkId(group, `groups[${i}]`));
  const result = native.setgroups(groups);
  if (result > 0) throw new codes.ERR_UNKNOWN_CREDENTIAL('Group', groups[result - 1]);
  if (result < 0) throw systemError(result, 'setgroups');
};

exports.initgroups = function initgroups(user, extraGroup) {
  checkId(user, 'user');
  checkId(extraGroup, 'extraGroup');
  check(native.initgroups(user, extraGroup), user, extraGroup, 'initgroups');
};
