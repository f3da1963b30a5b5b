// SPDX-License-Identifier: MIT
// fs.cp: copies files and trees, as generators (internal/fs/steps.js). Only the promise form
// accepts an asynchronous filter.
'use strict';
const { codes } = require('internal/errors');
const ops = require('internal/fs/ops');
const tree = require('internal/fs/tree');
const { run } = require('internal/fs/steps');
const { toPath } = require('internal/fs/validate');
const { validateBoolean, validateFunction, validateInteger, validateObject } =
  require('internal/validators');
const { dirname, isAbsolute, join, parse, resolve, sep } = require('path');

const standard = {
  dereference: false,
  errorOnExist: false,
  filter: undefined,
  force: true,
  preserveTimestamps: false,
  recursive: false,
  verbatimSymlinks: false,
};

function toCopyOptions(options) {
  if (options === undefined) return { ...standard, mode: 0 };
  validateObject(options, 'options');
  options = { mode: 0, ...standard, ...options };
  for (const name of ['dereference', 'errorOnExist', 'force', 'preserveTimestamps', 'recursive',
    'verbatimSymlinks']) {
    validateBoolean(options[name], `options.${name}`);
  }
  validateInteger(options.mode, 'mode', 0, 7);
  if (options.dereference === true && options.verbatimSymlinks === true) {
    throw new codes.ERR_INCOMPATIBLE_OPTION_PAIR('dereference', 'verbatimSymlinks');
  }
  if (options.filter !== undefined) validateFunction(options.filter, 'options.filter');
  return options;
}

function problem(code, errno, name, text, path) {
  return new codes[code]({ message: text, path, syscall: 'cp', errno, code: name });
}

function* statOf(path, options, missingIsFine) {
  const look = options.dereference ? ops.stat : ops.lstat;
  try {
    return yield (done) => look(done, path, { bigint: true });
  } catch (error) {
    if (missingIsFine && error.code === 'ENOENT') return null;
    throw error;
  }
}

function sameFile(a, b) {
  return a.ino === b.ino && a.dev === b.dev;
}

function isInside(outer, inner) {
  const parts = resolve(inner).split(sep).filter(Boolean);
  return resolve(outer).split(sep).filter(Boolean).every((part, i) => parts[i] === part);
}

// Both stats; throws what must not be copied onto what.
function* checkPair(from, to, options) {
  const source = yield* statOf(from, options, false);
  const target = yield* statOf(to, options, true);
  if (target !== null) {
    if (sameFile(source, target)) {
      throw problem('ERR_FS_CP_EINVAL', 22, 'EINVAL', 'src and dest cannot be the same', to);
    }
    if (source.isDirectory() && !target.isDirectory()) {
      throw problem('ERR_FS_CP_DIR_TO_NON_DIR', 21, 'EISDIR',
        `cannot overwrite non-directory ${to} with directory ${from}`, to);
    }
    if (!source.isDirectory() && target.isDirectory()) {
      throw problem('ERR_FS_CP_NON_DIR_TO_DIR', 20, 'ENOTDIR',
        `cannot overwrite directory ${to} with non-directory ${from}`, to);
    }
  }
  if (source.isDirectory() && isInside(from, to)) {
    throw problem('ERR_FS_CP_EINVAL', 22, 'EINVAL',
      `cannot copy ${from} to a subdirectory of self ${to}`, to);
  }
  return { source, target };
}

// A directory above the target must not be the source, by whatever name.
function* checkParents(from, source, to) {
  const own = resolve(dirname(from));
  for (let above = resolve(dirname(to)); above !== own && above !== parse(above).root;
    above = dirname(above)) {
    let stats;
    try {
      const path = above;
      stats = yield (done) => ops.stat(done, path, { bigint: true });
    } catch (error) {
      if (error.code === 'ENOENT') return;
      throw error;
    }
    if (sameFile(source, stats)) {
      throw problem('ERR_FS_CP_EINVAL', 22, 'EINVAL',
        `cannot copy ${from} to a subdirectory of self ${to}`, to);
    }
  }
}

function accepts(options, from, to) {
  return (done) => {
    if (!options.filter) {
      if (done === undefined) return true;
      done(null, true);
      return undefined;
    }
    const answer = options.filter(from, to);
    if (done === undefined) {
      if (typeof answer?.then === 'function') {
        throw new codes.ERR_INVALID_RETURN_VALUE('boolean', 'filter', answer);
      }
      return Boolean(answer);
    }
    Promise.resolve(answer).then((value) => process.nextTick(done, null, Boolean(value)), done);
    return undefined;
  };
}

function* copyFile(source, target, from, to, options) {
  if (target !== null) {
    if (options.errorOnExist && !options.force) {
      throw problem('ERR_FS_CP_EEXIST', 17, 'EEXIST', `${to} already exists`, to);
    }
    if (!options.force) return;
    yield (done) => ops.unlink(done, to);
  }
  yield (done) => ops.copyFile(done, from, to, options.mode);
  if (options.preserveTimestamps) {
    if ((source.mode & 0o200n) === 0n) {
      yield (done) => ops.chmod(done, to, Number(source.mode) | 0o200);
    }
    const stats = yield (done) => ops.stat(done, from);
    yield (done) => ops.utimes(done, to, stats.atime, stats.mtime);
  }
  yield (done) => ops.chmod(done, to, Number(source.mode) & 0o7777);
}

function* copyLink(target, from, to, options) {
  let link = yield (done) => ops.readlink(done, from);
  if (!options.verbatimSymlinks && !isAbsolute(link)) link = resolve(dirname(from), link);
  if (target === null) {
    yield (done) => ops.symlink(done, link, to);
    return;
  }
  let present;
  try {
    present = yield (done) => ops.readlink(done, to);
  } catch (error) {
    if (error.code !== 'EINVAL' && error.code !== 'UNKNOWN') throw error;
    yield (done) => ops.symlink(done, link, to); // it is no link: this says so
    return;
  }
  if (!isAbsolute(present)) present = resolve(dirname(to), present);
  const source = yield (done) => ops.stat(done, from);
  if (source.isDirectory() && isInside(link, present) && link !== present) {
    throw problem('ERR_FS_CP_EINVAL', 22, 'EINVAL',
      `cannot copy ${link} to a subdirectory of self ${present}`, to);
  }
  if (source.isDirectory() && isInside(present, link) && link !== present) {
    throw problem('ERR_FS_CP_SYMLINK_TO_SUBDIRECTORY', 22, 'EINVAL',
      `cannot overwrite ${present} with ${link}`, to);
  }
  yield (done) => ops.unlink(done, to);
  yield (done) => ops.symlink(done, link, to);
}

function* copyDirectory(source, target, from, to, options) {
  if (target === null) yield (done) => tree.mkdir(done, to);
  for (const { name } of yield* tree.readEntries(from)) {
    const inner = join(from, name);
    const innerTo = join(to, name);
    if (!(yield accepts(options, inner, innerTo))) continue;
    const pair = yield* checkPair(inner, innerTo, options);
    yield* copyAny(pair, inner, innerTo, options);
  }
  if (target === null) yield (done) => ops.chmod(done, to, Number(source.mode) & 0o7777);
}

function* copyAny({ source, target }, from, to, options) {
  if (source.isDirectory()) {
    if (!options.recursive) {
      throw new codes.ERR_FS_EISDIR({
        message: `${from} is a directory (not copied)`, path: from, syscall: 'cp', errno: 21,
        code: 'EISDIR',
      });
    }
    yield* copyDirectory(source, target, from, to, options);
  } else if (source.isFile() || source.isCharacterDevice() || source.isBlockDevice()) {
    yield* copyFile(source, target, from, to, options);
  } else if (source.isSymbolicLink()) {
    yield* copyLink(target, from, to, options);
  } else if (source.isSocket()) {
    throw problem('ERR_FS_CP_SOCKET', 22, 'EINVAL', `cannot copy a socket file: ${to}`, to);
  } else if (source.isFIFO()) {
    throw problem('ERR_FS_CP_FIFO_PIPE', 22, 'EINVAL', `cannot copy a FIFO pipe: ${to}`, to);
  } else {
    throw problem('ERR_FS_CP_UNKNOWN', 22, 'EINVAL',
      `cannot copy an unknown file type: ${to}`, to);
  }
}

function* copyTree(from, to, options) {
  if (!(yield accepts(options, from, to))) return;
  const pair = yield* checkPair(from, to, options);
  yield* checkParents(from, pair.source, to);
  yield (done) => tree.mkdir(done, dirname(to), { recursive: true });
  yield* copyAny(pair, from, to, options);
}

function cp(done, from, to, options) {
  options = toCopyOptions(options);
  from = toPath(from, 'src').toString();
  to = toPath(to, 'dest').toString();
  return run(done, copyTree(from, to, options));
}

module.exports = { cp };
