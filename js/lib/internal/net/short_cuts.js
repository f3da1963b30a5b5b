// SPDX-License-Identifier: MIT
// The short cuts of net and http: where nobody can see a difference, less is done than a stream
// would do. All of them are here, because they use internals of streams; the files that use them
// rely only on documented properties. Each is a condition, and what is done if it holds. If it does
// not, or with GYRE_SHORT_CUTS=0 in the environment, the plain way is used.
'use strict';
const EventEmitter = require('events');
const { Duplex, Readable, Writable } = require('stream');
const { errnoException } = require('internal/errors');
const { FastBuffer } = require('internal/buffer/fast');
const { StreamHandle, kNative, TCP, Pipe } = require('internal/stream_base');
const { counts, CONTEXTS } = require('internal/state');
const { process } = require('internal/process');

const isOn = binding('env').trusted('GYRE_SHORT_CUTS') !== '0';
const { ReadableState } = Readable;
const { push: streamPush, write: streamWrite } = Duplex.prototype;
const { emit } = EventEmitter.prototype;
const { writev: handleWritev } = StreamHandle.prototype;
const NO_BYTES = Buffer.alloc(0);

// Which bits of ReadableState.state these are: all are looked at and set together.
function bitsOf(...names) {
  const probe = new ReadableState({}, null, true);
  const before = probe.state;
  for (const name of names) probe[name] = !probe[name];
  return before ^ probe.state;
}
const BUSY = bitsOf('sync', 'readingMore', 'ended', 'destroyed');
const READING = bitsOf('reading');
const DATA_EMITTED = bitsOf('dataEmitted');
const OVER = bitsOf('ended', 'destroyed');
const READS_ON = bitsOf('reading', 'needReadable');

// 1. What a socket has read goes to the listeners of 'data', past its buffer.

let socketRead, socketStartRead, socketWrite, socketWriteGeneric; // what a program may replace
let stopReading;
let unrefTimer;
let kTimeout;

// Nothing but the listeners is between what comes and the program.
function flows(socket) {
  const state = socket._readableState;
  return state.flowing && state.length === 0 && (state.state & BUSY) === 0 &&
    state.decoder === null && state.errored === null && state.awaitDrainWriters === null &&
    socket.push === streamPush && socket.read === socketRead && socket._read === socketStartRead &&
    socket.listenerCount('data') > 0;
}

// What push does then, except for the tick in which it would call read(0), which would call _read:
// the handle continues reading anyway. If the listeners have changed anything, the stream continues
// as after any push.
function hand(socket, data) {
  beginHand(socket);
  socket.emit('data', data);
  return endHand(socket);
}

function beginHand(socket) {
  const state = socket._readableState;
  state.state = state.state & ~READING | DATA_EMITTED;
}

function endHand(socket) {
  const state = socket._readableState;
  if (state.flowing && state.length === 0 && socket._reading && (state.state & OVER) === 0 &&
      state.errored === null) {
    state.state |= READS_ON;
    return true;
  }
  return socket.push(NO_BYTES);
}

// Like socket.push(data): returns whether the socket may continue reading.
function deliver(socket, data) {
  return flows(socket) ? hand(socket, data) : socket.push(data);
}

// 2. Bytes that a socket writes go directly to the handle, bypassing the stream.

// Nothing precedes a write of this many bytes, and nobody waits for anything after it.
function isIdle(socket, size) {
  const state = socket._writableState;
  return state.pendingcb === 0 && !state.ending && !state.destroyed && state.errored === null &&
    state.corked === 0 && !state.needDrain && state.constructed && size > 0 &&
    size < state.highWaterMark && !socket.connecting && socket._handle !== null &&
    socket._write === socketWrite && socket._writeGeneric === socketWriteGeneric &&
    Duplex.prototype.write === streamWrite;
}

// What is not written at once, or failed, is left to the stream: its _write finds in _begun how far
// the handle got.
function write(chunk, encoding, callback) {
  if (encoding !== undefined || callback !== undefined || !(chunk instanceof FastBuffer) ||
      !isIdle(this, chunk.length)) {
    return Duplex.prototype.write.call(this, chunk, encoding, callback);
  }
  if (this[kTimeout] !== null) unrefTimer.call(this);
  const done = this._handle.tryWrite(chunk);
  if (done === chunk.length) {
    this._bytesDispatched += done;
    return true;
  }
  this._begun = done;
  return Duplex.prototype.write.call(this, chunk, encoding, callback);
}

// Two pieces, such as a frame of a WebSocket and its head, most often go out at once: then there
// is no request. False: nothing was written.
function writePair(socket, first, second, callback) {
  const handle = socket._handle;
  if (socket.connecting || counts[CONTEXTS] !== 0 || !(handle instanceof StreamHandle) ||
      handle.writev !== handleWritev || socket._writeGeneric !== socketWriteGeneric) return false;
  if (socket[kTimeout] !== null) unrefTimer.call(socket);
  const done = handle.tryWritePair(first, second);
  const size = first.length + second.length;
  socket._bytesDispatched += done < 0 ? size : done;
  if (done < 0) {
    callback(errnoException(done, 'write'));
  } else if (done === size) {
    callback(null);
  } else if (done < first.length) {
    socket._writeGeneric([first.subarray(done), second], true, callback);
  } else {
    socket._writeGeneric(second.subarray(done - first.length), false, callback);
  }
  return true;
}

// When all of Socket.prototype is there.
function forSockets(Socket, timeoutKey, stop) {
  if (!isOn) return;
  kTimeout = timeoutKey;
  stopReading = stop;
  ({
    read: socketRead, _read: socketStartRead, _write: socketWrite,
    _writeGeneric: socketWriteGeneric, _unrefTimer: unrefTimer,
  } = Socket.prototype);
  Socket.prototype.write = write;
}

// 3. The bytes of a server's connection go from the handle to the parser, bypassing the socket,
// which still has a listener of 'data'. A program that wants the bytes too gets them. This one is
// always on: Node does the same, and the ticks between pieces of a body come from it.

const isOurs = (handle) => handle instanceof TCP || handle instanceof Pipe ||
  handle?.isNative === true; // of TLS

function watchedOn(event, listener) {
  if (event === 'data' || event === 'readable') unwatch(this);
  return Duplex.prototype.on.call(this, event, listener);
}

function watchedPrepend(event, listener) {
  if (event === 'data' || event === 'readable') unwatch(this);
  return EventEmitter.prototype.prependListener.call(this, event, listener);
}

function unwatch(socket) {
  if (socket.on !== watchedOn) return;
  delete socket.on;
  delete socket.addListener;
  delete socket.prependListener;
  socket.parser?.detach();
}

function attach(socket, parser) {
  if (!isOurs(socket._handle) || socket._onread || socket.on !== Duplex.prototype.on ||
      socket.listenerCount('data') !== 1 || socket.listenerCount('readable') !== 0) return;
  parser.attach(socket._handle);
  socket.on = watchedOn;
  socket.addListener = watchedOn;
  socket.prependListener = watchedPrepend;
}

// 4. A request without a body that nobody listens to, as most are: its end needs no events.

function isUnheard(req) {
  const state = req._readableState;
  return req._eventsCount === 0 && req.complete && state.length === 0 && state.flowing === null &&
    !req._consuming && !state.destroyed && req.emit === emit;
}

// Brings it to its end if so: when all of it has come, and when it is answered.
function endUnheard(req) {
  if (!isUnheard(req)) return false;
  req._readableState.ended = true;
  return true;
}

function closeUnheard(req) {
  if (!isUnheard(req)) return false;
  const state = req._readableState;
  req._dumped = true;
  req._consuming = true;
  state.flowing = true;
  state.endEmitted = true;
  state.destroyed = true;
  state.closed = true;
  state.closeEmitted = true;
  return true;
}

// 5. A message that has come is a Readable, made without a look at options it does not have.

function beReadable(message, socket) {
  if (!isOn || message._construct !== undefined) {
    Readable.call(message, socket ? { highWaterMark: socket.readableHighWaterMark } : undefined);
    return;
  }
  const state = new ReadableState(undefined, message, false);
  message._readableState = state;
  EventEmitter.call(message);
  if (socket) state.highWaterMark = socket.readableHighWaterMark;
}

// 6. A whole response in one write to the handle, if the socket has nothing else to write.

let send;
let onFinish;
let messageSend;
let messageEnd;

// Nothing waits in the stream, and nobody looks at what is written.
function isDirect(response, socket) {
  const state = socket._writableState;
  return socket._httpMessage === response && socket.write === socket.constructor.prototype.write &&
    socket._httpConnection !== undefined && !state.corked && state.length === 0 &&
    state.constructed !== false && !state.ending && !state.destroyed && state.errored === null &&
    !socket.connecting && isOurs(socket._handle);
}

// The text to send, before the chunk if that is bytes, or '' if it has to go the plain way; so has
// what would need a 'drain'.
function wholeText(response, chunk, size) {
  if (response._header === null) {
    response._contentLength ??= size;
    response._implicitHeader();
  }
  if (response._header === null || response._headerSent || response._wideHead) return '';
  if (!response._hasBody) return response._header;
  if (typeof chunk !== 'string') return response.chunkedEncoding ? '' : response._header;
  if (!response.chunkedEncoding) return response._header + chunk;
  return response._header + (chunk === '' ? `0\r\n${response._trailer}\r\n` :
    `${size.toString(16)}\r\n${chunk}\r\n0\r\n${response._trailer}\r\n`);
}

function sizeOf(chunk) {
  if (typeof chunk !== 'string') return chunk.length;
  return chunk === '' ? 0 : Buffer.byteLength(chunk);
}

// Not all was sent: what is left goes through the stream. A head alone is one write, as in the
// plain way; with a body there are several.
function sendRest(response, socket, whole, left, isHead, corks) {
  const done = () => onFinish(response);
  if (left < 0) { // it failed
    socket._begun = left;
    if (isHead) socket.write(whole, 'latin1', done);
    else socket.write(Buffer.from(whole), done);
    return;
  }
  const bytes = Buffer.from(whole);
  socket._bytesDispatched += bytes.length - left;
  if (corks) socket.cork();
  socket.write(bytes.subarray(bytes.length - left), isHead ? done : undefined);
  if (!isHead) socket.write('', 'latin1', done); // it takes a call of its own
  if (corks) socket.uncork();
}

// False if nothing was sent.
function endDirectly(response, chunk) {
  const { socket } = response;
  if (socket === null || response.finished || response.destroyed || response._headerSent ||
      response.outputData.length > 0 || response.strictContentLength ||
      !isDirect(response, socket)) return false;
  const size = sizeOf(chunk);
  const corks = chunk !== '' || response._header === null;
  const text = wholeText(response, chunk, size);
  if (text === '') return false;
  const bytes = typeof chunk === 'string' || !response._hasBody ? undefined : chunk;
  if (text.length + (bytes === undefined ? 0 : size) >= socket.writableHighWaterMark) {
    if (corks) socket.cork(); // the plain way does it before there is a head
    return false;
  }
  response._headerSent = true;
  response.finished = true;
  const left = bytes === undefined ? send(socket._handle[kNative], text) :
    send(socket._handle[kNative], text, bytes);
  if (left === 0) {
    if (bytes !== undefined) socket._bytesDispatched += text.length + size;
    else socket._bytesDispatched += text.length + (response._hasBody ? size - chunk.length : 0);
    process.nextTick(onFinish, response);
  } else {
    const whole = bytes === undefined ? text : Buffer.concat([Buffer.from(text), bytes]);
    sendRest(response, socket, whole, left, chunk === '' || !response._hasBody, corks);
  }
  response._finish();
  return true;
}

const isPlain = (encoding) => encoding === undefined || encoding === null || encoding === 'utf8';

function end(chunk, encoding, callback) {
  if (typeof callback !== 'function' && isPlain(encoding) && this.end === end &&
      (chunk === undefined || chunk === null || typeof chunk === 'string' ||
       (chunk instanceof FastBuffer && chunk.length > 0)) &&
      this._send === messageSend && endDirectly(this, chunk ?? '')) {
    return this;
  }
  return messageEnd.call(this, chunk, encoding, callback);
}

function forResponses(ServerResponse, finish) {
  if (!isOn) return;
  ({ send } = binding('http'));
  onFinish = finish;
  ({ _send: messageSend, end: messageEnd } = Object.getPrototypeOf(ServerResponse.prototype));
  ServerResponse.prototype.end = end;
}

// 7. A stream of http2 is a Duplex, made without reading options that it always has: strings are
// not decoded, and it is not destroyed at its end. It is a function that its class extends.

const { WritableState } = Writable;

function BareDuplex(options) {
  if (!isOn) {
    Reflect.apply(Duplex, this, [options]);
    return;
  }
  const read = new ReadableState(undefined, this, true);
  const write = new WritableState(undefined, this, true);
  this._readableState = read;
  this._writableState = write;
  EventEmitter.call(this);
  this.allowHalfOpen = true;
  read.autoDestroy = false;
  write.autoDestroy = false;
  write.decodeStrings = false;
}
BareDuplex.prototype = Duplex.prototype;

// Nobody has read it or listens to it: brings it to the end of what it reads, without events.
function endUnread(stream) {
  const state = stream._readableState;
  if (state.length !== 0 || state.flowing !== null || state.destroyed ||
      stream.listenerCount('end') !== 0 || stream.listenerCount('readable') !== 0 ||
      stream.listenerCount('data') !== 0) return false;
  state.ended = true;
  state.endEmitted = true;
  return true;
}

// 8. What a client's socket reads goes to the parser from where it is, if that is the only one that
// listens. The reader has onData, its listener, and parse(nread), which does the same.

function readAt(handle, reader) {
  if (isOn && (handle instanceof TCP || handle instanceof Pipe)) handle.reader = reader;
}

function readDirectly(socket, reader, nread) {
  if (counts[CONTEXTS] !== 0 || !flows(socket) || socket._events.data !== reader.onData ||
      socket.emit !== emit || socket._onread) return false;
  if (socket[kTimeout] !== null) unrefTimer.call(socket);
  socket._bytesRead += nread;
  beginHand(socket);
  reader.parse(nread);
  if (!endHand(socket)) stopReading(socket);
  return true;
}

const no = () => false;

exports.deliver = isOn ? deliver : (socket, data) => socket.push(data);
exports.forSockets = forSockets;
exports.writePair = isOn ? writePair : no;
exports.attach = attach;
exports.unwatch = unwatch;
exports.endUnheard = isOn ? endUnheard : no;
exports.closeUnheard = isOn ? closeUnheard : no;
exports.beReadable = beReadable;
exports.BareDuplex = BareDuplex;
exports.readAt = readAt;
exports.readDirectly = readDirectly;
exports.endUnread = isOn ? endUnread : no;
exports.forResponses = forResponses;
