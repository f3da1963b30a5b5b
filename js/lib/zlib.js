// SPDX-License-Identifier: MIT
// zlib: deflate, gzip and brotli, as streams and as functions.
'use strict';
const { codes } = require('internal/errors');
const { process } = require('internal/process');
const { validateFunction, validateUint32 } = require('internal/validators');
const { codes: resultNames, constants } = require('internal/zlib/constants');
const { brotliParams, inRange, zlibNumbers } = require('internal/zlib/options');
const { bytesOf, bytesToWrite, failure } = require('internal/zlib/bytes');
const { closedError, native, whole, wholeOnce, ZlibBase } = require('internal/zlib/stream');

const zlibFlushes = {
  low: constants.Z_NO_FLUSH, high: constants.Z_BLOCK,
  flush: constants.Z_NO_FLUSH, finish: constants.Z_FINISH, full: constants.Z_FULL_FLUSH,
};
const brotliFlushes = {
  low: constants.BROTLI_OPERATION_PROCESS, high: constants.BROTLI_OPERATION_EMIT_METADATA,
  flush: constants.BROTLI_OPERATION_PROCESS, finish: constants.BROTLI_OPERATION_FINISH,
  full: constants.BROTLI_OPERATION_FLUSH,
};

// A coder, or the error of making one.
function open(...args) {
  const handle = native.open(...args);
  if (typeof handle !== 'string') return handle;
  if (/^(Init|Failed)/.test(handle)) throw new codes.ERR_ZLIB_INITIALIZATION_FAILED();
  throw new codes.ERR_DLOPEN_FAILED(handle);
}

function inherit(Class, Base) {
  Object.setPrototypeOf(Class.prototype, Base.prototype);
  Object.setPrototypeOf(Class, Base);
}

function Zlib(options, mode) {
  const numbers = zlibNumbers(options ?? {}, mode); // checked before what all coders have
  Reflect.apply(ZlibBase, this, [options, mode, () => open(mode, ...numbers), zlibFlushes]);
  this._level = numbers[1];
  this._strategy = numbers[3];
}
inherit(Zlib, ZlibBase);

Zlib.prototype.params = function params(level, strategy, callback) {
  inRange(level, 'level', constants.Z_MIN_LEVEL, constants.Z_MAX_LEVEL);
  inRange(strategy, 'strategy', constants.Z_DEFAULT_STRATEGY, constants.Z_FIXED);
  if (this._level === level && this._strategy === strategy) {
    process.nextTick(callback);
    return;
  }
  this.flush(constants.Z_SYNC_FLUSH, () => {
    if (!this._handle) throw closedError();
    const errno = native.params(this._handle, level, strategy);
    if (errno !== 0) {
      this.destroy(failure(errno, undefined, 'Failed to set parameters'));
      return;
    }
    if (this.destroyed) return;
    this._level = level;
    this._strategy = strategy;
    if (callback) callback();
  });
};

function Brotli(options, mode) {
  const params = brotliParams(options);
  Reflect.apply(ZlibBase, this, [options, mode, () => open(mode, params), brotliFlushes]);
}
inherit(Brotli, Zlib);

function makeClass(name, Base, mode) {
  const Class = {
    [name]: function(options) {
      if (!(this instanceof Class)) return new Class(options);
      // Raw data with a window of 256 bytes is what zlib cannot write.
      if (mode === constants.DEFLATERAW && options?.windowBits === 8) {
        options = { ...options, windowBits: 9 };
      }
      Reflect.apply(Base, this, [options, mode]);
    },
  }[name];
  inherit(Class, Base);
  return Class;
}

const classes = {
  Deflate: makeClass('Deflate', Zlib, constants.DEFLATE),
  Inflate: makeClass('Inflate', Zlib, constants.INFLATE),
  Gzip: makeClass('Gzip', Zlib, constants.GZIP),
  Gunzip: makeClass('Gunzip', Zlib, constants.GUNZIP),
  DeflateRaw: makeClass('DeflateRaw', Zlib, constants.DEFLATERAW),
  InflateRaw: makeClass('InflateRaw', Zlib, constants.INFLATERAW),
  Unzip: makeClass('Unzip', Zlib, constants.UNZIP),
  BrotliCompress: makeClass('BrotliCompress', Brotli, constants.BROTLI_ENCODE),
  BrotliDecompress: makeClass('BrotliDecompress', Brotli, constants.BROTLI_DECODE),
};

function told(engine, bytes) {
  return engine._info ? { buffer: bytes, engine } : bytes;
}

function asyncForm(Class) {
  return function asyncBufferWrapper(buffer, opts, callback) {
    if (typeof opts === 'function') {
      callback = opts;
      opts = {};
    }
    const engine = new Class(opts);
    validateFunction(callback, 'callback');
    // What end() takes for its callback leaves nothing to write, as in Node.
    const bytesIn = bytesToWrite(typeof buffer === 'function' ? undefined : buffer);
    whole(engine, bytesIn, engine._finishFlushFlag, (error, bytes) => {
      if (error) Reflect.apply(callback, engine, [error]);
      else Reflect.apply(callback, engine, [null, told(engine, bytes)]);
    });
  };
}

function syncForm(Class) {
  return function syncBufferWrapper(buffer, opts) {
    const engine = new Class(opts);
    return told(engine, wholeOnce(engine, bytesOf(buffer)));
  };
}

function crc32(data, value = 0) {
  if (typeof data !== 'string' && !ArrayBuffer.isView(data)) {
    throw new codes.ERR_INVALID_ARG_TYPE('data', ['Buffer', 'TypedArray', 'DataView', 'string'],
      data);
  }
  validateUint32(value, 'value');
  return native.crc32(data, value);
}

module.exports = { crc32, ...classes };
for (const [name, from] of [['deflate', 'Deflate'], ['gzip', 'Gzip'], ['deflateRaw', 'DeflateRaw'],
  ['unzip', 'Unzip'], ['inflate', 'Inflate'], ['gunzip', 'Gunzip'], ['inflateRaw', 'InflateRaw'],
  ['brotliCompress', 'BrotliCompress'], ['brotliDecompress', 'BrotliDecompress']]) {
  module.exports[name] = asyncForm(classes[from]);
  module.exports[`${name}Sync`] = syncForm(classes[from]);
}
for (const name of Object.keys(classes)) {
  Object.defineProperty(module.exports, `create${name}`, {
    configurable: true, enumerable: true,
    value: function(options) { return new classes[name](options); },
  });
}
Object.defineProperties(module.exports, {
  constants: { enumerable: true, value: constants },
  codes: { enumerable: true, value: resultNames },
});
// The constants' old place.
for (const name of Object.keys(constants)) {
  if (!name.startsWith('BROTLI')) {
    Object.defineProperty(module.exports, name, { enumerable: false, value: constants[name] });
  }
}
