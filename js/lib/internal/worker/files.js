// SPDX-License-Identifier: MIT
// Descriptors that a worker has opened with fs.open and not closed: they are closed when it ends.
'use strict';
const native = binding('worker');
const open = new Set();

function warn(fd, what) {
  require('internal/process').process.emitWarning(`File descriptor ${fd} ${what}`);
}

exports.opened = function opened(fd) {
  if (open.has(fd)) warn(fd, 'opened in unmanaged mode twice');
  open.add(fd);
  native.keepFile(fd);
};

exports.closed = function closed(fd) {
  if (!open.delete(fd)) warn(fd, 'closed but not opened in unmanaged mode');
  native.dropFile(fd);
};
