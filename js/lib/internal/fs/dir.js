// SPDX-License-Identifier: MIT
// Open directories: fs.opendir and the class Dir.
'use strict';
const native = binding('fs');
const { codes } = require('internal/errors');
const ops = require('internal/fs/ops');
const { Dirent, UNKNOWN, typeOfStats } = require('internal/fs/stats');
const { joinName, split } = require('internal/fs/tree');
const { toNameEncoding, toOptions, toPath } = require('internal/fs/validate');
const { validateBoolean, validateFunction, validateUint32 } = require('internal/validators');

class Dir {
  #handle;
  #path;
  #options;
  #encoding;
  #entries = []; // read, and not given away yet
  #waiting = null; // the operations that wait for the current one
  #closed = false;
  #inner = []; // directories that a recursive read has still to look into

  constructor(handle, path, options) {
    if (handle == null) throw new codes.ERR_MISSING_ARGS('handle');
    this.#handle = handle;
    this.#path = path;
    this.#options = { bufferSize: 32, ...toOptions(options, { encoding: 'utf8' }) };
    this.#encoding = toNameEncoding(this.#options);
    validateUint32(this.#options.bufferSize, 'options.bufferSize', true);
  }

  get path() { return this.#path; }

  #take(names, types, path) {
    const list = split(names, this.#encoding);
    for (let i = 0; i < list.length; i++) {
      let type = types.charCodeAt(i) - 48;
      if (type === UNKNOWN) type = typeOfStats(ops.lstatSync(joinName(path, list[i])));
      const entry = new Dirent(list[i], type, path);
      this.#entries.push(entry);
      if (this.#options.recursive && entry.isDirectory()) {
        this.#inner.push(joinName(path, list[i]));
      }
    }
    return this.#entries.length > 0 ? this.#entries.shift() : null;
  }

  // The next piece: of the directory, then of those below it if asked for.
  #fill(done) {
    const { bufferSize } = this.#options;
    const raw = this.#encoding !== undefined;
    const taken = (result, path, syscall) => {
      if (ops.isError(result)) {
        const error = ops.failure(result, syscall, path);
        if (done === undefined) throw error;
        done(error);
        return undefined;
      }
      const [names, types] = result;
      const entry = this.#take(names, types, path);
      if (entry === null && this.#inner.length > 0) return this.#fillInner(done, taken);
      if (done !== undefined) done(null, entry);
      return entry;
    };
    const own = (result) => taken(result, this.#path, 'scandir');
    if (done === undefined) {
      return own(native.dirRead(undefined, this.#handle, bufferSize, raw));
    }
    return native.dirRead(own, this.#handle, bufferSize, raw);
  }

  #fillInner(done, taken) {
    const path = this.#inner.shift();
    const raw = this.#encoding !== undefined ? 1 : 0;
    const found = (result) => taken(result, path, 'opendir');
    if (done === undefined) return found(native.path(undefined, native.SCANDIR, path, raw, 1));
    return native.path(found, native.SCANDIR, path, raw, 1);
  }

  #promised(operation) {
    return new Promise((resolve, reject) => {
      operation((error, value) => {
        if (error) reject(error);
        else resolve(value);
      });
    });
  }

  read(callback) {
    if (#closed in this && this.#closed) throw new codes.ERR_DIR_CLOSED();
    if (callback === undefined) return this.#promised((done) => this.#read(done));
    validateFunction(callback, 'callback');
    return this.#read(callback);
  }

  #read(done) {
    if (this.#closed) {
      const error = new codes.ERR_DIR_CLOSED();
      process.nextTick(done, error);
      return;
    }
    if (this.#waiting !== null) {
      this.#waiting.push(() => this.#read(done));
      return;
    }
    if (this.#entries.length > 0) {
      process.nextTick(done, null, this.#entries.shift());
      return;
    }
    this.#waiting = [];
    this.#fill((error, entry) => {
      const waiting = this.#waiting;
      this.#waiting = null;
      for (const next of waiting) next();
      if (error) done(error);
      else done(null, entry);
    });
  }

  readSync() {
    if (#closed in this && this.#closed) throw new codes.ERR_DIR_CLOSED();
    if (!(#waiting in this) || this.#waiting !== null) {
      throw new codes.ERR_DIR_CONCURRENT_OPERATION();
    }
    if (this.#entries.length > 0) return this.#entries.shift();
    return this.#fill(undefined);
  }

  close(callback) {
    if (callback === undefined) {
      if (this.#closed) return Promise.reject(new codes.ERR_DIR_CLOSED());
      return this.#promised((done) => this.#close(done));
    }
    validateFunction(callback, 'callback');
    return this.#close(callback);
  }

  #close(done) {
    if (this.#closed) {
      process.nextTick(done, new codes.ERR_DIR_CLOSED());
      return;
    }
    if (this.#waiting !== null) {
      this.#waiting.push(() => this.#close(done));
      return;
    }
    this.#closed = true;
    native.dirClose((result) => {
      if (result < 0) done(ops.failure(result, 'closedir'));
      else done(null);
    }, this.#handle);
  }

  closeSync() {
    if (#closed in this && this.#closed) throw new codes.ERR_DIR_CLOSED();
    if (!(#waiting in this) || this.#waiting !== null) {
      throw new codes.ERR_DIR_CONCURRENT_OPERATION();
    }
    this.#closed = true;
    const result = native.dirClose(undefined, this.#handle);
    if (result < 0) throw ops.failure(result, 'closedir');
  }

  async* entries() {
    try {
      for (;;) {
        const entry = await this.read();
        if (entry === null) break;
        yield entry;
      }
    } finally {
      await this.close();
    }
  }
}
Object.defineProperty(Dir.prototype, Symbol.asyncIterator, {
  value: Dir.prototype.entries, enumerable: false, writable: true, configurable: true,
});

function opendir(done, path, options) {
  path = toPath(path);
  options = toOptions(options, { encoding: 'utf8' });
  if (options.recursive !== undefined) validateBoolean(options.recursive, 'options.recursive');
  if (options.bufferSize !== undefined) {
    validateUint32(options.bufferSize, 'options.bufferSize', true);
  }
  return ops.onPath(done, native.OPENDIR, 'opendir', path, 0, 0,
    (handle) => new Dir(handle, path, options));
}

module.exports = { Dir, opendir };
