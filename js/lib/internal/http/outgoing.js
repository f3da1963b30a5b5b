// SPDX-License-Identifier: MIT
// OutgoingMessage: the headers and the body of a request or a response, on the way to a socket that
// may not be assigned yet. The base of ServerResponse and ClientRequest.
'use strict';
const Stream = require('stream');
const EventEmitter = require('events');
const { codes } = require('internal/errors');
const { process } = require('internal/process');
const { getDefaultHighWaterMark } = Stream;
const { kOutHeaders, headText, trailerText, expects } = require('internal/http/head');
const { addHeaderMethods } = require('internal/http/out_headers');

const kCorked = Symbol('corked');
const kNeedDrain = Symbol('kNeedDrain');
const kErrored = Symbol('errored');
const kHighWaterMark = Symbol('kHighWaterMark');
const kRejectBodies = Symbol('kRejectNonStandardBodyWrites');
const kBytesWritten = Symbol('kBytesWritten');
const LINE = Buffer.from('\r\n');

function nothing() {}

function OutgoingMessage(options) {
  Stream.call(this);
  this[kHighWaterMark] = options?.highWaterMark ?? getDefaultHighWaterMark(false);
  this[kRejectBodies] = options?.rejectNonStandardBodyWrites ?? false;
  this.outputData = [];
  this.outputSize = 0;
  this.writable = true;
  this.destroyed = false;
  this._last = false;
  this.chunkedEncoding = false;
  this.shouldKeepAlive = true;
  this.maxRequestsOnConnectionReached = false;
  this._defaultKeepAlive = true;
  this.useChunkedEncodingByDefault = true;
  this.sendDate = false;
  this._removedConnection = false;
  this._removedContLen = false;
  this._removedTE = false;
  this.strictContentLength = false;
  this._contentLength = null;
  this._hasBody = true;
  this._trailer = '';
  this[kBytesWritten] = 0;
  this[kNeedDrain] = false;
  this.finished = false;
  this._headerSent = false;
  this[kCorked] = 0;
  this._closed = false;
  this.socket = null;
  this._header = null;
  this._wideHead = false; // not all of it is ASCII
  this[kOutHeaders] = null;
  this._keepAliveTimeout = 0;
  this._onPendingData = nothing;
  this._connection = null; // of a server: is notified before the program
  this[kErrored] = null;
}
Object.setPrototypeOf(OutgoingMessage.prototype, Stream.prototype);
Object.setPrototypeOf(OutgoingMessage, Stream);

function getter(name, get, set) {
  Object.defineProperty(OutgoingMessage.prototype, name, {
    configurable: set === undefined, enumerable: false, get, set,
  });
}

getter('errored', function() { return this[kErrored]; });
getter('closed', function() { return this._closed; });
getter('writableFinished', function() {
  return this.finished && this.outputSize === 0 &&
    (!this.socket || this.socket.writableLength === 0);
});
getter('writableObjectMode', () => false);
getter('writableLength', function() {
  return this.outputSize + (this.socket ? this.socket.writableLength : 0);
});
getter('writableHighWaterMark', function() {
  return this.socket ? this.socket.writableHighWaterMark : this[kHighWaterMark];
});
getter('writableCorked', function() {
  return this[kCorked] + (this.socket ? this.socket.writableCorked : 0);
});
getter('writableEnded', function() { return this.finished; });
getter('writableNeedDrain', function() {
  return !this.destroyed && !this.finished && this[kNeedDrain];
});
getter('connection', function() { return this.socket; }, function(value) { this.socket = value; });

addHeaderMethods(OutgoingMessage);

OutgoingMessage.prototype.cork = function cork() {
  if (this.socket) this.socket.cork();
  else this[kCorked]++; // until there is one
};

OutgoingMessage.prototype.uncork = function uncork() {
  if (this.socket) this.socket.uncork();
  else if (this[kCorked] > 0) this[kCorked]--;
};

OutgoingMessage.prototype.setTimeout = function setTimeout(msecs, callback) {
  if (callback) this.on('timeout', callback);
  if (this.socket) this.socket.setTimeout(msecs);
  else this.once('socket', (socket) => socket.setTimeout(msecs));
  return this;
};

OutgoingMessage.prototype.destroy = function destroy(error) {
  if (this.destroyed) return this;
  this.destroyed = true;
  this[kErrored] = error;
  if (this.socket) this.socket.destroy(error);
  else this.once('socket', (socket) => socket.destroy(error));
  return this;
};

OutgoingMessage.prototype._implicitHeader = function implicitHeader() {
  throw new codes.ERR_METHOD_NOT_IMPLEMENTED('_implicitHeader()');
};

OutgoingMessage.prototype._storeHeader = function storeHeader(firstLine, headers) {
  this._header = headText(this, firstLine, headers);
  this._headerSent = false;
  if (expects()) this._send('');
};

const joins = (encoding) => !encoding || encoding === 'utf8' || encoding === 'latin1' ||
  encoding === 'utf-8' || encoding === 'binary' || encoding === 'UTF-8' || encoding === 'LATIN1';

// By these names a text that a socket fails to write counts in bytesWritten, as pieces do.
const asPieces = (encoding) => (
  encoding === 'latin1' || encoding === 'binary' ? 'LATIN1' : 'UTF-8');

// Data of the body, after the head if that is not sent yet: in one piece if both are text.
OutgoingMessage.prototype._send = function send(data, encoding, callback) {
  const header = this._header; // none, if it was destroyed before
  if (!this._headerSent && header !== null) {
    this._headerSent = true;
    if (typeof data === 'string' && joins(encoding)) {
      data = header + data;
    } else {
      this.outputData.unshift({ data: header, encoding: 'latin1', callback: null });
      this.outputSize += header.length;
      this._onPendingData(header.length);
    }
  }
  return this._writeRaw(data, encoding, callback);
};

OutgoingMessage.prototype._writeRaw = function writeRaw(data, encoding, callback) {
  const { socket } = this;
  if (socket && socket.destroyed) return false;
  if (typeof encoding === 'function') {
    callback = encoding;
    encoding = null;
  }
  if (socket && socket._httpMessage === this && socket.writable) {
    if (this.outputData.length > 0) this._flushOutput(socket);
    return socket.write(data, encoding, callback);
  }
  this.outputData.push({ data, encoding, callback });
  this.outputSize += data.length;
  this._onPendingData(data.length);
  return this.outputSize < this[kHighWaterMark];
};

OutgoingMessage.prototype.write = function write(chunk, encoding, callback) {
  if (typeof encoding === 'function') {
    callback = encoding;
    encoding = null;
  }
  const room = put(this, chunk, encoding, callback, false);
  if (!room) this[kNeedDrain] = true;
  return room;
};

function failWrite(message, error, callback) {
  if (message.destroyed) return false;
  process.nextTick(() => {
    callback(error);
    if (typeof message.emit === 'function' && !message.destroyed) message.emit('error', error);
  });
  return false;
}

// A write always has a callback: then the socket calls it in a tick, and emits 'drain' then, even
// if a later write has failed.
function put(message, chunk, encoding, callback, atEnd) {
  if (typeof callback !== 'function') callback = nothing;
  if (chunk === null) throw new codes.ERR_STREAM_NULL_VALUES();
  if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) {
    throw new codes.ERR_INVALID_ARG_TYPE('chunk', ['string', 'Buffer', 'Uint8Array'], chunk);
  }
  if (message.finished && !message.destroyed) {
    return failWrite(message, new codes.ERR_STREAM_WRITE_AFTER_END(), callback);
  }
  if (message.destroyed) {
    const error = message.finished ? new codes.ERR_STREAM_WRITE_AFTER_END() :
      new codes.ERR_STREAM_DESTROYED('write');
    process.nextTick(callback, error);
    return false;
  }
  const size = typeof chunk === 'string' ? Buffer.byteLength(chunk, encoding) : chunk.byteLength;
  if (message.strictContentLength && message._contentLength !== null && message._hasBody &&
      !message._removedContLen && !message.chunkedEncoding &&
      (message._header || message.hasHeader('content-length'))) {
    const sent = message[kBytesWritten] + size;
    if (atEnd ? sent !== message._contentLength : sent > message._contentLength) {
      throw new codes.ERR_HTTP_CONTENT_LENGTH_MISMATCH(sent, message._contentLength);
    }
  }
  message[kBytesWritten] += size;
  if (!message._header) {
    if (atEnd) message._contentLength ??= size;
    message._implicitHeader();
  }
  if (!message._hasBody) {
    if (message[kRejectBodies]) throw new codes.ERR_HTTP_BODY_NOT_ALLOWED();
    process.nextTick(callback);
    return true;
  }
  const { socket } = message;
  if (!atEnd && socket && !socket.writableCorked) {
    socket.cork();
    process.nextTick(uncork, socket);
  }
  if (!message.chunkedEncoding || size === 0) {
    return message._send(chunk, encoding, callback);
  }
  if (typeof chunk === 'string' && joins(encoding) && (message._headerSent || !message._wideHead) &&
      socket && socket._httpMessage === message && socket.writable) {
    const text = `${size.toString(16)}\r\n${chunk}\r\n`;
    return message._send(text, asPieces(encoding), callback);
  }
  // What waits for its socket is reported piece by piece (_onPendingData), and each time the
  // program may get a 'drain'. So the pieces are Node's; one system call writes all of them.
  message._send(size.toString(16), 'latin1', null);
  message._send(LINE, null, null);
  message._send(chunk, encoding, null);
  return message._send(LINE, null, callback);
}

function uncork(socket) {
  socket.uncork();
}

OutgoingMessage.prototype.addTrailers = function addTrailers(headers) {
  this._trailer = trailerText(headers, this._uniqueHeaders);
};

function onFinish(message) {
  if (message.socket?._hadError) return;
  if (message._connection !== null) message._connection.onResponseFinish(message);
  message.emit('finish');
}

function alreadyEnded(message, callback) {
  if (typeof callback !== 'function') return;
  if (message.writableFinished) callback(new codes.ERR_STREAM_ALREADY_FINISHED('end'));
  else message.on('finish', callback);
}

OutgoingMessage.prototype.end = function end(chunk, encoding, callback) {
  if (typeof chunk === 'function') {
    callback = chunk;
    chunk = null;
    encoding = null;
  } else if (typeof encoding === 'function') {
    callback = encoding;
    encoding = null;
  }
  if (chunk) {
    if (this.finished) {
      const error = new codes.ERR_STREAM_WRITE_AFTER_END();
      failWrite(this, error, typeof callback === 'function' ? callback : nothing);
      return this;
    }
    if (this.socket) this.socket.cork();
    put(this, chunk, encoding, null, true);
  } else if (this.finished) {
    alreadyEnded(this, callback);
    return this;
  } else if (!this._header) {
    if (this.socket) this.socket.cork();
    this._contentLength = 0;
    this._implicitHeader();
  }
  if (typeof callback === 'function') this.once('finish', callback);
  if (!chunk && this.strictContentLength && this._contentLength !== null && this._hasBody &&
      !this._removedContLen && this[kBytesWritten] !== this._contentLength &&
      !this.chunkedEncoding) {
    throw new codes.ERR_HTTP_CONTENT_LENGTH_MISMATCH(this[kBytesWritten], this._contentLength);
  }
  const done = () => onFinish(this);
  if (this._hasBody && this.chunkedEncoding) {
    this._send(`0\r\n${this._trailer}\r\n`, 'latin1', done);
  } else if (!this._headerSent || this.writableLength || chunk) {
    this._send('', 'latin1', done);
  } else {
    process.nextTick(done);
  }
  if (this.socket) { // all that was corked goes out together
    for (let left = this.socket.writableCorked; left > 0; left--) this.socket.uncork();
  }
  this[kCorked] = 0;
  this.finished = true;
  if (this.outputData.length === 0 && this.socket && this.socket._httpMessage === this) {
    this._finish();
  }
  return this;
};

OutgoingMessage.prototype._finish = function finish() {
  this.emit('prefinish');
};

// The socket is ours now: what waited is written. 'drain' follows if nothing is left.
OutgoingMessage.prototype._flush = function flush() {
  const { socket } = this;
  if (!socket || !socket.writable) return;
  const room = this._flushOutput(socket);
  if (this.finished) {
    this._finish();
  } else if (room && this[kNeedDrain]) {
    this[kNeedDrain] = false;
    this.emit('drain');
  }
};

OutgoingMessage.prototype._flushOutput = function flushOutput(socket) {
  while (this[kCorked]) {
    this[kCorked]--;
    socket.cork();
  }
  const list = this.outputData;
  if (list.length === 0) return undefined;
  let room;
  socket.cork();
  for (const { data, encoding, callback } of list) room = socket.write(data, encoding, callback);
  socket.uncork();
  this.outputData = [];
  this._onPendingData(-this.outputSize);
  this.outputSize = 0;
  return room;
};

OutgoingMessage.prototype.flushHeaders = function flushHeaders() {
  if (!this._header) this._implicitHeader();
  this._send('');
};

OutgoingMessage.prototype.pipe = function pipe() {
  this.emit('error', new codes.ERR_STREAM_CANNOT_PIPE());
};

OutgoingMessage.prototype[EventEmitter.captureRejectionSymbol] = function onRejection(error) {
  this.destroy(error);
};

exports.OutgoingMessage = OutgoingMessage;
exports.kNeedDrain = kNeedDrain;
exports.onFinish = onFinish;
exports.kHighWaterMark = kHighWaterMark;
exports.kCorked = kCorked;
