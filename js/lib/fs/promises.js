// SPDX-License-Identifier: MIT
// The module fs/promises.
'use strict';
const constants = require('internal/fs/constants');
const ops = require('internal/fs/ops');
const tree = require('internal/fs/tree');
const whole = require('internal/fs/whole');
const { FileHandle, promised, readFile, writeFile } = require('internal/fs/handle');
const { codes } = require('internal/errors');
const { validateFunction } = require('internal/validators');

// A number is not a file here, unlike elsewhere in fs.
function fileOf(path) {
  return typeof path === 'number' ? require('internal/fs/validate').toPath(path) : path;
}

async function open(path, flags, mode) {
  return new FileHandle(await promised(ops.open, path, flags, mode));
}

async function truncate(path, length = 0) {
  const handle = await open(path, 'r+');
  try {
    await handle.truncate(length);
  } finally {
    await handle.close();
  }
}

async function lchmod() {
  throw new codes.ERR_METHOD_NOT_IMPLEMENTED('lchmod()');
}

async function* watch(filename, options = {}) {
  yield* require('internal/fs/watch').watchIterator(filename, options);
}

module.exports = {
  async access(path, mode) { return promised(ops.access, path, mode); },
  async copyFile(src, dest, mode) { return promised(ops.copyFile, src, dest, mode); },
  async cp(src, dest, options) {
    return promised(require('internal/fs/copy').cp, src, dest, options);
  },
  open,
  async opendir(path, options, ...more) {
    if (more.length > 0) validateFunction(more[0], 'callback');
    return promised(require('internal/fs/dir').opendir, path, options);
  },
  async rename(oldPath, newPath) { return promised(ops.rename, oldPath, newPath); },
  truncate,
  async rm(path, options) { return promised(tree.rm, path, options); },
  async rmdir(path, options) { return promised(tree.rmdir, path, options); },
  async mkdir(path, options) { return promised(tree.mkdir, path, options); },
  async readdir(path, options) { return promised(tree.readdir, path, options); },
  async readlink(path, options) { return promised(ops.readlink, path, options); },
  async symlink(target, path, type) { return promised(ops.symlink, target, path, type); },
  async lstat(path, options) { return promised(ops.lstat, path, options); },
  async stat(path, options) { return promised(ops.stat, path, options); },
  async statfs(path, options) { return promised(ops.statfs, path, options); },
  async link(existingPath, newPath) { return promised(ops.link, existingPath, newPath); },
  async unlink(path) { return promised(ops.unlink, path); },
  async chmod(path, mode) { return promised(ops.chmod, path, mode); },
  lchmod,
  async lchown(path, uid, gid) { return promised(ops.lchown, path, uid, gid); },
  async chown(path, uid, gid) { return promised(ops.chown, path, uid, gid); },
  async utimes(path, atime, mtime) { return promised(ops.utimes, path, atime, mtime); },
  async lutimes(path, atime, mtime) { return promised(ops.lutimes, path, atime, mtime); },
  async realpath(path, options) { return promised(ops.realpathNative, path, options); },
  async mkdtemp(prefix, options) { return promised(ops.mkdtemp, prefix, options); },
  async writeFile(path, data, options) {
    return writeFile(fileOf(path), data, options, whole.writeStandard);
  },
  async appendFile(path, data, options) {
    return writeFile(fileOf(path), data, options, whole.appendStandard);
  },
  async readFile(path, options) { return readFile(fileOf(path), options); },
  watch,
  constants,
};
Object.defineProperty(module.exports, 'FileHandle', { value: FileHandle, enumerable: false });
