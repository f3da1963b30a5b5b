// SPDX-License-Identifier: MIT
// The operations of fs that are one request each. The first parameter of every function is `done`:
// a function of (error, value), or undefined; then the operation is done at once, returns its value
// and throws its error. So the callback, sync and promise forms are the same code.
'use strict';
const native = binding('fs');
const { codes, uvException } = require('internal/errors');
const {
  checkBuffers, parseFileMode, toFd, toFlags, toId, toLength, toNameEncoding, toPath, toSeconds,
  toSmallMode,
} = require('internal/fs/validate');
const { makeStats, makeBigIntStats, makeStatFs, makeBigIntStatFs } = require('internal/fs/stats');

function text(path) {
  return typeof path === 'string' || path === undefined ? path : Buffer.from(path).toString();
}

function failure(errno, syscall, path, dest) {
  return uvException({ errno, syscall, path: text(path), dest: text(dest) });
}

function isError(result) {
  return typeof result === 'number' && result < 0;
}

// What is called when a request is finished: by the loop, or at once for the sync form.
function finish(done, result, convert, syscall, path, dest) {
  if (isError(result)) {
    const error = failure(result, syscall, path, dest);
    if (done === undefined) throw error;
    done(error);
    return undefined;
  }
  if (convert === undefined) {
    if (done !== undefined) done(null);
    return undefined;
  }
  if (done === undefined) return convert(result);
  done(null, convert(result));
  return undefined;
}

function onPath(done, op, syscall, path, a, b, convert) {
  if (done === undefined) {
    return finish(undefined, native.path(undefined, op, path, a, b), convert, syscall, path);
  }
  return native.path((result) => finish(done, result, convert, syscall, path), op, path, a, b);
}

function onPaths(done, op, syscall, from, to, flags) {
  if (done === undefined) {
    return finish(undefined, native.paths(undefined, op, from, to, flags), undefined, syscall,
      from, to);
  }
  return native.paths((result) => finish(done, result, undefined, syscall, from, to),
    op, from, to, flags);
}

function onFile(done, op, syscall, fd, a, b, convert) {
  if (done === undefined) {
    return finish(undefined, native.file(undefined, op, fd, a, b), convert, syscall);
  }
  return native.file((result) => finish(done, result, convert, syscall), op, fd, a, b);
}

function same(value) {
  return value;
}

// A name that came from the file system, in the encoding that the program asked for.
function nameOf(encoding) {
  if (encoding === undefined) return same;
  if (encoding === 'buffer') return (bytes) => Buffer.from(bytes.buffer);
  return (bytes) => Buffer.from(bytes.buffer).toString(encoding);
}

function access(done, path, mode) {
  path = toPath(path);
  return onPath(done, native.ACCESS, 'access', path, toSmallMode(mode));
}

function chmod(done, path, mode) {
  path = toPath(path);
  return onPath(done, native.CHMOD, 'chmod', path, parseFileMode(mode, 'mode'));
}

function chown(done, path, uid, gid) {
  path = toPath(path);
  return onPath(done, native.CHOWN, 'chown', path, toId(uid, 'uid'), toId(gid, 'gid'));
}

function lchown(done, path, uid, gid) {
  path = toPath(path);
  return onPath(done, native.LCHOWN, 'lchown', path, toId(uid, 'uid'), toId(gid, 'gid'));
}

function close(done, fd) {
  return onFile(done, native.CLOSE, 'close', toFd(fd));
}

function copyFile(done, from, to, mode) {
  from = toPath(from, 'src');
  to = toPath(to, 'dest');
  return onPaths(done, native.COPYFILE, 'copyfile', from, to, toSmallMode(mode));
}

function fchmod(done, fd, mode) {
  mode = parseFileMode(mode, 'mode'); // the descriptor is looked at last, here and below
  return onFile(done, native.FCHMOD, 'fchmod', toFd(fd), mode);
}

function fchown(done, fd, uid, gid) {
  uid = toId(uid, 'uid');
  gid = toId(gid, 'gid');
  return onFile(done, native.FCHOWN, 'fchown', toFd(fd), uid, gid);
}

function fdatasync(done, fd) {
  return onFile(done, native.FDATASYNC, 'fdatasync', toFd(fd));
}

function fsync(done, fd) {
  return onFile(done, native.FSYNC, 'fsync', toFd(fd));
}

function ftruncate(done, fd, length = 0) {
  length = toLength(length);
  return onFile(done, native.FTRUNCATE, 'ftruncate', toFd(fd), length);
}

function futimes(done, fd, atime, mtime) {
  atime = toSeconds(atime, 'atime');
  mtime = toSeconds(mtime, 'mtime');
  return onFile(done, native.FUTIME, 'futime', toFd(fd), atime, mtime);
}

function utimes(done, path, atime, mtime) {
  path = toPath(path);
  return onPath(done, native.UTIME, 'utime', path, toSeconds(atime), toSeconds(mtime));
}

function lutimes(done, path, atime, mtime) {
  path = toPath(path);
  return onPath(done, native.LUTIME, 'lutime', path, toSeconds(atime), toSeconds(mtime));
}

function link(done, from, to) {
  from = toPath(from, 'existingPath');
  return onPaths(done, native.LINK, 'link', from, toPath(to, 'newPath'));
}

function rename(done, from, to) {
  from = toPath(from, 'oldPath');
  return onPaths(done, native.RENAME, 'rename', from, toPath(to, 'newPath'));
}

function symlink(done, target, path, type) {
  target = toPath(target, 'target');
  path = toPath(path);
  if (typeof type === 'string' && type !== 'dir' && type !== 'file' && type !== 'junction') {
    throw new codes.ERR_FS_INVALID_SYMLINK_TYPE(type);
  }
  return onPaths(done, native.SYMLINK, 'symlink', target, path);
}

function unlink(done, path) {
  return onPath(done, native.UNLINK, 'unlink', toPath(path));
}

function rmdir(done, path) {
  return onPath(done, native.RMDIR, 'rmdir', toPath(path));
}

function open(done, path, flags, mode) {
  path = toPath(path);
  flags = toFlags(flags);
  mode = parseFileMode(mode, 'mode', 0o666);
  return onPath(done, native.OPEN, 'open', path, flags, mode, same);
}

function readlink(done, path, options) {
  const encoding = toNameEncoding(options);
  path = toPath(path, 'oldPath');
  return onPath(done, native.READLINK, 'readlink', path, encoding === undefined ? 0 : 1, 0,
    nameOf(encoding));
}

function realpathNative(done, path, options) {
  const encoding = toNameEncoding(options);
  path = toPath(path);
  return onPath(done, native.REALPATH, 'realpath', path, encoding === undefined ? 0 : 1, 0,
    nameOf(encoding));
}

let hasWarnedOfTemplate = false;

function mkdtemp(done, prefix, options) {
  const encoding = toNameEncoding(options);
  prefix = toPath(prefix, 'prefix');
  if (!hasWarnedOfTemplate && prefix.at(-1) === (typeof prefix === 'string' ? 'X' : 0x58)) {
    hasWarnedOfTemplate = true;
    process.emitWarning('mkdtemp() templates ending with X are not portable. ' +
      'For details see: https://nodejs.org/api/fs.html');
  }
  const path = typeof prefix === 'string' ? `${prefix}XXXXXX` :
    Buffer.concat([prefix, Buffer.from('XXXXXX')]);
  return onPath(done, native.MKDTEMP, 'mkdtemp', path, encoding === undefined ? 0 : 1, 0,
    nameOf(encoding));
}

function wantsBigInt(options) {
  return options?.bigint ? 1 : 0;
}

function stat(done, path, options) {
  path = toPath(path);
  const big = wantsBigInt(options);
  return onPath(done, native.STAT, 'stat', path, big, 0, big ? makeBigIntStats : makeStats);
}

function lstat(done, path, options) {
  path = toPath(path);
  const big = wantsBigInt(options);
  return onPath(done, native.LSTAT, 'lstat', path, big, 0, big ? makeBigIntStats : makeStats);
}

function fstat(done, fd, options) {
  const big = wantsBigInt(options);
  return onFile(done, native.FSTAT, 'fstat', toFd(fd), big, 0, big ? makeBigIntStats : makeStats);
}

// For statSync and lstatSync, where it may be no error that there is nothing.
function statOrNothing(op, syscall, path, options) {
  path = toPath(path);
  const big = wantsBigInt(options);
  const result = native.path(undefined, op, path, big);
  if (result === 0) return big ? makeBigIntStats() : makeStats();
  const { ENOENT, ENOTDIR } = errnos;
  if (options?.throwIfNoEntry === false && (result === ENOENT || result === ENOTDIR)) {
    return undefined;
  }
  throw failure(result, syscall, path);
}
const errnos = { ENOENT: -2, ENOTDIR: -20 };

function statSync(path, options) {
  return statOrNothing(native.STAT, 'stat', path, options);
}

function lstatSync(path, options) {
  return statOrNothing(native.LSTAT, 'lstat', path, options);
}

function exists(path) {
  return native.path(undefined, native.ACCESS, path, 0) === 0;
}

function statfs(done, path, options) {
  path = toPath(path);
  const big = wantsBigInt(options);
  return onPath(done, native.STATFS, 'statfs', path, big, 0, big ? makeBigIntStatFs : makeStatFs);
}

// The types are UNKNOWN on some file systems; internal/fs/dir.js looks at those itself.
function scandir(done, path, raw, withTypes, convert) {
  return onPath(done, native.SCANDIR, 'scandir', path, raw ? 1 : 0, withTypes ? 1 : 0, convert);
}

function onBytes(done, start, syscall, fd, buffer, offset, length, position, convert) {
  if (done === undefined) {
    return finish(undefined, start(undefined, fd, buffer, offset, length, position), convert,
      syscall);
  }
  return start((result) => {
    if (result < 0) done(failure(result, syscall), 0, buffer);
    else done(null, result, buffer);
  }, fd, buffer, offset, length, position);
}

// Ranges have been checked: internal/fs/transfer.js.
function read(done, fd, buffer, offset, length, position) {
  return onBytes(done, native.read, 'read', fd, buffer, offset, length, position, same);
}

// Into a buffer of Buffer.alloc() that nobody else has before `done` is called.
function readNew(done, fd, buffer, position) {
  return onBytes(done, native.readNew, 'read', fd, buffer, 0, buffer.length, position, same);
}

function write(done, fd, buffer, offset, length, position) {
  return onBytes(done, native.write, 'write', fd, buffer, offset, length, position, same);
}

function onMany(done, start, syscall, fd, buffers, position) {
  fd = toFd(fd);
  checkBuffers(buffers);
  if (typeof position !== 'number') position = null;
  if (done === undefined) {
    return finish(undefined, start(undefined, fd, buffers, position), same, syscall);
  }
  return start((result) => {
    if (result < 0) done(failure(result, syscall), 0, buffers);
    else done(null, result, buffers);
  }, fd, buffers.slice(), position);
}

function readv(done, fd, buffers, position) {
  return onMany(done, native.readv, 'read', fd, buffers, position);
}

function writev(done, fd, buffers, position) {
  return onMany(done, native.writev, 'write', fd, buffers, position);
}

function writeTextSync(fd, string, position) {
  return finish(undefined, native.writeText(fd, string, position), same, 'write');
}

module.exports = {
  access, chmod, chown, close, copyFile, exists, failure, fchmod, fchown, fdatasync, fstat, fsync,
  ftruncate, futimes, isError, lchown, link, lstat, lstatSync, lutimes, mkdtemp, nameOf, onPath,
  open, read, readNew, readlink, readv, realpathNative, rename, rmdir, same, scandir, stat,
  statSync, statfs, symlink, unlink, utimes, write, writeTextSync, writev,
};
