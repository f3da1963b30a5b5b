// SPDX-License-Identifier: MIT
// The module fs: its callback and sync functions. The implementation is in internal/fs, once for
// all forms; this file maps arguments to it. Streams, promises, watchers and directories are loaded
// on first use.
'use strict';
const constants = require('internal/fs/constants');
const ops = require('internal/fs/ops');
const program = require('internal/program');
const transfer = require('internal/fs/transfer');
const tree = require('internal/fs/tree');
const whole = require('internal/fs/whole');
const { Dirent, Stats } = require('internal/fs/stats');
const {
  parseFileMode, toCallback, toFd, toId, toPath, toRmOptions, toSeconds,
} = require('internal/fs/validate');

function lazy(name) {
  return () => require(`internal/fs/${name}`);
}
const dir = lazy('dir');
const copy = lazy('copy');
const watching = lazy('watch');
const streams = lazy('streams');

// Callback forms: (arguments..., callback), where options may be left out.

function access(path, mode, callback) {
  if (typeof mode === 'function') {
    callback = mode;
    mode = constants.F_OK;
  }
  path = toPath(path);
  ops.access(toCallback(callback), path, mode);
}

function exists(path, callback) {
  require('internal/validators').validateFunction(callback, 'cb');
  try {
    path = toPath(path);
  } catch {
    callback(false);
    return;
  }
  ops.access((error) => callback(!error), path);
}
Object.defineProperty(exists, Symbol.for('nodejs.util.promisify.custom'), {
  value: { exists: (path) => new Promise((resolve) => { exists(path, resolve); }) }.exists,
});

function existsSync(path) {
  try {
    return ops.exists(toPath(path));
  } catch {
    return false;
  }
}

function open(path, flags, mode, callback) {
  path = toPath(path);
  if (arguments.length < 3) {
    callback = flags;
    flags = 'r';
    mode = 0o666;
  } else if (typeof mode === 'function') {
    callback = mode;
    mode = 0o666;
  } else {
    mode = parseFileMode(mode, 'mode', 0o666);
  }
  callback = toCallback(callback);
  if (program.files !== null) {
    const told = callback;
    callback = (error, fd) => {
      if (!error) program.files.opened(fd);
      told(error, fd);
    };
  }
  ops.open(callback, path, flags, mode);
}

function close(fd, callback = rethrow) {
  if (callback !== rethrow) callback = toCallback(callback);
  fd = toFd(fd);
  if (program.files !== null) program.files.closed(fd);
  ops.close(callback, fd);
}
function rethrow(error) {
  if (error) throw error;
}

function stat(path, options, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = undefined;
  }
  ops.stat(toCallback(callback), path, options);
}

function lstat(path, options, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = undefined;
  }
  ops.lstat(toCallback(callback), path, options);
}

function fstat(fd, options, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = undefined;
  }
  ops.fstat(toCallback(callback), fd, options);
}

function statfs(path, options, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = undefined;
  }
  ops.statfs(toCallback(callback), path, options);
}

function readdir(path, options, callback) {
  callback = toCallback(typeof options === 'function' ? options : callback);
  tree.readdir(callback, path, options);
}

function readlink(path, options, callback) {
  callback = toCallback(typeof options === 'function' ? options : callback);
  ops.readlink(callback, path, options);
}

function symlink(target, path, type, callback) {
  if (callback === undefined) {
    callback = toCallback(type);
    type = undefined;
  } else {
    callback = toCallback(callback);
  }
  ops.symlink(callback, target, path, type);
}

function mkdir(path, options, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = undefined;
  }
  tree.mkdir(toCallback(callback), path, options);
}

function mkdtemp(prefix, options, callback) {
  callback = toCallback(typeof options === 'function' ? options : callback);
  ops.mkdtemp(callback, prefix, options);
}

function rmdir(path, options, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = undefined;
  }
  tree.rmdir(toCallback(callback), path, options);
}

function rm(path, options, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = undefined;
  }
  path = toPath(path);
  options = toRmOptions(options);
  tree.rm(toCallback(callback), path, options);
}

let warned = false;
function warnOfTruncate() {
  if (warned) return;
  warned = true;
  process.emitWarning('Using fs.truncate with a file descriptor is deprecated. Please use ' +
    'fs.ftruncate with a file descriptor instead.', 'DeprecationWarning', 'DEP0081');
}

function truncate(path, length, callback) {
  if (typeof path === 'number') {
    warnOfTruncate();
    return ftruncate(path, length, callback);
  }
  if (typeof length === 'function') {
    callback = length;
    length = 0;
  } else if (length === undefined) {
    length = 0;
  }
  require('internal/validators').validateInteger(length, 'len');
  return tree.truncate(toCallback(callback), path, length);
}

function truncateSync(path, length) {
  if (typeof path === 'number') {
    warnOfTruncate();
    return ftruncateSync(path, length);
  }
  return tree.truncate(undefined, path, length);
}

function ftruncate(fd, length = 0, callback = undefined) {
  if (typeof length === 'function') {
    callback = length;
    length = 0;
  }
  require('internal/validators').validateInteger(length, 'len');
  ops.ftruncate(toCallback(callback), fd, length);
}

function ftruncateSync(fd, length) {
  ops.ftruncate(undefined, fd, length);
}

function copyFile(src, dest, mode, callback) {
  if (typeof mode === 'function') {
    callback = mode;
    mode = 0;
  }
  src = toPath(src, 'src');
  dest = toPath(dest, 'dest');
  ops.copyFile(toCallback(callback), src, dest, mode);
}

function cp(src, dest, options, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = undefined;
  }
  copy().cp(toCallback(callback), src, dest, options);
}

function readFile(path, options, callback) {
  callback = toCallback(callback || options);
  whole.readFile(callback, path, options);
}

function writeFile(path, data, options, callback) {
  callback = toCallback(callback || options);
  whole.writeFile(callback, path, data, options);
}

function appendFile(path, data, options, callback) {
  callback = toCallback(callback || options);
  whole.appendFile(callback, path, data, options);
}

function realpath(path, options, callback) {
  callback = toCallback(typeof options === 'function' ? options : callback);
  tree.realpath(callback, path, options);
}
realpath.native = function native(path, options, callback) {
  callback = toCallback(callback || options);
  ops.realpathNative(callback, path, options);
};

function realpathSync(path, options) {
  return tree.realpath(undefined, path, options);
}
realpathSync.native = function native(path, options) {
  return ops.realpathNative(undefined, path, options);
};

function opendir(path, options, callback) {
  callback = typeof options === 'function' ? options : callback;
  require('internal/validators').validateFunction(callback, 'callback');
  callback = toCallback(callback);
  dir().opendir(callback, path, options);
}

function createReadStream(path, options) {
  return new (streams().ReadStream)(path, options);
}

function createWriteStream(path, options) {
  return new (streams().WriteStream)(path, options);
}

async function openAsBlob(path, options) {
  return require('internal/fs/blob').openAsBlob(path, options);
}

// What programs promisify gives objects where the callback has several values.
const { customPromisifyArgs } = require('internal/fs/promisify');
customPromisifyArgs(transfer.read, ['bytesRead', 'buffer']);
customPromisifyArgs(transfer.write, ['bytesWritten', 'buffer']);
customPromisifyArgs(transfer.readv, ['bytesRead', 'buffers']);
customPromisifyArgs(transfer.writev, ['bytesWritten', 'buffers']);

const fs = {
  appendFile,
  appendFileSync(path, data, options) { whole.appendFileSync(path, data, options); },
  access,
  accessSync(path, mode) { ops.access(undefined, path, mode); },
  chown(path, uid, gid, callback) { ops.chown(toCallback(callback), path, uid, gid); },
  chownSync(path, uid, gid) { ops.chown(undefined, path, uid, gid); },
  chmod(path, mode, callback) {
    path = toPath(path);
    mode = parseFileMode(mode, 'mode');
    ops.chmod(toCallback(callback), path, mode);
  },
  chmodSync(path, mode) { ops.chmod(undefined, path, mode); },
  close,
  closeSync(fd) {
    if (program.files !== null) program.files.closed(fd);
    ops.close(undefined, fd);
  },
  copyFile,
  copyFileSync(src, dest, mode) { ops.copyFile(undefined, src, dest, mode); },
  cp,
  cpSync(src, dest, options) { copy().cp(undefined, src, dest, options); },
  createReadStream,
  createWriteStream,
  exists,
  existsSync,
  fchown(fd, uid, gid, callback) {
    toId(uid, 'uid');
    toId(gid, 'gid');
    ops.fchown(toCallback(callback), fd, uid, gid);
  },
  fchownSync(fd, uid, gid) { ops.fchown(undefined, fd, uid, gid); },
  fchmod(fd, mode, callback) {
    mode = parseFileMode(mode, 'mode');
    ops.fchmod(toCallback(callback), fd, mode);
  },
  fchmodSync(fd, mode) { ops.fchmod(undefined, fd, mode); },
  fdatasync(fd, callback) { ops.fdatasync(toCallback(callback), fd); },
  fdatasyncSync(fd) { ops.fdatasync(undefined, fd); },
  fstat,
  fstatSync(fd, options) { return ops.fstat(undefined, fd, options); },
  fsync(fd, callback) { ops.fsync(toCallback(callback), fd); },
  fsyncSync(fd) { ops.fsync(undefined, fd); },
  ftruncate,
  ftruncateSync,
  futimes(fd, atime, mtime, callback) {
    atime = toSeconds(atime, 'atime');
    mtime = toSeconds(mtime, 'mtime');
    ops.futimes(toCallback(callback), fd, atime, mtime);
  },
  futimesSync(fd, atime, mtime) { ops.futimes(undefined, fd, atime, mtime); },
  lchown(path, uid, gid, callback) { ops.lchown(toCallback(callback), path, uid, gid); },
  lchownSync(path, uid, gid) { ops.lchown(undefined, path, uid, gid); },
  lchmod: undefined,
  lchmodSync: undefined,
  link(existingPath, newPath, callback) { ops.link(toCallback(callback), existingPath, newPath); },
  linkSync(existingPath, newPath) { ops.link(undefined, existingPath, newPath); },
  lstat,
  lstatSync(path, options) { return ops.lstatSync(path, options); },
  lutimes(path, atime, mtime, callback) { ops.lutimes(toCallback(callback), path, atime, mtime); },
  lutimesSync(path, atime, mtime) { ops.lutimes(undefined, path, atime, mtime); },
  mkdir,
  mkdirSync(path, options) { return tree.mkdir(undefined, path, options); },
  mkdtemp,
  mkdtempSync(prefix, options) { return ops.mkdtemp(undefined, prefix, options); },
  open,
  openSync(path, flags, mode) {
    const fd = ops.open(undefined, path, flags, mode);
    if (program.files !== null) program.files.opened(fd);
    return fd;
  },
  openAsBlob,
  readdir,
  readdirSync(path, options) { return tree.readdir(undefined, path, options); },
  read: transfer.read,
  readSync: transfer.readSync,
  readv: transfer.readv,
  readvSync: transfer.readvSync,
  readFile,
  readFileSync: whole.readFileSync,
  readlink,
  readlinkSync(path, options) { return ops.readlink(undefined, path, options); },
  realpath,
  realpathSync,
  rename(oldPath, newPath, callback) { ops.rename(toCallback(callback), oldPath, newPath); },
  renameSync(oldPath, newPath) { ops.rename(undefined, oldPath, newPath); },
  rm,
  rmSync(path, options) { tree.rm(undefined, path, options); },
  rmdir,
  rmdirSync(path, options) { tree.rmdir(undefined, path, options); },
  stat,
  statfs,
  statSync(path, options) { return ops.statSync(path, options); },
  statfsSync(path, options) { return ops.statfs(undefined, path, options); },
  symlink,
  symlinkSync(target, path, type) { ops.symlink(undefined, target, path, type); },
  truncate,
  truncateSync,
  unwatchFile(filename, listener) { watching().unwatchFile(filename, listener); },
  unlink(path, callback) { ops.unlink(toCallback(callback), path); },
  unlinkSync(path) { ops.unlink(undefined, path); },
  utimes(path, atime, mtime, callback) { ops.utimes(toCallback(callback), path, atime, mtime); },
  utimesSync(path, atime, mtime) { ops.utimes(undefined, path, atime, mtime); },
  watch(filename, options, listener) { return watching().watch(filename, options, listener); },
  watchFile(filename, options, listener) {
    return watching().watchFile(filename, options, listener);
  },
  writeFile,
  writeFileSync(path, data, options) { whole.writeFileSync(path, data, options); },
  write: transfer.write,
  writeSync: transfer.writeSync,
  writev: transfer.writev,
  writevSync: transfer.writevSync,
  Dirent,
  Stats,
};

// A member that is loaded on first use; programs may replace it.
function member(name, load, enumerable = true) {
  Object.defineProperty(fs, name, {
    configurable: true,
    enumerable,
    get: load,
    set(value) {
      Object.defineProperty(fs, name, { value, writable: true, enumerable, configurable: true });
    },
  });
}

member('ReadStream', () => streams().ReadStream);
member('WriteStream', () => streams().WriteStream);
member('FileReadStream', () => streams().ReadStream);
member('FileWriteStream', () => streams().WriteStream);
fs._toUnixTimestamp = toSeconds;
member('Dir', () => dir().Dir);
fs.opendir = opendir;
fs.opendirSync = function opendirSync(path, options) {
  return dir().opendir(undefined, path, options);
};
for (const name of ['F_OK', 'R_OK', 'W_OK', 'X_OK']) {
  Object.defineProperty(fs, name, { value: constants[name] || 0, enumerable: true });
}
Object.defineProperty(fs, 'constants', { value: constants, enumerable: true });
member('promises', () => require('fs/promises'));

module.exports = fs;
