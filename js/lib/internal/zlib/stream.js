// SPDX-License-Identifier: MIT
// What all streams of zlib have in common: a Transform whose work a coder of js/bind/zlib.c does on
// the pool. A coder gets input and an output buffer, and returns how much of each is left: if it
// fills the buffer, there is more to come.
'use strict';
const { Transform, finished } = require('stream');
const { codes } = require('internal/errors');
const { process } = require('internal/process');
const { Buffer, kMaxLength } = require('buffer');
const { chunkSizeOf, inRange } = require('internal/zlib/options');
const { failure } = require('internal/zlib/bytes');
const { steady } = require('internal/buffer/steady');
const { Coder, kOwner } = require('internal/zlib/coder');
const native = binding('zlib');

const kFlushFlag = Symbol('kFlushFlag');
const kError = Symbol('kError');
const kWaiting = Symbol('kWaiting');
const kRoom = Symbol('kRoom');
const standardSize = 16384;
let onceRoom;

// Empty pieces that request a flush when they reach the coder, by kind.
const flushPieces = [];
for (let kind = 0; kind <= 5; kind++) {
  flushPieces[kind] = Buffer.alloc(0);
  flushPieces[kind][kFlushFlag] = kind;
}

// `flushes`: how many kinds there are, the one for pieces, the one for the end, the one of flush().
function ZlibBase(options, mode, handle, flushes) {
  let maxOutputLength = kMaxLength;
  let chunkSize;
  let { flush, finish } = flushes;
  if (options) {
    chunkSize = chunkSizeOf(options);
    flush = inRange(options.flush, 'options.flush', flushes.low, flushes.high, flush);
    finish = inRange(options.finishFlush, 'options.finishFlush', flushes.low, flushes.high, finish);
    maxOutputLength = inRange(options.maxOutputLength, 'options.maxOutputLength', 1, kMaxLength,
      kMaxLength);
    if (options.encoding || options.objectMode || options.writableObjectMode) {
      options = { ...options, encoding: null, objectMode: false, writableObjectMode: false };
    }
  }
  Reflect.apply(Transform, this, [{ autoDestroy: true, ...options }]);
  this.bytesWritten = 0;
  this._handle = Object.setPrototypeOf(handle(), Coder.prototype);
  this._handle[kOwner] = this;
  this[kRoom] = undefined;
  this._outOffset = 0;
  this._chunkSize = chunkSize ?? standardSize;
  this._defaultFlushFlag = flush;
  this._finishFlushFlag = finish;
  this._defaultFullFlushFlag = flushes.full;
  this._info = options?.info;
  this._maxOutputLength = maxOutputLength;
  this[kError] = null;
  this[kWaiting] = null;
}
Object.setPrototypeOf(ZlibBase.prototype, Transform.prototype);
Object.setPrototypeOf(ZlibBase, Transform);

function closedError() {
  return new codes.ERR_INTERNAL_ASSERTION(
    'zlib binding closed\n' +
    'This is caused by either a bug in Node.js or incorrect usage of Node.js ' +
    'internals.\nPlease open an issue with this stack trace at ' +
    'https://github.com/nodejs/node/issues\n');
}

// Room for what comes next.
function makeRoom(stream) {
  if (stream[kRoom] === undefined || stream._outOffset >= stream._chunkSize) {
    stream[kRoom] = Buffer.allocUnsafeSlow(stream._chunkSize);
    stream._outOffset = 0;
  }
  return stream._chunkSize - stream._outOffset;
}

// Lets the coder work on chunk from `offset` on until it needs no more.
function step(stream, chunk, offset, flag, callback, end = chunk.byteLength) {
  if (offset === 0) chunk = steady(chunk);
  const size = end - offset;
  const room = makeRoom(stream);
  native.write(stream._handle, flag, [chunk, stream[kRoom]], offset, size, stream._outOffset,
    room, (availIn, availOut, errno, code, message) => {
      if (errno !== 0) {
        stream[kError] = failure(errno, code, message);
        stream.destroy(stream[kError]);
        return;
      }
      if (stream.destroyed || stream._handle === null) {
        callback();
        return;
      }
      stream.bytesWritten += size - availIn;
      let wanted = true;
      const have = room - availOut;
      if (have > 0) {
        const out = stream[kRoom].subarray(stream._outOffset, stream._outOffset + have);
        stream._outOffset += have;
        wanted = stream.push(out);
      }
      if (stream.destroyed) {
        callback();
      } else if (availOut === 0) {
        const next = () => step(stream, chunk, end - availIn, flag, callback, end);
        if (wanted) next();
        else stream[kWaiting] = next; // until somebody reads
      } else if (availIn > 0) {
        stream.push(null); // what is behind the end of the data is of no interest
        callback();
      } else {
        callback();
      }
    });
}

// All of what the coder makes of a chunk, at once.
function wholeSync(stream, chunk, flag) {
  const pieces = [];
  let offset = 0;
  let total = 0;
  for (;;) {
    if (stream._handle === null) throw closedError();
    const size = chunk.byteLength - offset;
    const room = makeRoom(stream);
    const [availIn, availOut, errno, code, message] = native.write(stream._handle, flag,
      [chunk, stream[kRoom]], offset, size, stream._outOffset, room, undefined);
    if (errno !== 0) {
      stream[kError] = failure(errno, code, message);
      closeHandle(stream);
      throw stream[kError];
    }
    stream.bytesWritten += size - availIn;
    const have = room - availOut;
    if (have > 0) {
      pieces.push(stream[kRoom].subarray(stream._outOffset, stream._outOffset + have));
      stream._outOffset += have;
      total += have;
      if (total > stream._maxOutputLength) {
        closeHandle(stream);
        throw new codes.ERR_BUFFER_TOO_LARGE(stream._maxOutputLength);
      }
    }
    if (availOut !== 0) break;
    offset = chunk.byteLength - availIn;
  }
  return pieces.length === 1 ? pieces[0] : Buffer.concat(pieces, total);
}

// The same for a new stream, which is closed afterwards. If the program will not see the stream,
// its room is one for all: a result does not keep more memory than it needs.
function wholeOnce(stream, chunk) {
  if (stream._chunkSize === standardSize && !stream._info) {
    stream[kRoom] = onceRoom ??= Buffer.allocUnsafeSlow(standardSize);
  }
  const bytes = wholeSync(stream, chunk, stream._finishFlushFlag);
  closeHandle(stream);
  if (onceRoom === undefined || bytes.buffer !== onceRoom.buffer) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  own.set(bytes);
  return own;
}

// The same in the pool, for callback(error, bytes).
function whole(stream, chunk, flag, callback) {
  const pieces = [];
  let total = 0;
  const length = chunk.byteLength;
  chunk = steady(chunk);
  function end(error, bytes) {
    closeHandle(stream);
    stream.destroy();
    callback(error, bytes);
  }
  (function more(offset) {
    const size = length - offset;
    const room = makeRoom(stream);
    native.write(stream._handle, flag, [chunk, stream[kRoom]], offset, size,
      stream._outOffset, room, (availIn, availOut, errno, code, message) => {
        const have = room - availOut;
        // A truncated input has produced output, which may be too much.
        const isCut = errno === -5 && total + have > stream._maxOutputLength;
        if (errno !== 0 && !isCut) return end(failure(errno, code, message));
        stream.bytesWritten += size - availIn;
        if (have > 0) {
          pieces.push(stream[kRoom].subarray(stream._outOffset, stream._outOffset + have));
          stream._outOffset += have;
          total += have;
          if (total > stream._maxOutputLength) {
            return end(new codes.ERR_BUFFER_TOO_LARGE(stream._maxOutputLength));
          }
        }
        if (availOut === 0) return more(length - availIn);
        return end(null, pieces.length === 1 ? pieces[0] : Buffer.concat(pieces, total));
      });
  })(0);
}

// Z_BLOCK, of all the greatest number, asks for little.
const strengths = [0, 2, 3, 4, 5, 1];
const stronger = (a, b) => (strengths[a] > strengths[b] ? a : b);

function closeHandle(stream) {
  if (stream._handle !== null) native.close(stream._handle);
  stream._handle = null;
}

Object.assign(ZlibBase.prototype, {
  reset() {
    if (!this._handle) throw closedError();
    if (!native.reset(this._handle)) throw failure(-2, undefined, 'Failed to reset stream');
  },

  _flush(callback) {
    this._transform(Buffer.alloc(0), '', callback);
  },

  _final(callback) {
    callback();
  },

  flush(kind, callback) {
    if (typeof kind === 'function' || (kind === undefined && !callback)) {
      callback = kind;
      kind = this._defaultFullFlushFlag;
    }
    if (this.writableFinished) {
      if (callback) process.nextTick(callback);
    } else if (this.writableEnded) {
      if (callback) this.once('end', callback);
    } else {
      this.write(flushPieces[kind], '', callback);
    }
  },

  close(callback) {
    if (callback) finished(this, callback);
    this.destroy();
  },

  _destroy(error, callback) {
    closeHandle(this);
    callback(error);
  },

  _transform(chunk, encoding, callback) {
    if (this._handle === null) {
      callback(closedError());
      return;
    }
    let flag = this._defaultFlushFlag;
    // A piece that asks for a flush does so; the last one is the end.
    if (typeof chunk[kFlushFlag] === 'number') {
      flag = chunk[kFlushFlag];
    }
    if (this.writableEnded && this.writableLength === chunk.byteLength) {
      flag = stronger(flag, this._finishFlushFlag);
    }
    step(this, chunk, 0, flag, callback);
  },

  _read(size) {
    const next = this[kWaiting];
    if (next === null) {
      Reflect.apply(Transform.prototype._read, this, [size]);
      return;
    }
    this[kWaiting] = null;
    next();
  },

  _processChunk(chunk, flag, callback) {
    flag = +flag;
    if (!ArrayBuffer.isView(chunk)) {
      throw new codes.ERR_INVALID_ARG_TYPE('chunk', ['Buffer', 'TypedArray', 'DataView'], chunk);
    }
    if (typeof callback === 'function') {
      if (this._handle === null) process.nextTick(callback, closedError());
      else step(this, chunk, 0, flag, callback);
      return undefined;
    }
    return wholeSync(this, chunk, flag);
  },
});

const { deprecate } = require('util');
const bytesReadText = 'zlib.bytesRead is deprecated and will change its meaning in the future. ' +
  'Use zlib.bytesWritten instead.';

Object.defineProperties(ZlibBase.prototype, {
  _outBuffer: {
    configurable: true,
    enumerable: true,
    get() {
      this[kRoom] ??= Buffer.allocUnsafeSlow(this._chunkSize);
      return this[kRoom];
    },
    set(buffer) { this[kRoom] = buffer; },
  },
  // For programs that call _handle.write() themselves: the remaining room and bytes.
  _writeState: {
    configurable: true,
    enumerable: true,
    get() {
      const value = new Uint32Array(2);
      Object.defineProperty(this, '_writeState', { value, writable: true, configurable: true });
      return value;
    },
  },
  _closed: { configurable: true, enumerable: true, get() { return !this._handle; } },
  bytesRead: {
    configurable: true,
    enumerable: true,
    get: deprecate(function() { return this.bytesWritten; }, bytesReadText, 'DEP0108'),
    set: deprecate(function(value) { this.bytesWritten = value; }, bytesReadText, 'DEP0108'),
  },
});

module.exports = { closedError, native, whole, wholeOnce, ZlibBase };
