// SPDX-License-Identifier: MIT
// Stats, BigIntStats, StatFs and Dirent, and how they are made from the binding's results.
'use strict';
const native = binding('fs');
const { S_IFMT, S_IFBLK, S_IFCHR, S_IFDIR, S_IFIFO, S_IFLNK, S_IFREG, S_IFSOCK } =
  require('internal/fs/constants');

// The order of js/bind/fs_result.c. A second record is for watchFile, which compares two.
const numbers = new Float64Array(native.stats);
const integers = new BigInt64Array(native.stats);
const FIELDS = 18;

class StatsBase {
  _checkModeProperty(property) {
    return (Number(this.mode) & S_IFMT) === property;
  }
  isDirectory() { return this._checkModeProperty(S_IFDIR); }
  isFile() { return this._checkModeProperty(S_IFREG); }
  isBlockDevice() { return this._checkModeProperty(S_IFBLK); }
  isCharacterDevice() { return this._checkModeProperty(S_IFCHR); }
  isSymbolicLink() { return this._checkModeProperty(S_IFLNK); }
  isFIFO() { return this._checkModeProperty(S_IFIFO); }
  isSocket() { return this._checkModeProperty(S_IFSOCK); }
}

// The nearest millisecond. A Date truncates, which is enough since 1970; Math.floor would
// repeatedly make the engine expect a small integer.
function toDate(ms) {
  if (typeof ms !== 'number') ms = Number(ms);
  return new Date(ms >= 0 ? ms + 0.5 : Math.floor(ms + 0.5));
}

// A function, since programs have always called it without new.
function Stats(dev, mode, nlink, uid, gid, rdev, blksize, ino, size, blocks, atimeMs, mtimeMs,
  ctimeMs, birthtimeMs) {
  this.dev = dev;
  this.mode = mode;
  this.nlink = nlink;
  this.uid = uid;
  this.gid = gid;
  this.rdev = rdev;
  this.blksize = blksize;
  this.ino = ino;
  this.size = size;
  this.blocks = blocks;
  this.atimeMs = atimeMs;
  this.mtimeMs = mtimeMs;
  this.ctimeMs = ctimeMs;
  this.birthtimeMs = birthtimeMs;
  this.atime = toDate(atimeMs);
  this.mtime = toDate(mtimeMs);
  this.ctime = toDate(ctimeMs);
  this.birthtime = toDate(birthtimeMs);
}
for (const name of Object.getOwnPropertyNames(StatsBase.prototype)) {
  if (name === 'constructor') continue;
  Object.defineProperty(Stats.prototype, name, {
    value: StatsBase.prototype[name], writable: true, enumerable: true, configurable: true,
  });
}

class BigIntStats extends StatsBase {
  constructor(dev, mode, nlink, uid, gid, rdev, blksize, ino, size, blocks, atimeNs, mtimeNs,
    ctimeNs, birthtimeNs) {
    super();
    Object.assign(this, { dev, mode, nlink, uid, gid, rdev, blksize, ino, size, blocks });
    this.atimeMs = atimeNs / 1000000n;
    this.mtimeMs = mtimeNs / 1000000n;
    this.ctimeMs = ctimeNs / 1000000n;
    this.birthtimeMs = birthtimeNs / 1000000n;
    this.atimeNs = atimeNs;
    this.mtimeNs = mtimeNs;
    this.ctimeNs = ctimeNs;
    this.birthtimeNs = birthtimeNs;
    this.atime = toDate(this.atimeMs);
    this.mtime = toDate(this.mtimeMs);
    this.ctime = toDate(this.ctimeMs);
    this.birthtime = toDate(this.birthtimeMs);
  }
}

function makeStats(at = 0) {
  const n = numbers;
  const i = at * FIELDS;
  return new Stats(n[i], n[i + 1], n[i + 2], n[i + 3], n[i + 4], n[i + 5], n[i + 6], n[i + 7],
    n[i + 8], n[i + 9], n[i + 10] * 1e3 + n[i + 11] / 1e6, n[i + 12] * 1e3 + n[i + 13] / 1e6,
    n[i + 14] * 1e3 + n[i + 15] / 1e6, n[i + 16] * 1e3 + n[i + 17] / 1e6);
}

function makeBigIntStats(at = 0) {
  const n = integers.subarray(at * FIELDS, (at + 1) * FIELDS);
  return new BigIntStats(n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8], n[9],
    n[10] * 1000000000n + n[11], n[12] * 1000000000n + n[13], n[14] * 1000000000n + n[15],
    n[16] * 1000000000n + n[17]);
}

class StatFs {
  constructor(type, bsize, blocks, bfree, bavail, files, ffree) {
    this.type = type;
    this.bsize = bsize;
    this.blocks = blocks;
    this.bfree = bfree;
    this.bavail = bavail;
    this.files = files;
    this.ffree = ffree;
  }
}

function makeStatFs() {
  const [type, bsize, blocks, bfree, bavail, files, ffree] = numbers;
  return new StatFs(type, bsize, blocks, bfree, bavail, files, ffree);
}

function makeBigIntStatFs() {
  const [type, bsize, blocks, bfree, bavail, files, ffree] = integers;
  return new StatFs(type, bsize, blocks, bfree, bavail, files, ffree);
}

// The types of directory entries, as the loop library numbers them.
const [UNKNOWN, FILE, DIR, LINK, FIFO, SOCKET, CHAR, BLOCK] = [0, 1, 2, 3, 4, 5, 6, 7];
const kType = Symbol('type');

class Dirent {
  constructor(name, type, path, filepath = path) {
    this.name = name;
    this.parentPath = path;
    this.path = filepath;
    this[kType] = type;
  }
  isDirectory() { return this[kType] === DIR; }
  isFile() { return this[kType] === FILE; }
  isBlockDevice() { return this[kType] === BLOCK; }
  isCharacterDevice() { return this[kType] === CHAR; }
  isSymbolicLink() { return this[kType] === LINK; }
  isFIFO() { return this[kType] === FIFO; }
  isSocket() { return this[kType] === SOCKET; }
}

const typeOfMode = new Map([
  [S_IFDIR, DIR], [S_IFREG, FILE], [S_IFBLK, BLOCK], [S_IFCHR, CHAR], [S_IFLNK, LINK],
  [S_IFIFO, FIFO], [S_IFSOCK, SOCKET],
]);

// The type of an entry whose file system does not return it with the name.
function typeOfStats(stats) {
  return typeOfMode.get(Number(stats.mode) & S_IFMT) ?? UNKNOWN;
}

module.exports = {
  BigIntStats, Dirent, StatFs, Stats, UNKNOWN, DIR, kType,
  makeBigIntStatFs, makeBigIntStats, makeStatFs, makeStats, typeOfStats,
};
