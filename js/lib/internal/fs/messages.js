// SPDX-License-Identifier: MIT
// The messages of the errors of fs, for internal/error_messages.js. For a SystemError, the message
// of the system call is appended.
'use strict';

const copying = {
  ERR_FS_CP_DIR_TO_NON_DIR: 'Cannot overwrite directory with non-directory',
  ERR_FS_CP_EEXIST: 'Target already exists',
  ERR_FS_CP_EINVAL: 'Invalid src or dest',
  ERR_FS_CP_FIFO_PIPE: 'Cannot copy a FIFO pipe',
  ERR_FS_CP_NON_DIR_TO_DIR: 'Cannot overwrite non-directory with directory',
  ERR_FS_CP_SOCKET: 'Cannot copy a socket file',
  ERR_FS_CP_SYMLINK_TO_SUBDIRECTORY: 'Cannot overwrite symlink in subdirectory of self',
  ERR_FS_CP_UNKNOWN: 'Cannot copy an unknown file type',
  ERR_FS_EISDIR: 'Path is a directory',
};
for (const code of Object.keys(copying)) copying[code] = [copying[code], 'SystemError'];

module.exports = {
  ERR_DIR_CLOSED: ['Directory handle was closed', 'Error'],
  ERR_DIR_CONCURRENT_OPERATION: [
    'Cannot do synchronous work on directory handle with concurrent asynchronous operations',
    'Error'],
  ERR_FS_FILE_TOO_LARGE: ['File size (%s) is greater than 2 GiB', 'RangeError'],
  ERR_FS_INVALID_SYMLINK_TYPE: [
    'Symlink type must be one of "dir", "file", or "junction". Received "%s"', 'Error'],
  ERR_FS_WATCH_QUEUE_OVERFLOW: ['fs.watch() queued more than %d events', 'Error'],
  ...copying,
};
