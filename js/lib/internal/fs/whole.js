// SPDX-License-Identifier: MIT
// readFile, writeFile and appendFile: whole files, in one trip to a thread if they are small
// (js/bind/fs_file.c). The first parameter is `done`, as in internal/fs/ops.js.
'use strict';
const native = binding('fs');
const { FastBuffer } = require('internal/buffer/fast');
const { AbortError, codes } = require('internal/errors');
const program = require('internal/program');
const { validateBoolean } = require('internal/validators');
const ops = require('internal/fs/ops');
const {
  checkText, isView, parseFileMode, toFd, toFlags, toOptions, toPath,
} = require('internal/fs/validate');

const MAX_SIZE = 2 ** 31 - 1;
const { EFBIG, ECANCELED } = def('ERRNO');
const steps = ['open', 'fstat', 'read', 'write', 'fsync', 'close']; // as in fs_file.c

const readStandard = { flag: 'r' };
const writeStandard = { encoding: 'utf8', mode: 0o666, flag: 'w', flush: false };
const appendStandard = { encoding: 'utf8', mode: 0o666, flag: 'a', flush: false };

function isFd(file) {
  return (file >>> 0) === file;
}

function failure(errno, step, size, path) {
  if (errno === null) return require('internal/buffer/encodings').noString(size); // of a text
  if (errno === EFBIG && step === 1) return new codes.ERR_FS_FILE_TOO_LARGE(size);
  return ops.failure(errno, steps[step], step === 0 ? path : undefined);
}

let inherited; // what a FastBuffer inherits from, loaded for the first

// A small file waits in C to be copied.
function toBuffer(result, size) {
  inherited ??= require('buffer');
  if (result !== undefined) return new FastBuffer(result);
  const buffer = new FastBuffer(size);
  native.take(buffer);
  return buffer;
}

function decoded(result, size, encoding) {
  if (typeof result === 'string') return result;
  const buffer = result instanceof FastBuffer ? result : toBuffer(result, size);
  return encoding && encoding !== 'buffer' ? buffer.toString(encoding) : buffer;
}

function isUtf8(encoding) {
  return encoding === 'utf8' || encoding === 'utf-8';
}

function aborted(signal) {
  return new AbortError(undefined, { cause: signal.reason });
}

// Lets a signal stop trips: the memory is read between the pieces of a large file. All trips of one
// signal share a listener; many of them would get a warning, and Node has none.
const stoppers = new WeakMap();

function stopper(signal) {
  let shared = stoppers.get(signal);
  if (shared === undefined) {
    const stop = new Uint8Array(1);
    shared = { stop, trips: 0, onAbort() { stop[0] = 1; } };
    stoppers.set(signal, shared);
    signal.addEventListener('abort', shared.onAbort, { once: true });
  }
  shared.trips++;
  return shared;
}

function releaseStopper(signal, shared) {
  if (--shared.trips === 0) {
    signal.removeEventListener('abort', shared.onAbort);
    stoppers.delete(signal);
  }
}

// With exploration each step is a request, and others may come between.
function isInSteps() {
  return program.options.virtualTime === true && binding('explore').seed() !== undefined;
}

function readFileSync(path, options) {
  options = toOptions(options, readStandard);
  const { encoding } = options;
  const file = typeof path === 'number' ? toFd(path) : toPath(path);
  const result = native.readFile(undefined, file, toFlags(options.flag), isUtf8(encoding));
  if (Array.isArray(result)) throw failure(result[0], result[1], result[2], path);
  return decoded(result, undefined, encoding);
}

function readFile(done, path, options) {
  options = toOptions(options, readStandard);
  const { encoding, signal } = options;
  const file = isFd(path) ? path : toPath(path);
  const flags = toFlags(options.flag);
  if (signal?.aborted) {
    done(aborted(signal));
    return;
  }
  if (isInSteps()) {
    require('internal/fs/single').readFile((error, bytes) => {
      if (signal?.aborted) done(aborted(signal));
      else if (error) done(error);
      else finishRead(done, bytes, undefined, encoding);
    }, file, flags, () => signal?.aborted);
    return;
  }
  const stopping = signal ? stopper(signal) : undefined;
  native.readFile((result, step, size) => {
    if (stopping) releaseStopper(signal, stopping);
    if (signal?.aborted || result === ECANCELED) {
      done(aborted(signal));
      return;
    }
    if (typeof result === 'number' || result === null) {
      done(failure(result, step, size, file));
      return;
    }
    finishRead(done, result, size, encoding);
  }, file, flags, isUtf8(encoding), stopping?.stop);
}

function finishRead(done, result, size, encoding) {
  let value;
  try {
    value = decoded(result, size, encoding);
  } catch (error) {
    done(error);
    return;
  }
  done(null, value);
}

// The bytes to write.
function toBytes(data, encoding, name) {
  if (isView(data)) return data;
  checkText(data, name);
  return Buffer.from(data, encoding || 'utf8');
}

function writeOptions(options, standard) {
  options = toOptions(options, standard);
  const { flush = false, flag = standard.flag, mode = standard.mode } = options;
  validateBoolean(flush, 'options.flush');
  return { ...options, flush, flag: flag ?? standard.flag, mode: mode ?? standard.mode };
}

function writeFileSync(path, data, options, standard = writeStandard) {
  options = writeOptions(options, standard);
  const bytes = toBytes(data, options.encoding, 'data');
  const file = isFd(path) ? toFd(path) : toPath(path);
  const result = native.writeFile(undefined, file, toFlags(options.flag),
    parseFileMode(options.mode, 'mode'), bytes, options.flush);
  if (Array.isArray(result)) throw failure(result[0], result[1], result[2], path);
}

function writeFile(done, path, data, options, standard = writeStandard) {
  options = writeOptions(options, standard);
  const bytes = toBytes(data, options.encoding, 'data');
  const { signal, flush } = options;
  const file = isFd(path) ? path : toPath(path);
  const flags = toFlags(options.flag);
  const mode = parseFileMode(options.mode, 'mode', 0o666);
  if (signal?.aborted) {
    done(aborted(signal));
    return;
  }
  if (isInSteps()) {
    require('internal/fs/single').writeFile((error) => {
      done(signal?.aborted ? aborted(signal) : error ?? null);
    }, file, flags, mode, bytes, flush);
    return;
  }
  native.writeFile((result, step, size) => {
    if (signal?.aborted) done(aborted(signal));
    else if (result < 0) done(failure(result, step, size, file));
    else done(null);
  }, file, flags, mode, bytes, flush);
}

function appendFileSync(path, data, options) {
  writeFileSync(path, data, toOptions(options, appendStandard), appendStandard);
}

function appendFile(done, path, data, options) {
  writeFile(done, path, data, toOptions(options, appendStandard), appendStandard);
}

module.exports = {
  MAX_SIZE, aborted, appendFile, appendFileSync, appendStandard, readFile, readFileSync, toBytes,
  writeFile, writeFileSync, writeOptions, writeStandard,
};
