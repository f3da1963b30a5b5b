// SPDX-License-Identifier: MIT
// Whole files in single requests, as in Node: for exploration, where something else may come
// between any two of them. Otherwise one request does everything (internal/fs/whole.js).
'use strict';
const { codes } = require('internal/errors');
const ops = require('internal/fs/ops');

const MAX_SIZE = 2 ** 31 - 1;
const PIECE = 512 * 1024;
const UNKNOWN_PIECE = 64 * 1024;

const asFile = (file, flags, mode, done) => (typeof file === 'number' ? done(null, file) :
  ops.open(done, file, flags, mode));

// Calls done(error, value), when a file that was opened here is closed.
function finish(file, fd, error, value, done) {
  if (typeof file === 'number') {
    done(error, value);
    return;
  }
  ops.close((failure) => done(error ?? failure, value), fd);
}

// done(error, bytes); isStopped() is asked between the pieces.
function readFile(done, file, flags, isStopped) {
  asFile(file, flags, 0o666, (error, fd) => {
    if (error) {
      done(error);
      return;
    }
    ops.fstat((failure, stats) => {
      if (!failure && stats.isFile() && stats.size > MAX_SIZE) {
        failure = new codes.ERR_FS_FILE_TOO_LARGE(stats.size);
      }
      if (failure) finish(file, fd, failure, undefined, done);
      else readPieces(fd, stats.isFile() ? stats.size : 0, isStopped,
        (problem, bytes) => finish(file, fd, problem, bytes, done));
    }, fd);
  });
}

function readPieces(fd, size, isStopped, done) {
  const pieces = [];
  let total = 0;
  (function next() {
    const room = size === 0 ? UNKNOWN_PIECE : Math.min(PIECE, size - total);
    if (isStopped() || room === 0) {
      done(null, Buffer.concat(pieces));
      return;
    }
    const piece = Buffer.allocUnsafeSlow(room);
    ops.read((error, count) => {
      if (error) {
        done(error);
        return;
      }
      total += count;
      pieces.push(piece.subarray(0, count));
      if (count === 0) done(null, Buffer.concat(pieces));
      else next();
    }, fd, piece, 0, room, -1);
  })();
}

function writeFile(done, file, flags, mode, bytes, flush) {
  asFile(file, flags, mode, (error, fd) => {
    if (error) {
      done(error);
      return;
    }
    const end = (failure) => finish(file, fd, failure, undefined, done);
    writePieces(fd, bytes, (failure) => {
      if (failure || !flush) end(failure);
      else ops.fsync(end, fd);
    });
  });
}

function writePieces(fd, bytes, done) {
  let at = 0;
  (function next() {
    ops.write((error, count) => {
      at += count;
      if (error || at >= bytes.byteLength) done(error);
      else next();
    }, fd, bytes, at, bytes.byteLength - at, null);
  })();
}

exports.readFile = readFile;
exports.writeFile = writeFile;
