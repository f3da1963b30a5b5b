// SPDX-License-Identifier: MIT
// The class FileHandle of fs/promises. Its operations hold the descriptor: a close waits for them.
'use strict';
const EventEmitter = require('events');
const { AbortError, codes } = require('internal/errors');
const ops = require('internal/fs/ops');
const whole = require('internal/fs/whole');
const {
  checkBuffer, checkPosition, checkReadRange, checkText, checkWriteRange, isView, toOptions,
} = require('internal/fs/validate');
const { validateBoolean, validateEncoding, validateInteger, validateObject } =
  require('internal/validators');

const { setAwaited } = require('internal/stack');
const { kDeserialize, kTransfer, kTransferList } =
  require('internal/messaging/transferable');

const kRef = Symbol('ref');
const kUnref = Symbol('unref');
const noOptions = Object.freeze({ __proto__: null });

// A promise for what the operation passes to its `done`. A callback of the loop makes the error:
// its stack can only show the functions that await the promise.
function promised(operation, ...args) {
  let promise = null; // it is not there yet
  promise = new Promise((resolve, reject) => {
    operation((error, value) => {
      if (error) {
        if (promise !== null) setAwaited(error, promise);
        reject(error);
      } else {
        resolve(value);
      }
    }, ...args);
  });
  return promise;
}

class FileHandle extends EventEmitter {
  #fd;
  #users = 1; // operations in progress, and one for being open
  #closing; // the promise of the first close
  #closed; // its functions

  constructor(fd) {
    super();
    this.#fd = fd ?? -1;
  }

  getAsyncId() { return 0; }
  get fd() { return this.#fd; }

  appendFile(data, options) { return writeFile(this, data, options, whole.appendStandard); }
  chmod(mode) { return this.#use('fchmod', ops.fchmod, mode); }
  chown(uid, gid) { return this.#use('fchown', ops.fchown, uid, gid); }
  datasync() { return this.#use('fdatasync', ops.fdatasync); }
  sync() { return this.#use('fsync', ops.fsync); }
  stat(options) { return this.#use('fstat', ops.fstat, options); }
  truncate(length = 0) { return this.#use('ftruncate', ops.ftruncate, length); }
  utimes(atime, mtime) { return this.#use('futimes', ops.futimes, atime, mtime); }
  readFile(options) { return this.#run('readFile', readFile, options); }
  writeFile(data, options) { return writeFile(this, data, options, whole.writeStandard); }
  read(buffer, offset, length, position) {
    return this.#run('read', read, buffer, offset, length, position);
  }
  readv(buffers, position) { return this.#run('readv', readv, buffers, position); }
  write(buffer, offset, length, position) {
    return this.#run('write', write, buffer, offset, length, position);
  }
  writev(buffers, position) { return this.#run('writev', writev, buffers, position); }

  readLines(options = undefined) {
    return require('readline').createInterface({
      input: this.createReadStream(options), crlfDelay: Infinity,
    });
  }

  createReadStream(options = undefined) {
    const { ReadStream } = require('internal/fs/streams');
    return new ReadStream(undefined, { ...options, fd: this });
  }

  createWriteStream(options = undefined) {
    const { WriteStream } = require('internal/fs/streams');
    return new WriteStream(undefined, { ...options, fd: this });
  }

  readableWebStream(options = noOptions) {
    return require('internal/fs/blob').webStream(this, options);
  }

  close() {
    if (this.#fd === -1) return Promise.resolve();
    if (this.#closing !== undefined) return this.#closing;
    this.#users--;
    if (this.#users === 0) {
      const fd = this.#fd;
      this.#fd = -1;
      this.#closing = promised(ops.close, fd).finally(() => { this.#closing = undefined; });
    } else {
      this.#closing = new Promise((resolve, reject) => {
        this.#closed = { resolve, reject };
      }).finally(() => {
        this.#closing = undefined;
        this.#closed = undefined;
      });
    }
    this.emit('close');
    return this.#closing;
  }

  async [Symbol.asyncDispose]() { return this.close(); }

  // To another thread.
  [kTransfer]() {
    if (this.#closing !== undefined || this.#users > 1) {
      const { DOMException } = require('internal/dom_exception');
      throw new DOMException('Cannot transfer FileHandle while in use', 'DataCloneError');
    }
    const fd = this.#fd;
    this.#fd = -1;
    this.#users = 0;
    return { data: { fd }, deserializeInfo: 'internal/fs/handle:FileHandle' };
  }

  [kTransferList]() { return []; }

  [kDeserialize]({ fd }) { this.#fd = fd; }

  [kRef]() { this.#users++; }

  [kUnref]() {
    this.#users--;
    if (this.#users === 0) {
      const fd = this.#fd;
      this.#fd = -1;
      promised(ops.close, fd).then(this.#closed.resolve, this.#closed.reject);
    }
  }

  // Runs an async function with the handle held.
  async #run(syscall, operation, ...args) {
    if (this.#fd === -1) throw closedError(syscall);
    this[kRef]();
    try {
      return await operation(this, ...args);
    } finally {
      this[kUnref]();
    }
  }

  #use(syscall, operation, ...args) {
    return this.#run(syscall, () => promised(operation, this.#fd, ...args));
  }

  static run(handle, syscall, operation, ...args) {
    return handle.#run(syscall, operation, ...args);
  }
}

function closedError(syscall) {
  const error = new Error('file closed');
  error.code = 'EBADF';
  error.syscall = syscall;
  return error;
}

async function read(handle, buffer, offset, length, position) {
  if (!isView(buffer)) {
    if (buffer !== undefined) validateObject(buffer, 'options', { nullable: true });
    ({ buffer = Buffer.alloc(16384), offset = 0, length = buffer.byteLength - offset,
      position = null } = buffer ?? noOptions);
  }
  if (offset !== null && typeof offset === 'object') {
    ({ offset = 0, length = buffer.byteLength - offset, position = null } = offset);
  }
  checkBuffer(buffer);
  if (offset == null) offset = 0;
  else validateInteger(offset, 'offset', 0);
  length ??= buffer.byteLength - offset;
  if (length === 0) return { __proto__: null, bytesRead: length, buffer };
  if (buffer.byteLength === 0) {
    throw new codes.ERR_INVALID_ARG_VALUE('buffer', buffer, 'is empty and cannot be written');
  }
  checkReadRange(offset, length, buffer.byteLength);
  position ??= -1;
  checkPosition(position, 'position', length);
  const bytesRead = await promised(ops.read, handle.fd, buffer, offset, length, position) || 0;
  return { __proto__: null, bytesRead, buffer };
}

async function write(handle, buffer, offset, length, position) {
  if (isView(buffer)) {
    if (buffer.byteLength === 0) return { __proto__: null, bytesWritten: 0, buffer };
    if (offset !== null && typeof offset === 'object') {
      ({ offset = 0, length = buffer.byteLength - offset, position = null } = offset);
    }
    if (offset == null) offset = 0;
    else validateInteger(offset, 'offset', 0);
    if (typeof length !== 'number') length = buffer.byteLength - offset;
    if (typeof position !== 'number') position = null;
    checkWriteRange(offset, length, buffer.byteLength);
    const bytesWritten =
      await promised(ops.write, handle.fd, buffer, offset, length, position) || 0;
    return { __proto__: null, bytesWritten, buffer };
  }
  checkText(buffer, 'buffer');
  validateEncoding(buffer, length);
  const bytes = Buffer.from(buffer, length);
  const bytesWritten = await promised(ops.write, handle.fd, bytes, 0, bytes.length,
    typeof offset === 'number' ? offset : null) || 0;
  return { __proto__: null, bytesWritten, buffer };
}

async function readv(handle, buffers, position) {
  const bytesRead = await promised(ops.readv, handle.fd, buffers, position) || 0;
  return { __proto__: null, bytesRead, buffers };
}

async function writev(handle, buffers, position) {
  if (Array.isArray(buffers) && buffers.length === 0) {
    return { __proto__: null, bytesWritten: 0, buffers };
  }
  const bytesWritten = await promised(ops.writev, handle.fd, buffers, position) || 0;
  return { __proto__: null, bytesWritten, buffers };
}

// Of a path or a handle.
async function readFile(file, options) {
  options = toOptions(options, { flag: 'r' });
  return promised(whole.readFile, file instanceof FileHandle ? file.fd : file, options);
}

function checkAborted(signal) {
  if (signal?.aborted) throw new AbortError(undefined, { cause: signal.reason });
}

async function writeAll(handle, bytes) {
  let rest = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  while (rest.byteLength > 0) {
    const { bytesWritten } = await handle.write(rest, 0, rest.byteLength, null);
    rest = rest.subarray(bytesWritten);
  }
}

async function writePieces(handle, data, signal, encoding) {
  checkAborted(signal);
  if (isIterable(data)) {
    for await (const piece of data) {
      checkAborted(signal);
      await writeAll(handle, whole.toBytes(piece, encoding, 'data'));
      checkAborted(signal);
    }
  } else {
    // In pieces, so that a signal can take effect between them.
    for (let at = 0; at < data.byteLength || at === 0; at += 524288) {
      checkAborted(signal);
      const piece = new Uint8Array(data.buffer, data.byteOffset + at,
        Math.min(524288, data.byteLength - at));
      await writeAll(handle, piece);
    }
    checkAborted(signal);
  }
}

function isIterable(data) {
  return data !== null && typeof data === 'object' && !isView(data) &&
    (typeof data[Symbol.asyncIterator] === 'function' ||
      typeof data[Symbol.iterator] === 'function');
}

// To a path or a handle. Bytes to a path go in one trip.
async function writeFile(file, data, options, standard) {
  options = whole.writeOptions(options, standard);
  validateBoolean(options.flush, 'options.flush');
  const { signal, encoding } = options;
  if (!isIterable(data)) data = whole.toBytes(data, encoding, 'data');
  if (file instanceof FileHandle) {
    return FileHandle.run(file, 'writeFile', writePieces, data, signal, encoding);
  }
  checkAborted(signal);
  if (!isIterable(data) && data.byteLength <= 524288) {
    return promised(whole.writeFile, file, data, options);
  }
  const fd = await promised(ops.open, file, options.flag, options.mode);
  const handle = new FileHandle(fd);
  try {
    await writePieces(handle, data, signal, encoding);
    if (options.flush) await handle.sync();
  } finally {
    await handle.close();
  }
  return undefined;
}

module.exports = { FileHandle, kRef, kUnref, promised, readFile, writeFile };
