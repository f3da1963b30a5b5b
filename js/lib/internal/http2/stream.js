// SPDX-License-Identifier: MIT
// Http2Stream: a Duplex whose data goes to and comes from nghttp2. What servers and clients add is
// in internal/http2/server_stream.js and client.js.
'use strict';
const { Duplex } = require('stream');
const { FastBuffer } = require('internal/buffer/fast');
const { BareDuplex, endUnread } = require('internal/net/short_cuts');
const { codes, AbortError } = require('internal/errors');
const {
  validateBoolean, validateFunction, validateInteger, validateNumber,
} = require('internal/validators');
const { end: endContext, keep } = require('internal/async/contexts');
const { native, NghttpError } = require('internal/http2/native');
const { constants, errorName } = require('internal/http2/constants');
const fields = require('internal/http2/headers');
const { isObject } = require('internal/http2/settings');
const { isSilent, refresh, setTimeout } = require('internal/http2/timeouts');
const entries = require('internal/http2/entries');
const {
  kActivity, kCompat, kHandle, kId, kInit, kMaybeDestroy, kProceed, kSentHeaders, kSentInfo,
  kSentTrailers, kSession, kState, kTimeout, kWritten,
} = require('internal/http2/symbols');
const { process } = require('internal/process');

const { NGHTTP2_NO_ERROR, NGHTTP2_CANCEL, NGHTTP2_INTERNAL_ERROR } = constants;
const { INVALID_ARGUMENT } = def('HTTP2_ERROR'); // a stream that depends on itself
const inspectCustom = Symbol.for('nodejs.util.inspect.custom');
const { end: streamEnd } = Duplex.prototype;

class StreamState {
  constructor() {
    this.isServer = false;
    this.closed = false;
    this.aborted = false;
    this.headersSent = false;
    this.headRequest = false;
    this.endAfterHeaders = false;
    this.didRead = false; // somebody has asked for data
    this.rstCode = NGHTTP2_NO_ERROR;
    this.wantsTrailers = false; // waitForTrailers
    this.trailersReady = false;
    this.ending = false; // within end()
    this.ended = false; // nghttp2 knows that nothing more is written
    this.callback = null; // of the write in progress
    this.isPush = false;
    this.timing = null; // internal/http2/entries.js
  }
}

const always = { allowHalfOpen: true, decodeStrings: false, autoDestroy: false };
const noBytes = (chunk) => typeof chunk === 'function' || chunk === undefined || chunk === null;

class Http2Stream extends BareDuplex {
  constructor(session) {
    super(always);
    this[kSession] = session;
    this[kId] = undefined;
    this[kState] = new StreamState();
    this[kTimeout] = null;
    this[kProceed] = null;
    this[kCompat] = undefined;
    this[kSentHeaders] = undefined;
    this[kSentInfo] = undefined;
    this[kSentTrailers] = undefined;
    session[kState].pending.add(this);
    // _read shows whether anybody has requested data.
    this._readableState.readingMore = true;
    keep(this, 'HTTP2STREAM');
  }

  // It has a number.
  [kInit](id) {
    const { pending, streams } = this[kSession][kState];
    pending.delete(this);
    streams.set(id, this);
    this[kId] = id;
    entries.streamBegun(this, this[kSession]);
    if (this._eventsCount > 0) this.emit('ready');
  }

  [kActivity]() {
    if (this.destroyed) return;
    refresh(this);
    this[kSession]?.[kActivity]();
  }

  [inspectCustom](depth, options) {
    if (typeof depth === 'number' && depth < 0) return this;
    const { inspect } = require('internal/inspect');
    const inner = { ...options, depth: options.depth == null ? null : options.depth - 1 };
    return `Http2Stream ${inspect({
      id: this[kId] || '<pending>',
      closed: this.closed,
      destroyed: this.destroyed,
      state: this.state,
      readableState: this._readableState,
      writableState: this._writableState,
    }, inner)}`;
  }

  get bufferSize() { return this.writableLength; }
  get endAfterHeaders() { return this[kState].endAfterHeaders; }
  get sentHeaders() { return this[kSentHeaders]; }
  get sentTrailers() { return this[kSentTrailers]; }
  get sentInfoHeaders() { return this[kSentInfo]; }
  get pending() { return this[kId] === undefined; }
  get id() { return this[kId]; }
  get session() { return this[kSession]; }
  get headersSent() { return this[kState].headersSent; }
  get aborted() { return this[kState].aborted; }
  get headRequest() { return this[kState].headRequest; }
  get closed() { return this[kState].closed; }
  get rstCode() { return this[kState].rstCode; }

  get state() {
    const handle = this[kSession]?.[kHandle];
    if (this[kId] === undefined || this.destroyed || handle === undefined) return {};
    native.streamState(handle, this[kId]);
    const { figures } = native;
    return {
      state: figures[0],
      weight: figures[1],
      sumDependencyWeight: figures[2],
      localClose: figures[3],
      remoteClose: figures[4],
      localWindowSize: figures[5],
    };
  }

  pause() {
    Reflect.apply(Duplex.prototype.pause, this, []);
    onPause.call(this);
    return this;
  }

  _onTimeout() {
    if (this.destroyed || !isSilent(this)) return;
    this[kCompat]?.onTimeout();
    this.emit('timeout');
  }

  // The last bytes go with the end of the stream in one frame.
  end(chunk, encoding, callback) {
    const state = this[kState];
    if (noBytes(chunk)) {
      streamEnd.call(this, chunk, encoding, callback);
      // A reset in the same tick comes before the end.
      if (state.callback !== null) process.nextTick(() => this.#endGiven());
      return this;
    }
    state.ending = true;
    try {
      return streamEnd.call(this, chunk, encoding, callback);
    } finally {
      state.ending = false;
    }
  }

  // What was given before may still be there, and go with the end.
  #endGiven() {
    const state = this[kState];
    const handle = this[kSession]?.[kHandle];
    if (state.callback === null || state.ended || handle === undefined ||
        this._writableState.bufferedRequestCount > 0 || !this._writableState.ending) return;
    state.ended = true;
    native.shutdown(handle, this[kId]);
  }

  // Whether nothing follows a write of this many bytes. If it had to wait for another it is still
  // counted among those that wait; several of them would come to _writev.
  #isLast(size) {
    const state = this._writableState;
    return (state.ending || this[kState].ending) && state.length === size &&
      state.bufferedRequestCount <= (size > 0 ? 1 : 0);
  }

  #give(data, isLatin1, isLast, callback) {
    const state = this[kState];
    const handle = this[kSession]?.[kHandle];
    if (handle === undefined) {
      callback(new codes.ERR_HTTP2_INVALID_STREAM());
      return;
    }
    this[kActivity]();
    if (state.ended && data.length === 0) { // the write before it was the last one
      callback();
      return;
    }
    const size = native.write(handle, this[kId], data, isLatin1, isLast);
    if (size < 0) {
      // The other side has closed it, which is reported as soon as it is handled.
      state.callback = callback;
      return;
    }
    if (state.timing !== null) entries.sent(this, size);
    if (isLast) state.ended = true;
    if (size === 0) callback();
    else state.callback = callback;
  }

  // When all that was given is gone.
  [kWritten](error) {
    const state = this[kState];
    const { callback } = state;
    state.callback = null;
    if (callback !== null) callback(error);
  }

  _write(chunk, encoding, callback) {
    if (this[kId] === undefined) {
      this.once('ready', () => this._write(chunk, encoding, callback));
      return;
    }
    if (!this[kState].headersSent && this[kProceed] !== null) this[kProceed]();
    const isText = typeof chunk === 'string';
    const isPlain = !isText || encoding === 'utf8' || encoding === 'latin1' ||
      encoding === 'utf-8' || encoding === 'binary';
    const size = this._writableState.objectMode ? 1 : chunk.length;
    const isLast = this.#isLast(isText && !isPlain ? this._writableState.length : size);
    this.#give(isPlain ? chunk : Buffer.from(chunk, encoding),
      encoding === 'latin1' || encoding === 'binary', isLast, callback);
  }

  _writev(chunks, callback) {
    if (this[kId] === undefined) {
      this.once('ready', () => this._writev(chunks, callback));
      return;
    }
    if (!this[kState].headersSent && this[kProceed] !== null) this[kProceed]();
    const list = chunks.map(({ chunk, encoding }) => (
      typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk));
    const { ending } = this._writableState;
    this.#give(list, false, ending, callback); // all that waits is in it
  }

  _final(callback) {
    if (this[kId] === undefined) {
      this.once('ready', () => this._final(callback));
      return;
    }
    const state = this[kState];
    const handle = this[kSession]?.[kHandle];
    if (!state.ended && handle !== undefined) {
      state.ended = true;
      if (!state.isServer || state.headersSent) native.shutdown(handle, this[kId]);
    }
    callback();
    this[kMaybeDestroy]();
  }

  _read() {
    if (this.destroyed) {
      this.push(null);
      return;
    }
    const state = this[kState];
    if (!state.didRead) {
      this._readableState.readingMore = false;
      state.didRead = true;
    }
    if (this[kId] === undefined) this.once('ready', startReading);
    else startReading.call(this);
  }

  priority(options) {
    if (this.destroyed) throw new codes.ERR_HTTP2_INVALID_STREAM();
    isObject(options, 'options');
    options = { ...options };
    checkPriority(options);
    if (options.parent === this[kId]) throw new codes.ERR_HTTP2_STREAM_SELF_DEPENDENCY();
    const send = () => {
      // Sending it cannot fail, and the peer may ignore it.
      if (options.silent || this[kSession] === undefined) return;
      const status = native.priority(this[kSession][kHandle], this[kId], options.parent,
        options.weight, options.exclusive);
      if (status === INVALID_ARGUMENT) throw new codes.ERR_HTTP2_STREAM_SELF_DEPENDENCY();
    };
    if (this.pending) this.once('ready', send);
    else send();
  }

  sendTrailers(headers) {
    if (this.destroyed || this.closed) throw new codes.ERR_HTTP2_INVALID_STREAM();
    if (this[kSentTrailers]) throw new codes.ERR_HTTP2_TRAILERS_ALREADY_SENT();
    if (!this[kState].trailersReady) throw new codes.ERR_HTTP2_TRAILERS_NOT_READY();
    isObject(headers, 'headers');
    headers = { __proto__: null, ...headers };
    const text = fields.textOf(headers, fields.noPseudo);
    this[kSentTrailers] = headers;
    this[kState].trailersReady = false;
    this[kActivity]();
    const status = native.trailers(this[kSession][kHandle], this[kId], text, fields.count());
    if (status < 0) this.destroy(new NghttpError(status));
    else this[kMaybeDestroy]();
  }

  close(code = NGHTTP2_NO_ERROR, callback) {
    validateInteger(code, 'code', 0, 2 ** 32 - 1);
    if (callback !== undefined) validateFunction(callback, 'callback');
    if (this.closed) return;
    if (callback !== undefined) this.once('close', callback);
    closeStream(this, code, true, false);
  }

  // Both sides are done, or nobody will ever read what is left.
  [kMaybeDestroy](code = NGHTTP2_NO_ERROR) {
    if (code !== NGHTTP2_NO_ERROR) {
      this.destroy();
      return;
    }
    const state = this[kState];
    if (!this.writableFinished && !(this._writableState.ending && state.ended &&
        state.callback === null)) return;
    if (this.destroyed) return;
    if (!this.readable && state.closed) {
      this.destroy();
    } else if (state.isServer && !state.wantsTrailers && !state.didRead &&
               this.readableFlowing === null && state.headersSent) {
      // What was promised on this stream goes out before it is closed.
      setImmediate(closeUnread, this);
    }
  }

  _destroy(error, callback) {
    const session = this[kSession];
    const state = this[kState];
    const handle = session?.[kHandle];
    const sessionState = session?.[kState];
    const sessionCode = sessionState?.goawayCode || sessionState?.destroyCode;
    let code = this.rstCode;
    if (!state.closed) {
      if (error != null) {
        code = error instanceof AbortError || error.name === 'AbortError' ? NGHTTP2_CANCEL :
          sessionCode || NGHTTP2_INTERNAL_ERROR;
      } else {
        code = this.rstCode || sessionCode || NGHTTP2_NO_ERROR;
      }
      closeStream(this, code, handle !== undefined && this[kId] !== undefined, true);
    }
    this.push(null);
    this[kWritten](error ?? undefined);
    sessionState?.pending.delete(this);
    if (this[kId] !== undefined) sessionState?.streams.delete(this[kId]);
    // Being cancelled is not an error of the stream; other codes of the peer are.
    if (error == null && code !== NGHTTP2_NO_ERROR && code !== NGHTTP2_CANCEL) {
      error = new codes.ERR_HTTP2_STREAM_ERROR(errorName(code));
    }
    entries.streamEnded(this, session);
    this[kSession] = undefined;
    endContext(this);
    callback(error);
    // The session may have waited for it.
    if (session !== undefined) process.nextTick(leaveSession, session);
  }

  setTimeout(msecs, callback) { return setTimeout.call(this, msecs, callback); }
}

Object.defineProperty(Http2Stream.prototype, 'timeout', {
  configurable: true, enumerable: true, writable: true, value: undefined,
});

function leaveSession(session) {
  session[kMaybeDestroy]();
}

function closeUnread(stream) {
  if (!stream.destroyed && !stream.closed) stream.close();
}

function startReading() {
  const handle = this[kSession]?.[kHandle];
  if (!this.destroyed && handle !== undefined) native.read(handle, this[kId], true);
}

function onPause() {
  const handle = this[kSession]?.[kHandle];
  if (this[kId] !== undefined && handle !== undefined) native.read(handle, this[kId], false);
}

function reset(session, stream, code) {
  const handle = session?.[kHandle];
  if (handle !== undefined) native.reset(handle, stream[kId], code);
}

// It accepts no more data from the program. The other side gets a reset: at once after an error,
// otherwise after what is still to be written.
function closeStream(stream, code, resets, forced) {
  const state = stream[kState];
  const session = stream[kSession]; // end() may be the end of the stream
  state.closed = true;
  state.rstCode = code;
  if (stream[kTimeout] !== null) stream.setTimeout(0);
  const { ending } = stream._writableState;
  if (!ending) {
    if (!state.aborted) {
      state.aborted = true;
      stream[kCompat]?.onAborted();
      stream.emit('aborted');
    }
    stream.end();
  }
  if (!resets) return;
  const finish = () => {
    if (stream.pending) {
      stream.push(null);
      stream.once('ready', () => reset(session, stream, code));
      return;
    }
    reset(session, stream, code);
  };
  if (!ending || forced || code !== NGHTTP2_NO_ERROR || stream.writableFinished) finish();
  else stream.once('finish', finish);
}

function checkPriority(options) {
  if (options.weight === undefined) options.weight = constants.NGHTTP2_DEFAULT_WEIGHT;
  else validateNumber(options.weight, 'options.weight');
  if (options.parent === undefined) {
    options.parent = 0;
  } else {
    validateNumber(options.parent, 'options.parent');
    if (options.parent < 0) {
      throw new codes.ERR_OUT_OF_RANGE('options.parent', '>= 0', options.parent);
    }
  }
  if (options.exclusive === undefined) options.exclusive = false;
  else validateBoolean(options.exclusive, 'options.exclusive');
  if (options.silent === undefined) options.silent = false;
  else validateBoolean(options.silent, 'options.silent');
}

// Events of nghttp2 about a stream.

function onData(stream, size) {
  const bytes = new FastBuffer(size);
  native.take(bytes);
  if (stream[kState].timing !== null) entries.received(stream, size);
  stream[kActivity]();
  if (!stream.push(bytes) && !stream.destroyed) onPause.call(stream);
}

function onEnd(stream) {
  if (stream._readableState.endEmitted) {
    stream[kMaybeDestroy]();
    return;
  }
  stream.on('end', onEnded);
  stream.push(null);
  stream.read(0);
}

function onEnded() {
  this[kMaybeDestroy]();
}

// nghttp2 is done with it.
function onClose(stream, code) {
  if (stream.destroyed) return;
  const state = stream[kState];
  if (!state.closed) closeStream(stream, code, false, false);
  // A write that is not done never will be: destroy() calls its callback, and there is no 'finish'.
  if (!stream.readable || code !== NGHTTP2_NO_ERROR) {
    if (code !== NGHTTP2_NO_ERROR || stream.writableFinished || !stream.writable) stream.destroy();
    return;
  }
  if (state.isServer && !state.didRead && stream.writableFinished && endUnread(stream)) {
    stream.destroy();
    return;
  }
  stream.on('end', destroyEnded);
  stream.push(null);
  // Nobody has read data, and nobody will.
  if (state.isServer && !state.didRead && stream.readableFlowing === null) stream.resume();
  else stream.read(0);
}

function destroyEnded() {
  this.destroy();
}

function onTrailers(stream) {
  stream[kState].trailersReady = true;
  if (stream.closed) return; // its reset is on the way
  const compat = stream[kCompat];
  if (compat !== undefined) {
    stream.emit('wantTrailers');
    if (stream[kState].trailersReady) compat.onWantTrailers(stream);
  } else if (!stream.emit('wantTrailers')) stream.sendTrailers({});
}

exports.Http2Stream = Http2Stream;
exports.checkPriority = checkPriority;
exports.closeStream = closeStream;
exports.onClose = onClose;
exports.onData = onData;
exports.onEnd = onEnd;
exports.onTrailers = onTrailers;
