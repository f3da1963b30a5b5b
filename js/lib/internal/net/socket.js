// SPDX-License-Identifier: MIT
// net.Socket: a stream over a TCP or pipe handle. Connecting is in internal/net/connect.js.
'use strict';
const { Duplex } = require('stream');
const { codes, errnoException } = require('internal/errors');
const {
  validateAbortSignal, validateFunction, validateInt32, validateObject,
} = require('internal/validators');
const { TCP, Pipe } = require('internal/stream_base');
const { deliver, forSockets, writePair } = require('internal/net/short_cuts');
const timers = require('internal/timers');
const { process } = require('internal/process');

const { EOF, EALREADY, ENOTCONN } = def('ERRNO');
const SHORT_TEXT = 16384;
// How many bytes a unit of text may become, where handles take text.
const widths = {
  __proto__: null, 'utf8': 3, 'utf-8': 3, 'latin1': 1, 'binary': 1, 'ascii': 1, 'ucs2': 2,
  'ucs-2': 2, 'utf16le': 2, 'utf-16le': 2,
};
const NOT_BEGUN = -1e9; // no number of bytes, and no error
const kTimeout = Symbol('timeout');
const kUnsent = Symbol('unsent'); // of the write in progress, when it was last checked

function handleOf(fd) {
  validateInt32(fd, 'options.fd', 0);
  const { guess } = binding('tty');
  const kind = guess(fd);
  if (kind !== 'PIPE' && kind !== 'TCP') throw new codes.ERR_INVALID_FD_TYPE(kind);
  const handle = kind === 'TCP' ? new TCP() : new Pipe();
  const status = handle.open(fd);
  if (status !== 0) throw errnoException(status, 'open');
  return handle;
}

function Socket(options) {
  if (!(this instanceof Socket)) return new Socket(options);
  if (options?.objectMode) {
    throw new codes.ERR_INVALID_ARG_VALUE('options.objectMode', options.objectMode,
      'is not supported');
  }
  if (options?.readableObjectMode || options?.writableObjectMode) {
    throw new codes.ERR_INVALID_ARG_VALUE(
      `options.${options.readableObjectMode ? 'readableObjectMode' : 'writableObjectMode'}`,
      options.readableObjectMode || options.writableObjectMode, 'is not supported');
  }
  options = typeof options === 'number' ? { fd: options } : { ...options };
  options.allowHalfOpen = Boolean(options.allowHalfOpen);
  options.emitClose = false; // it comes when the handle is closed
  options.autoDestroy = true;
  options.decodeStrings = false;
  this.connecting = false;
  this._hadError = false;
  this._parent = null;
  this._host = null;
  this[kTimeout] = null;
  this[kUnsent] = 0;
  this._handle = null;
  if (options.handle) this._handle = options.handle;
  else if (options.fd !== undefined) this._handle = handleOf(options.fd);
  const { signal } = options;
  delete options.signal;
  Duplex.call(this, options);
  this.on('end', onReadableStreamEnd);
  this._pendingData = null;
  this._pendingEncoding = '';
  this.server = null;
  this._server = null;
  this._bytesRead = 0;
  this._bytesDispatched = 0;
  this._begun = NOT_BEGUN;
  this._onread = feederOf(options.onread);
  initHandle(this);
  if (this._handle) {
    if (options.pauseOnCreate) {
      this._reading = false;
      this._handle.readStop();
      this.readableFlowing = false;
    } else if (!options.manualStart && options.readable !== false) {
      this.read(0);
    }
  }
  if (signal) {
    validateAbortSignal(signal, 'options.signal');
    require('stream').addAbortSignal(signal, this);
  }
  return this;
}
Object.setPrototypeOf(Socket.prototype, Duplex.prototype);
Object.setPrototypeOf(Socket, Duplex);

function initHandle(socket) {
  const handle = socket._handle;
  if (!handle) return;
  handle.owner = socket;
  handle.onread = onRead;
  if (socket._unref) handle.unref();
}

// For a connection that is about to be made.
Socket.prototype._newHandle = function newHandle(isPipe) {
  this._handle = isPipe ? new Pipe() : new TCP();
  initHandle(this);
};

// Of a handle.
function onRead(nread, data) {
  const socket = this.owner;
  if (socket[kTimeout] !== null) socket._unrefTimer();
  if (nread > 0) {
    socket._bytesRead += nread;
    if (socket._onread) {
      feed(socket, data);
      return;
    }
    if (!deliver(socket, data)) stopReading(socket);
  } else if (nread === EOF) {
    if (socket._readableState.endEmitted) return;
    socket.push(null);
    socket.read(0);
  } else if (nread < 0) {
    socket.destroy(errnoException(nread, 'read'));
  }
}

// onread: { buffer, callback }: the data goes into a buffer of the program, not into the stream.
// What does not fit is kept, and delivered after the callback for the first part.
function feederOf(onread) {
  if (onread === null || typeof onread !== 'object') return undefined;
  const { buffer, callback } = onread;
  if (typeof callback !== 'function') return undefined;
  if (typeof buffer === 'function') return { next: buffer, room: buffer(), callback, rest: null };
  if (!(buffer instanceof Uint8Array)) return undefined;
  return { next: () => buffer, room: buffer, callback, rest: null };
}

function feed(socket, bytes) {
  const feeder = socket._onread;
  while (bytes.length > 0 && socket._reading) {
    const { room } = feeder;
    const piece = bytes.subarray(0, room.length);
    bytes = bytes.subarray(piece.length);
    room.set(piece);
    if (feeder.callback.call(socket, piece.length, room) === false) stopReading(socket);
    feeder.room = feeder.next();
  }
  feeder.rest = bytes.length > 0 ? bytes : null;
}

function feedRest(socket) {
  if (!socket._handle || !socket._reading) return;
  feed(socket, socket._onread.rest);
  if (socket._reading && socket._handle) startReading(socket);
}

function stopReading(socket) {
  if (!socket._handle || !socket._reading) return;
  socket._reading = false;
  const status = socket._handle.readStop();
  if (status !== 0) socket.destroy(errnoException(status, 'read'));
}

function startReading(socket) {
  socket._reading = true;
  if (socket._onread?.rest) {
    setImmediate(feedRest, socket);
    return;
  }
  const status = socket._handle.readStart();
  // Another socket may have the same handle, which reads already.
  if (status && status !== EALREADY) socket.destroy(errnoException(status, 'read'));
}

function onReadableStreamEnd() {
  if (!this.allowHalfOpen) this.write = writeAfterFIN;
}

function writeAfterFIN(chunk, encoding, callback) {
  if (!this.writableEnded) return Duplex.prototype.write.call(this, chunk, encoding, callback);
  if (typeof encoding === 'function') callback = encoding;
  const error = new Error('This socket has been ended by the other party');
  error.code = 'EPIPE';
  if (typeof callback === 'function') process.nextTick(callback, error);
  this.destroy(error);
  return false;
}

Socket.prototype._unrefTimer = function unrefTimer() {
  for (let s = this; s; s = s._parent) if (s[kTimeout]) s[kTimeout].refresh();
};

Socket.prototype._read = function read() {
  if (this.connecting || !this._handle) this.once('connect', () => this._read());
  else if (!this._reading) startReading(this);
};

// A socket that is paused reads on until its buffer is full; without a buffer it stops at once.
Socket.prototype.pause = function pause() {
  if (this._onread && !this.connecting && this._handle && this._reading) stopReading(this);
  return Duplex.prototype.pause.call(this);
};

Socket.prototype.resume = function resume() {
  if (this._onread && !this.connecting && this._handle && !this._reading) startReading(this);
  return Duplex.prototype.resume.call(this);
};

Socket.prototype.read = function read(n) {
  if (this._onread && !this.connecting && this._handle && !this._reading) startReading(this);
  return Duplex.prototype.read.call(this, n);
};

Socket.prototype._final = function final(callback) {
  if (this.connecting) {
    this.once('connect', () => this._final(callback));
    return;
  }
  if (!this._handle) {
    callback();
    return;
  }
  const req = { oncomplete: () => callback() };
  const status = this._handle.shutdown(req);
  if (status === ENOTCONN) callback();
  else if (status !== 0) callback(errnoException(status, 'shutdown'));
};

class WriteRequest {
  constructor(socket, callback) {
    this.socket = socket;
    this.callback = callback;
  }

  oncomplete(status) {
    const { socket, callback } = this;
    socket[kUnsent] = 0;
    if (socket[kTimeout] !== null) socket._unrefTimer();
    if (status >= 0 || socket.destroyed) callback(null); // the stream knows what to say of its end
    else callback(errnoException(status, 'write', socket._handle?.writeError));
  }
}

// How much a write adds to bytesWritten: all of it, even if it failed, except for a short text that
// failed at once.
function dispatched(data, isShort, status) {
  if (status < 0 && isShort) return 0;
  return typeof data === 'string' ? Buffer.byteLength(data) : data.length;
}

// Short enough, whatever is in it.
function isShortText(chunk, encoding) {
  return typeof chunk === 'string' && chunk.length <= SHORT_TEXT &&
    chunk.length * widths[encoding] <= SHORT_TEXT;
}

Socket.prototype._writeGeneric = function writeGeneric(data, many, callback, isShort) {
  if (this.connecting) {
    this._pendingData = data;
    const onClose = () => callback(new codes.ERR_SOCKET_CLOSED_BEFORE_CONNECTION());
    this.once('connect', () => {
      this.off('close', onClose);
      this._pendingData = null;
      this._writeGeneric(data, many, callback, isShort);
    });
    this.once('close', onClose);
    return;
  }
  this._pendingData = null;
  if (!this._handle) {
    callback(new codes.ERR_SOCKET_CLOSED());
    return;
  }
  if (this[kTimeout] !== null) this._unrefTimer();
  const req = new WriteRequest(this, callback);
  const status = many ? this._handle.writev(req, data) : this._handle.write(req, data);
  let size = 0;
  if (many) for (const chunk of data) size += chunk.length;
  else size = dispatched(data, isShort, status);
  this._bytesDispatched += size;
  if (status > 0) this[kUnsent] = size;
  if (status === 0) callback(null);
  else if (status < 0) callback(errnoException(status, 'write'));
};

// Part of it is with the handle already, or that failed.
function writeOn(socket, chunk, callback, isShort) {
  const done = socket._begun;
  socket._begun = NOT_BEGUN;
  if (done < 0) {
    socket._bytesDispatched += dispatched(chunk, isShort, done);
    callback(errnoException(done, 'write'));
    return;
  }
  socket._bytesDispatched += done;
  socket._writeGeneric(done === 0 ? chunk : chunk.subarray(done), false, callback);
}

Socket.prototype._write = function write(chunk, encoding, callback) {
  const isShort = isShortText(chunk, encoding);
  if (this._begun !== NOT_BEGUN) {
    writeOn(this, chunk, callback, isShort);
    return;
  }
  const plain = typeof chunk !== 'string' || encoding === 'utf8' || encoding === 'utf-8' ||
    encoding === 'UTF-8';
  this._writeGeneric(plain ? chunk : Buffer.from(chunk, encoding), false, callback, isShort);
};

const bytesOf = ({ chunk, encoding }) =>
  typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk;

Socket.prototype._writev = function writev(chunks, callback) {
  if (chunks.length === 2) {
    const first = bytesOf(chunks[0]);
    const second = bytesOf(chunks[1]);
    if (writePair(this, first, second, callback)) return;
    this._writeGeneric([first, second], true, callback);
  } else {
    const list = [];
    for (let i = 0; i < chunks.length; i++) list.push(bytesOf(chunks[i]));
    this._writeGeneric(list, true, callback);
  }
};

// An end is in progress and cannot be cancelled. The socket then has no 'close', as in Node, but
// its handle is closed when the other side is done.
function notReset(socket, handle, status) {
  handle.onread = (nread) => { if (nread < 0) handle.close(); };
  socket.emit('error', errnoException(status, 'reset'));
}

Socket.prototype._destroy = function destroy(error, callback) {
  this.connecting = false;
  for (let s = this; s; s = s._parent) {
    clearTimeout(s[kTimeout]);
    s[kTimeout] = null;
  }
  if (this._handle) {
    const handle = this._handle;
    const hadError = !!error;
    this._handle = null;
    handle.onread = () => {};
    const closed = () => this.emit('close', hadError);
    if (this._resetting) {
      this._resetting = false;
      const status = handle.reset(closed);
      if (status !== 0) notReset(this, handle, status);
    } else {
      handle.close(closed);
    }
    callback(error);
  } else {
    callback(error);
    process.nextTick(() => this.emit('close', false));
  }
  if (this._server) {
    const server = this._server;
    server._connections--;
    server._emitCloseIfDrained();
  }
};

Socket.prototype.destroySoon = function destroySoon() {
  if (this.writable) this.end();
  if (this.writableFinished) this.destroy();
  else this.once('finish', this.destroy);
};

Socket.prototype.resetAndDestroy = function resetAndDestroy() {
  if (!this._handle) {
    this.destroy(new codes.ERR_SOCKET_CLOSED());
    return this;
  }
  if (!(this._handle instanceof TCP)) throw new codes.ERR_INVALID_HANDLE_TYPE();
  const reset = () => {
    this._resetting = true;
    this.destroy();
  };
  if (this.connecting) this.once('connect', reset);
  else reset();
  return this;
};

// A write of which the other side has taken more since is something that happens.
Socket.prototype._onTimeout = function onTimeout() {
  const unsent = this[kUnsent];
  if (unsent > 0 && this._handle && this._handle.writeQueueSize !== unsent) {
    this[kUnsent] = this._handle.writeQueueSize;
    this._unrefTimer();
    return;
  }
  this.emit('timeout');
};

Object.defineProperty(Socket.prototype, 'timeout', {
  configurable: true, enumerable: true, writable: true, value: undefined,
});

Socket.prototype.setTimeout = function setTimeout(msecs, callback) {
  if (this.destroyed) return this;
  this.timeout = msecs;
  msecs = timerDuration(msecs);
  clearTimeout(this[kTimeout]);
  if (msecs === 0) {
    this[kTimeout] = null;
    if (callback !== undefined) {
      validateFunction(callback, 'callback');
      this.removeListener('timeout', callback);
    }
  } else {
    this[kTimeout] = timers.setTimeout(() => this._onTimeout(), msecs).unref();
    if (callback !== undefined) {
      validateFunction(callback, 'callback');
      this.once('timeout', callback);
    }
  }
  return this;
};

function timerDuration(msecs) {
  if (typeof msecs !== 'number') throw new codes.ERR_INVALID_ARG_TYPE('msecs', 'number', msecs);
  if (msecs < 0 || !Number.isFinite(msecs)) {
    throw new codes.ERR_OUT_OF_RANGE('msecs', 'a non-negative finite number', msecs);
  }
  return Math.min(msecs, timers.TIMEOUT_MAX);
}

Socket.prototype.setNoDelay = function setNoDelay(on) {
  on = on === undefined ? true : !!on;
  if (this._handle && !this._handle.setNoDelay) return this;
  if (on !== !!this._noDelay) {
    this._noDelay = on;
    this._handle?.setNoDelay(on);
  }
  return this;
};

Socket.prototype.setKeepAlive = function setKeepAlive(on, msecs) {
  on = !!on;
  const delay = Math.max(0, ~~(msecs / 1000));
  if (this._handle && !this._handle.setKeepAlive) return this;
  if (on !== !!this._keepAlive || (on && delay !== this._keepAliveDelay)) {
    this._keepAlive = on;
    this._keepAliveDelay = delay;
    this._handle?.setKeepAlive(on, delay);
  }
  return this;
};

Socket.prototype.address = function address() {
  return this._getsockname();
};

Socket.prototype._getsockname = function getsockname() {
  if (!this._handle?.getsockname) return {};
  const out = {};
  return this._handle.getsockname(out) === 0 ? out : {};
};

Socket.prototype._getpeername = function getpeername() {
  if (!this._handle?.getpeername || this.connecting) return this._peername || {};
  if (!this._peername) {
    const out = {};
    if (this._handle.getpeername(out) !== 0) return out;
    this._peername = out;
  }
  return this._peername;
};

Socket.prototype.ref = function ref() {
  this._unref = false;
  if (this._handle) this._handle.ref();
  else this.once('connect', this.ref);
  return this;
};

Socket.prototype.unref = function unref() {
  this._unref = true;
  if (this._handle) this._handle.unref();
  else this.once('connect', this.unref);
  return this;
};

function getter(name, get) {
  Object.defineProperty(Socket.prototype, name, { configurable: true, enumerable: true, get });
}

getter('_connecting', function() { return this.connecting; });
getter('pending', function() { return !this._handle || this.connecting; });
getter('readyState', function() {
  if (this.connecting) return 'opening';
  if (this.readable && this.writable) return 'open';
  if (this.readable) return 'readOnly';
  return this.writable ? 'writeOnly' : 'closed';
});
getter('bufferSize', function() { return this._handle ? this.writableLength : undefined; });
getter('bytesRead', function() { return this._bytesRead; });
getter('remoteAddress', function() { return this._getpeername().address; });
getter('remotePort', function() { return this._getpeername().port; });
getter('remoteFamily', function() { return this._getpeername().family; });
getter('localAddress', function() { return this._getsockname().address; });
getter('localPort', function() { return this._getsockname().port; });
getter('localFamily', function() { return this._getsockname().family; });
getter('bytesWritten', function() {
  let bytes = this._bytesDispatched;
  const waiting = this._writableState?.getBuffer?.() ?? [];
  for (const { chunk, encoding } of waiting) {
    bytes += typeof chunk === 'string' ? Buffer.byteLength(chunk, encoding) : chunk.length;
  }
  const pending = this._pendingData;
  if (Array.isArray(pending)) for (const chunk of pending) bytes += chunk.length;
  else if (pending) bytes += Buffer.byteLength(pending);
  return bytes;
});

Socket.prototype.connect = function connect(...args) {
  const { kNormalized, normalizeArgs } = require('internal/net/address');
  const [options, callback] = Array.isArray(args[0]) && args[0][kNormalized] ? args[0] :
    normalizeArgs(args);
  validateObject(options, 'options');
  return require('internal/net/connect').connect(this, options, callback);
};

forSockets(Socket, kTimeout, stopReading);

exports.Socket = Socket;
exports.startReading = startReading;
exports.stopReading = stopReading;
exports.initHandle = initHandle;
