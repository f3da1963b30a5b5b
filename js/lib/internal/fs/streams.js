// SPDX-License-Identifier: MIT
// ReadStream and WriteStream of fs. They use the functions of the module fs, or those in
// options.fs, or a FileHandle.
'use strict';
const fs = require('fs');
const { Readable, Writable, finished } = require('stream');
const { errorOrDestroy } = require('vendor/readable-stream/internal/streams/destroy');
const { codes } = require('internal/errors');
const { FileHandle, kRef, kUnref } = require('internal/fs/handle');
const { readNew } = require('internal/fs/ops');
const transfer = require('internal/fs/transfer');
const { toFd, toOptions, toPath } = require('internal/fs/validate');
const { validateBoolean, validateFunction, validateInteger } = require('internal/validators');

const kFs = Symbol('fs');
const kBusy = Symbol('busy'); // a read or write is in progress: closing waits for it
const kIdle = Symbol('idle'); // what waits for that

// The functions of fs, by a FileHandle.
function handleFs(handle) {
  const answer = (promise, callback) => {
    promise.then((value) => callback(null, value), callback); // as in Node not in a tick
  };
  return {
    read(fd, buffer, offset, length, position, callback) {
      answer(handle.read(buffer, offset, length, position), (error, done) =>
        callback(error, done?.bytesRead, buffer));
    },
    write(fd, buffer, offset, length, position, callback) {
      answer(handle.write(buffer, offset, length, position), (error, done) =>
        callback(error, done?.bytesWritten, buffer));
    },
    writev(fd, buffers, position, callback) {
      answer(handle.writev(buffers, position), (error, done) =>
        callback(error, done?.bytesWritten, buffers));
    },
    fsync(fd, callback) {
      answer(handle.sync(), callback);
    },
    close(fd, callback) {
      handle[kUnref]();
      answer(handle.close(), callback);
    },
  };
}

function checkFunctions(given, names) {
  for (const name of names) {
    if (given[name] !== undefined || name === 'open') {
      validateFunction(given[name], `options.fs.${name}`);
    }
  }
}

// Where the data is: a descriptor, a handle, or a path that is opened by _construct.
function setSource(stream, path, options, names) {
  const { fd } = options;
  if (options.fs) {
    stream[kFs] = options.fs;
    checkFunctions(options.fs, names);
  } else {
    stream[kFs] = fs;
  }
  if (fd == null) {
    stream.fd = null;
    stream.path = toPath(path);
    return;
  }
  if (typeof fd === 'number') {
    toFd(fd);
    stream.fd = fd;
    return;
  }
  if (typeof fd === 'object' && fd instanceof FileHandle) {
    if (options.fs) throw new codes.ERR_METHOD_NOT_IMPLEMENTED('FileHandle with fs');
    if (fd.fd < 0) {
      throw new codes.ERR_OUT_OF_RANGE('fd', '>= 0 && <= 2147483647', fd.fd);
    }
    stream.fd = fd.fd;
    stream[kFs] = handleFs(fd);
    fd[kRef]();
    fd.on('close', () => stream.close()); // also if the stream closes it: that uncorks the stream
    return;
  }
  throw new codes.ERR_INVALID_ARG_TYPE('fd', ['number', 'FileHandle'], fd);
}

function checkRange(stream, start, end) {
  if (start !== undefined) {
    validateInteger(start, 'start', 0);
    stream.pos = start;
  }
  if (end !== undefined && end !== Infinity) validateInteger(end, 'end', 0);
}

// Options count even if they are inherited.
function withStandard(options, standard) {
  const given = toOptions(options, {});
  for (const name in given) {
    if (given[name] !== undefined) standard[name] = given[name];
  }
  return standard;
}

function construct(callback) {
  const stream = this;
  if (typeof stream.fd === 'number') {
    callback();
    return;
  }
  if (stream.open !== openedAlready) {
    // Programs of old replace open.
    const emit = stream.emit;
    stream.emit = function(...args) {
      if (args[0] === 'open') {
        stream.emit = emit;
        callback();
        Reflect.apply(emit, stream, args);
      } else if (args[0] === 'error') {
        stream.emit = emit;
        callback(args[1]);
      } else {
        Reflect.apply(emit, stream, args);
      }
    };
    stream.open();
    return;
  }
  stream[kFs].open(stream.path, stream.flags, stream.mode, (error, fd) => {
    if (error) {
      callback(error);
      return;
    }
    stream.fd = fd;
    callback();
    stream.emit('open', fd);
    stream.emit('ready');
  });
}

// The method `open` of both is there for programs that replace it.
let warned = false;
function openedAlready() {
  if (warned) return;
  warned = true;
  const name = this instanceof ReadStream ? 'ReadStream' : 'WriteStream';
  process.emitWarning(`${name}.prototype.open() is deprecated`, 'DeprecationWarning', 'DEP0135');
}

function closeFile(stream, error, callback) {
  stream[kFs].close(stream.fd, (closeError) => callback(error || closeError));
  stream.fd = null;
}

// With the option flush all is on the disk before the file is closed.
function flushAndClose(stream, error, callback) {
  if (!stream.flush) {
    closeFile(stream, error, callback);
    return;
  }
  stream[kFs].fsync(stream.fd, (flushError) => closeFile(stream, error || flushError, callback));
}

function destroy(error, callback) {
  const stream = this;
  const end = (late = error) => { // late: what came of a read or write that was waited for
    if (stream.fd === null || stream.fd === undefined) callback(error || late);
    else flushAndClose(stream, error || late, callback);
  };
  if (stream[kBusy]) stream.once(kIdle, end);
  else end();
}

// A read or write has come back; a destroyed stream may now be closed.
function notBusy(stream, error) {
  stream[kBusy] = false;
  if (!stream.destroyed) return false;
  stream.emit(kIdle, error);
  return true;
}

function ReadStream(path, options) {
  if (!(this instanceof ReadStream)) return new ReadStream(path, options);
  options = withStandard(options, { highWaterMark: 64 * 1024, emitClose: true });
  setSource(this, path, options, ['open', 'read', 'close']);
  const { autoClose = true, start, end = Infinity } = options;
  this.flags = options.flags === undefined ? 'r' : options.flags;
  this.mode = options.mode === undefined ? 0o666 : options.mode;
  options.autoDestroy = autoClose;
  this.start = start;
  this.end = end;
  this.pos = undefined;
  this.bytesRead = 0;
  this[kBusy] = false;
  checkRange(this, start, end);
  if (start !== undefined && start > end) {
    throw new codes.ERR_OUT_OF_RANGE('start', `<= "end" (here: ${end})`, start);
  }
  Reflect.apply(Readable, this, [options]);
  if (options.encoding) this.setEncoding(options.encoding);
}
Object.setPrototypeOf(ReadStream.prototype, Readable.prototype);
Object.setPrototypeOf(ReadStream, Readable);

ReadStream.prototype._construct = construct;
ReadStream.prototype.open = openedAlready;

ReadStream.prototype._read = function(size) {
  const left = this.pos !== undefined ? this.end - this.pos + 1 : this.end - this.bytesRead + 1;
  size = Math.min(left, size);
  if (size <= 0) {
    this.push(null);
    return;
  }
  // A program that has its own fs.read sees the buffer before it is filled.
  const isOurs = this[kFs] === fs && fs.read === transfer.read;
  const buffer = isOurs ? Buffer.alloc(size) : Buffer.allocUnsafeSlow(size);
  const done = (error, bytesRead) => {
    if (notBusy(this, error)) return;
    if (error) {
      errorOrDestroy(this, error);
    } else if (bytesRead > 0) {
      if (this.pos !== undefined) this.pos += bytesRead;
      this.bytesRead += bytesRead;
      this.push(bytesRead === buffer.length ? buffer : shrink(buffer, bytesRead));
    } else {
      this.push(null);
    }
  };
  this[kBusy] = true;
  if (isOurs) readNew(done, this.fd, buffer, this.pos);
  else this[kFs].read(this.fd, buffer, 0, size, this.pos, done);
};

// A short read does not keep the memory of a long one.
function shrink(buffer, size) {
  if (size > buffer.length / 2) return buffer.subarray(0, size);
  const copy = Buffer.allocUnsafeSlow(size);
  buffer.copy(copy, 0, 0, size);
  return copy;
}

ReadStream.prototype._destroy = destroy;

ReadStream.prototype.close = function(callback) {
  if (typeof callback === 'function') finished(this, callback);
  this.destroy();
};

function WriteStream(path, options) {
  if (!(this instanceof WriteStream)) return new WriteStream(path, options);
  options = { ...withStandard(options, { emitClose: true }), decodeStrings: true };
  setSource(this, path, options, ['open', 'write', 'writev', 'close']);
  if (options.fs && !options.fs.write && !options.fs.writev) {
    throw new codes.ERR_INVALID_ARG_TYPE('options.fs.write', 'function', options.fs.write);
  }
  const { autoClose = true, start, flush = false } = options;
  if (options.flush != null) validateBoolean(flush, 'options.flush');
  this.flags = options.flags === undefined ? 'w' : options.flags;
  this.mode = options.mode === undefined ? 0o666 : options.mode;
  options.autoDestroy = autoClose;
  this.start = start;
  this.pos = undefined;
  this.bytesWritten = 0;
  this[kBusy] = false;
  checkRange(this, start, undefined);
  this.flush = flush;
  if (!this[kFs].write) this._write = undefined;
  if (!this[kFs].writev) this._writev = null;
  Reflect.apply(Writable, this, [options]);
  if (options.encoding) this.setDefaultEncoding(options.encoding);
}
Object.setPrototypeOf(WriteStream.prototype, Writable.prototype);
Object.setPrototypeOf(WriteStream, Writable);

WriteStream.prototype._construct = construct;
WriteStream.prototype.open = openedAlready;

// Writes until all is written; a write of nothing is tried again a few times.
function writeAll(stream, buffer, position, callback, attempts = 0) {
  stream[kFs].write(stream.fd, buffer, 0, buffer.length, position, (error, written) => {
    if (error?.code === 'EAGAIN') {
      error = null;
      written = 0;
    }
    if (stream.destroyed || error) {
      callback(error || new codes.ERR_STREAM_DESTROYED('write'));
      return;
    }
    stream.bytesWritten += written;
    attempts = written > 0 ? 0 : attempts + 1;
    if (attempts > 5) {
      callback(new Error('write failed'));
    } else if (written < buffer.length) {
      writeAll(stream, buffer.subarray(written),
        position === undefined ? undefined : position + written, callback, attempts);
    } else {
      callback();
    }
  });
}

// The file of a destroyed stream is closed after the callbacks of its writes.
function written(stream, error, callback) {
  stream[kBusy] = false;
  callback(error);
  if (stream.destroyed) stream.emit(kIdle, error);
}

WriteStream.prototype._write = function(data, encoding, callback) {
  this[kBusy] = true;
  writeAll(this, data, this.pos, (error) => written(this, error, callback));
  if (this.pos !== undefined) this.pos += data.length;
};

WriteStream.prototype._writev = function(data, callback) {
  const buffers = data.map(({ chunk }) => chunk);
  const size = buffers.reduce((sum, { length }) => sum + length, 0);
  this[kBusy] = true;
  const position = this.pos;
  this[kFs].writev(this.fd, buffers, position ?? null, (error, count) => {
    const end = (failed) => written(this, failed, callback);
    if (error?.code === 'EAGAIN') {
      error = null;
      count = 0;
    }
    if (this.destroyed || error) {
      end(error || new codes.ERR_STREAM_DESTROYED('writev'));
      return;
    }
    this.bytesWritten += count;
    if (count >= size) {
      end();
      return;
    }
    writeAll(this, Buffer.concat(buffers).subarray(count),
      position === undefined ? undefined : position + count, end);
  });
  if (this.pos !== undefined) this.pos += size;
};

WriteStream.prototype._destroy = destroy;

WriteStream.prototype.close = function(callback) {
  if (callback) {
    if (this.closed) {
      process.nextTick(callback);
      return;
    }
    this.on('close', callback);
  }
  // Without autoClose the end of the stream does not close the file, so this must.
  if (!this.autoClose) this.on('finish', this.destroy);
  this.end();
};
WriteStream.prototype.destroySoon = WriteStream.prototype.end;

for (const { prototype } of [ReadStream, WriteStream]) {
  const state = prototype instanceof Readable ? '_readableState' : '_writableState';
  Object.defineProperty(prototype, 'autoClose', {
    get() { return this[state].autoDestroy; },
    set(value) { this[state].autoDestroy = value; },
  });
  Object.defineProperty(prototype, 'pending', {
    get() { return this.fd === null; },
    configurable: true,
  });
}

module.exports = { ReadStream, WriteStream };
