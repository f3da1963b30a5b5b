// SPDX-License-Identifier: MIT
// Operations on trees of directories: mkdir, readdir, rm, realpath, truncate. They are generators
// (internal/fs/steps.js); `done` comes first, as in internal/fs/ops.js.
'use strict';
const native = binding('fs');
const { codes } = require('internal/errors');
const ops = require('internal/fs/ops');
const { pause, run } = require('internal/fs/steps');
const { Dirent, UNKNOWN, typeOfStats } = require('internal/fs/stats');
const {
  parseFileMode, toNameEncoding, toOptions, toPath, toRmOptions, toRmdirOptions,
} = require('internal/fs/validate');
const { validateBoolean } = require('internal/validators');

function lazyPath() {
  return require('path');
}

// --- mkdir

function mkdirOnce(path, mode) {
  return (done) => ops.onPath(done, native.MKDIR, 'mkdir', path, mode);
}

function parentOf(path) {
  const { dirname } = lazyPath();
  return typeof path === 'string' ? dirname(path) :
    Buffer.from(dirname(Buffer.from(path).toString('latin1')), 'latin1');
}

// Makes the directory and those above it that are missing; the first one made.
function* mkdirAll(path, mode) {
  const missing = [path];
  const tried = new Set(); // a directory that cannot be made though the one above is there
  let first;
  while (missing.length > 0) {
    const current = missing[missing.length - 1];
    try {
      yield mkdirOnce(current, mode);
      first ??= current;
      missing.pop();
    } catch (error) {
      const parent = parentOf(current);
      if (error.code === 'ENOENT' && parent.toString() !== current.toString()) {
        if (tried.has(current.toString())) throw ops.failure(error.errno, 'mkdir', path);
        tried.add(current.toString());
        missing.push(parent);
        continue;
      }
      if (error.code === 'EACCES' || error.code === 'ENOSPC' || error.code === 'EPERM' ||
          error.code === 'ENOTDIR' || error.code === 'ENAMETOOLONG') {
        throw ops.failure(error.errno, 'mkdir', path);
      }
      let stats;
      try {
        stats = yield (done) => ops.stat(done, current);
      } catch (problem) { // removed meanwhile, perhaps
        throw ops.failure(problem.errno, 'mkdir', path);
      }
      if (!stats.isDirectory()) {
        const { errno } = missing.length > 1 ? { errno: -20 } : error;
        throw ops.failure(error.code === 'EEXIST' ? errno : -20, 'mkdir', path);
      }
      missing.pop();
    }
  }
  return first === undefined ? undefined : first.toString();
}

function mkdir(done, path, options) {
  let mode = 0o777;
  let recursive = false;
  path = toPath(path);
  if (typeof options === 'number' || typeof options === 'string') {
    mode = parseFileMode(options, 'mode');
  } else if (options) {
    if (options.recursive !== undefined) {
      recursive = options.recursive;
      validateBoolean(recursive, 'options.recursive');
    }
    if (options.mode !== undefined) mode = parseFileMode(options.mode, 'mode');
  }
  if (!recursive) return mkdirOnce(path, mode)(done);
  return run(done, mkdirAll(path, mode));
}

// --- readdir

function split(names, encoding) {
  if (encoding === undefined) {
    const list = names.split('\u0000');
    list.pop(); // behind the last one
    return list;
  }
  const bytes = Buffer.from(names.buffer, names.byteOffset, names.byteLength);
  const list = [];
  for (let begin = 0; begin < bytes.length;) {
    const end = bytes.indexOf(0, begin);
    const name = bytes.subarray(begin, end);
    list.push(encoding === 'buffer' ? Buffer.from(name) : name.toString(encoding));
    begin = end + 1;
  }
  return list;
}

function scan(path, encoding, withTypes) {
  return (done) => ops.scandir(done, path, encoding !== undefined, withTypes,
    withTypes ? ops.same : (names) => split(names, encoding));
}

function joinName(path, name) {
  if (typeof path === 'string' && typeof name === 'string') return lazyPath().join(path, name);
  return Buffer.concat([Buffer.from(path), Buffer.from('/'), Buffer.from(name)]);
}

// The entries of a directory, with the types that the file system did not return.
function* readEntries(path, encoding) {
  const [names, types] = yield scan(path, encoding, true);
  const entries = split(names, encoding);
  for (let i = 0; i < entries.length; i++) {
    let type = types.charCodeAt(i) - 48;
    if (type === UNKNOWN) {
      const full = joinName(path, entries[i]);
      type = typeOfStats(yield (done) => ops.lstat(done, full));
    }
    entries[i] = new Dirent(entries[i], type, path);
  }
  return entries;
}

function* readAll(root, encoding, withTypes) {
  const found = [];
  const waiting = [root];
  for (let i = 0; i < waiting.length; i++) {
    const path = waiting[i];
    for (const entry of yield* readEntries(path, encoding)) {
      const full = joinName(path, entry.name);
      found.push(withTypes ? entry : lazyPath().relative(root, full));
      let isDirectory = entry.isDirectory();
      if (entry.isSymbolicLink() && !withTypes) {
        // Names alone are followed through links, entries are not.
        isDirectory = false;
      }
      if (isDirectory) waiting.push(full);
    }
  }
  return found;
}

function readdir(done, path, options) {
  options = toOptions(options, {});
  const encoding = toNameEncoding(options);
  path = toPath(path);
  if (options.recursive != null) validateBoolean(options.recursive, 'options.recursive');
  if (options.recursive) {
    return run(done, readAll(path, encoding, Boolean(options.withFileTypes)));
  }
  if (!options.withFileTypes) return scan(path, encoding, false)(done);
  return run(done, readEntries(path, encoding));
}

// --- rm

const retryCodes = new Set(['EBUSY', 'EMFILE', 'ENFILE', 'ENOTEMPTY', 'EPERM']);

function* retrying(action, options) {
  for (let attempt = 1; ; attempt++) {
    try {
      yield action;
      return;
    } catch (error) {
      if (error.code === 'ENOENT') return; // somebody else was faster
      if (!retryCodes.has(error.code) || attempt > options.maxRetries) throw error;
      yield pause(attempt * options.retryDelay);
    }
  }
}

function* removeTree(path, isDirectory, options) {
  if (!isDirectory) {
    yield* retrying((done) => ops.unlink(done, path), options);
    return;
  }
  let entries;
  try {
    entries = yield* readEntries(path, 'buffer'); // names need not be UTF-8
  } catch (error) {
    if (error.code === 'ENOENT') return;
    throw error;
  }
  for (const entry of entries) {
    yield* removeTree(joinName(path, entry.name), entry.isDirectory(), options);
  }
  yield* retrying((done) => ops.rmdir(done, path), options);
}

function isDirectoryError(path) {
  return new codes.ERR_FS_EISDIR({
    code: 'EISDIR', message: 'is a directory', path, syscall: 'rm', errno: 21,
  });
}

function* removeAny(path, options) {
  let stats;
  try {
    stats = yield (done) => ops.lstat(done, path);
  } catch (error) {
    if (options.force && error.code === 'ENOENT') return;
    throw error;
  }
  if (stats.isDirectory() && !options.recursive) throw isDirectoryError(path);
  yield* removeTree(path, stats.isDirectory(), options);
}

function rm(done, path, options) {
  path = toPath(path);
  return run(done, removeAny(path, toRmOptions(options)));
}

function* removeDirectory(path, options) {
  let stats;
  try {
    stats = yield (done) => ops.lstat(done, path);
  } catch (error) {
    throw ops.failure(error.errno, 'rmdir', path);
  }
  if (!stats.isDirectory()) throw ops.failure(-20, 'rmdir', path);
  yield* removeTree(path, true, options);
}

function rmdir(done, path, options) {
  path = toPath(path);
  options = toRmdirOptions(options);
  if (!options.recursive) return ops.rmdir(done, path);
  process.emitWarning('In future versions of Node.js, fs.rmdir(path, { recursive: true }) will ' +
    'be removed. Use fs.rm(path, { recursive: true }) instead', 'DeprecationWarning', 'DEP0147');
  return run(done, removeDirectory(path, options));
}

// --- realpath

// Which part of the path is missing, or that there are too many links: for the error, because the
// system resolves paths itself; but it has no names for pipes.
function* findBadPart(path, error) {
  const { resolve, sep } = lazyPath();
  let rest = resolve(path).split(sep).filter(Boolean);
  let at = '';
  for (let links = 0; rest.length > 0 && links < 64;) {
    const next = `${at}/${rest.shift()}`;
    const stats = yield (done) => ops.lstat(done, next);
    if (stats.isSymbolicLink()) {
      links++;
      const end = yield (done) => ops.stat(done, next);
      const target = yield (done) => ops.readlink(done, next);
      if (rest.length === 0 && (end.isFIFO() || end.isSocket())) {
        return resolve(at || '/', target); // its name cannot be looked up
      }
      rest = resolve(at || '/', target).split(sep).filter(Boolean).concat(rest);
      at = '';
    } else {
      at = next;
    }
  }
  throw error;
}

function* resolveReal(path, encoding) {
  const named = ops.nameOf(encoding);
  try {
    return yield (done) => ops.onPath(done, native.REALPATH, 'realpath', path,
      encoding === undefined ? 0 : 1, 0, named);
  } catch (error) {
    return yield* findBadPart(path.toString(), error);
  }
}

function realpath(done, path, options) {
  options = toOptions(options, {});
  const encoding = toNameEncoding(options);
  // Only here a value that is not a URL is converted to a string.
  if (typeof path !== 'string' && !(path?.href && path.protocol)) path += '';
  path = toPath(path);
  if (path.length === 0) path = '.';
  return run(done, resolveReal(path, encoding));
}

// --- truncate

function* truncateFile(path, length) {
  const fd = yield (done) => ops.open(done, path, 'r+');
  try {
    yield (done) => ops.ftruncate(done, fd, length);
  } finally {
    yield (done) => ops.close(done, fd);
  }
}

function truncate(done, path, length) {
  path = toPath(path);
  return run(done, truncateFile(path, length));
}

module.exports = {
  joinName, mkdir, readEntries, readdir, realpath, rm, rmdir, split, truncate,
};
