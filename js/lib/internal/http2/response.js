// SPDX-License-Identifier: MIT
// Responses of a server with the interface of http, over a stream of http2.
'use strict';
const { Stream } = require('stream');
const { codes } = require('internal/errors');
const { validateFunction, validateObject, validateString } = require('internal/validators');
const { isToken, lowerCase } = require('internal/http/common');
const { isForbidden, isPseudo } = require('internal/http2/headers');
const { native } = require('internal/http2/native');
const { requestSocket } = require('internal/http2/sockets');
const { Pair } = require('internal/http2/pair');
const { kCompat, kHandle, kState: kOfStream } = require('internal/http2/symbols');
const { process } = require('internal/process');

const kHeaders = Symbol('headers');
const kSocket = Symbol('proxy of the socket');
const kState = Symbol('state');
const kStream = Symbol('stream');
const kTrailers = Symbol('trailers');

let warnedOfStatus = false;
let warnedOfHeader = false;

function warnOfStatus() {
  if (warnedOfStatus) return;
  warnedOfStatus = true;
  process.emitWarning('Status message is not supported by HTTP/2 (RFC7540 8.1.2.4)',
    'UnsupportedWarning');
}

function warnOfHeader() {
  if (warnedOfHeader) return;
  warnedOfHeader = true;
  process.emitWarning('The provided connection header is not valid, ' +
    'the value will be dropped from the header and will never be in use.', 'UnsupportedWarning');
}

function checkHeader(name, value) {
  if (name === '' || typeof name !== 'string' || name.includes(' ')) {
    throw new codes.ERR_INVALID_HTTP_TOKEN('Header name', name);
  }
  if (isPseudo(name)) throw new codes.ERR_HTTP2_PSEUDOHEADER_NOT_ALLOWED();
  if (value === undefined || value === null) {
    throw new codes.ERR_HTTP2_INVALID_HEADER_VALUE(value, name);
  }
}

const lower = (name) => lowerCase(name.trim());

class ResponseState {
  constructor() {
    this.closed = false;
    this.ending = false;
    this.destroyed = false;
    this.headRequest = false;
    this.sendDate = true;
    this.statusCode = 200;
    this.hasTrailers = false;
    this.drains = false; // its stream says when
  }
}

class Http2ServerResponse extends Stream {
  constructor(stream, options) {
    super(options);
    this[kState] = new ResponseState();
    this[kHeaders] = { __proto__: null };
    this[kTrailers] = undefined;
    this[kStream] = stream;
    this[kSocket] = null;
    const pair = Pair.of(stream);
    pair.response = this;
    this.writable = true;
    this.req = pair.request ?? undefined;
  }

  // What a program may read, as in http.
  get _header() { return this.headersSent; }
  get writableEnded() { return this[kState].ending; }
  get finished() { return this[kState].ending; }
  get socket() {
    if (this[kState].closed) return undefined;
    return this[kSocket] ??= requestSocket(this[kStream]);
  }
  get connection() { return this.socket; }
  get stream() { return this[kStream]; }
  get headersSent() { return this[kStream].headersSent; }
  get sendDate() { return this[kState].sendDate; }
  set sendDate(on) { this[kState].sendDate = Boolean(on); }
  get statusCode() { return this[kState].statusCode; }
  set statusCode(code) {
    code |= 0;
    if (code >= 100 && code < 200) throw new codes.ERR_HTTP2_INFO_STATUS_NOT_ALLOWED();
    if (code < 100 || code > 599) throw new codes.ERR_HTTP2_STATUS_INVALID(code);
    this[kState].statusCode = code;
  }
  get writableCorked() { return this[kStream].writableCorked; }
  get writableHighWaterMark() { return this[kStream].writableHighWaterMark; }
  get writableFinished() { return this[kStream].writableFinished; }
  get writableLength() { return this[kStream].writableLength; }
  get statusMessage() {
    warnOfStatus();
    return '';
  }
  set statusMessage(message) { warnOfStatus(); }

  setTrailer(name, value) {
    validateString(name, 'name');
    name = lower(name);
    checkHeader(name, value);
    if (isForbidden(name, value)) {
      warnOfHeader();
      return;
    }
    this[kTrailers] ??= { __proto__: null };
    this[kTrailers][name] = value;
    const state = this[kState];
    if (state.hasTrailers) return;
    state.hasTrailers = true;
    const stream = this[kStream];
    const handle = stream.session?.[kHandle];
    if (!stream.headersSent || handle === undefined) return;
    stream[kOfStream].wantsTrailers = true;
    native.wantTrailers(handle, stream.id);
  }

  addTrailers(headers) {
    for (const name of Object.keys(headers)) this.setTrailer(name, headers[name]);
  }

  getHeader(name) {
    validateString(name, 'name');
    return this[kHeaders][lower(name)];
  }

  getHeaderNames() { return Object.keys(this[kHeaders]); }
  getHeaders() { return { __proto__: null, ...this[kHeaders] }; }
  hasHeader(name) {
    validateString(name, 'name');
    return lower(name) in this[kHeaders];
  }

  removeHeader(name) {
    validateString(name, 'name');
    if (this[kStream].headersSent) throw new codes.ERR_HTTP2_HEADERS_SENT();
    name = lower(name);
    if (name === 'date') this[kState].sendDate = false;
    delete this[kHeaders][name];
  }

  setHeader(name, value) {
    validateString(name, 'name');
    if (this[kStream].headersSent) throw new codes.ERR_HTTP2_HEADERS_SENT();
    this.#set(name, value);
  }

  #set(name, value) {
    name = lower(name);
    checkHeader(name, value);
    if (isForbidden(name, value)) {
      warnOfHeader();
      return;
    }
    if (name[0] === ':') throw new codes.ERR_HTTP2_INVALID_PSEUDOHEADER(name);
    if (!isToken(name)) {
      this.destroy(new codes.ERR_INVALID_HTTP_TOKEN('Header name', name));
      return;
    }
    this[kHeaders][name] = value;
  }

  appendHeader(name, value) {
    validateString(name, 'name');
    if (this[kStream].headersSent) throw new codes.ERR_HTTP2_HEADERS_SENT();
    const existing = this[kHeaders][lower(name)];
    if (existing === undefined) {
      this.#set(name, value);
      return;
    }
    checkHeader(lower(name), value);
    this[kHeaders][lower(name)] = [existing, value].flat();
  }

  flushHeaders() {
    const state = this[kState];
    if (!state.closed && !this[kStream].headersSent) this.writeHead(state.statusCode);
  }

  writeHead(statusCode, statusMessage, headers) {
    const state = this[kState];
    if (state.closed || this[kStream].destroyed) return this;
    if (this[kStream].headersSent) throw new codes.ERR_HTTP2_HEADERS_SENT();
    if (typeof statusMessage === 'string') warnOfStatus();
    if (headers === undefined && typeof statusMessage === 'object') headers = statusMessage;
    if (Array.isArray(headers)) this.#setList(headers);
    else if (headers) for (const name of Object.keys(headers)) this.#set(name, headers[name]);
    this.statusCode = statusCode;
    this.#begin();
    return this;
  }

  // Pairs, or names and values in turn.
  #setList(headers) {
    if (Array.isArray(headers[0])) {
      for (const [name, value] of headers) this.#set(name, value);
      return;
    }
    if (headers.length % 2 !== 0) throw new codes.ERR_INVALID_ARG_VALUE('headers', headers);
    for (let i = 0; i < headers.length; i += 2) this.#set(headers[i], headers[i + 1]);
  }

  #begin() {
    const state = this[kState];
    const headers = this[kHeaders];
    headers[':status'] = state.statusCode;
    this[kStream].respond(headers, {
      endStream: state.ending,
      waitForTrailers: state.hasTrailers,
      sendDate: state.sendDate,
      isOwn: true,
    });
  }

  get _trailers() { return this[kTrailers]; }

  _onClose() {
    const state = this[kState];
    if (state.closed) return;
    state.closed = true;
    const pair = this[kStream][kCompat];
    if (pair.response === this) pair.response = null;
    this.emit('finish');
    this.emit('close');
  }

  cork() { this[kStream].cork(); }
  uncork() { this[kStream].uncork(); }

  write(chunk, encoding, callback) {
    const state = this[kState];
    if (typeof encoding === 'function') {
      callback = encoding;
      encoding = 'utf8';
    }
    let error;
    if (state.ending) error = new codes.ERR_STREAM_WRITE_AFTER_END();
    else if (state.closed) error = new codes.ERR_HTTP2_INVALID_STREAM();
    else if (state.destroyed) return false;
    if (error !== undefined) {
      if (typeof callback === 'function') process.nextTick(callback, error);
      this.destroy(error);
      return false;
    }
    const stream = this[kStream];
    if (!stream.headersSent) this.writeHead(state.statusCode);
    const fits = stream.write(chunk, encoding, callback);
    if (!fits && !state.drains) {
      state.drains = true;
      stream.on('drain', onDrain);
    }
    return fits;
  }

  end(chunk, encoding, callback) {
    const stream = this[kStream];
    const state = this[kState];
    if (typeof chunk === 'function') {
      callback = chunk;
      chunk = null;
    } else if (typeof encoding === 'function') {
      callback = encoding;
      encoding = 'utf8';
    }
    if ((state.closed || state.ending) && state.headRequest === stream.headRequest) {
      if (typeof callback === 'function') process.nextTick(callback);
      return this;
    }
    const hasChunk = chunk !== null && chunk !== undefined;
    if (hasChunk && !stream.headersSent && !state.closed) this.writeHead(state.statusCode);
    state.headRequest = stream.headRequest;
    state.ending = true;
    if (typeof callback === 'function' && !state.closed) {
      if (stream.writableEnded) this.once('finish', callback);
      else stream.once('finish', callback);
    }
    if (!hasChunk && !stream.headersSent) this.writeHead(state.statusCode);
    if (state.closed && typeof callback === 'function') process.nextTick(callback);
    if (state.closed || stream.destroyed) this._onClose();
    else if (hasChunk && !stream.writableEnded) stream.end(chunk, encoding ?? undefined);
    else stream.end();
    return this;
  }

  destroy(error) {
    const state = this[kState];
    if (state.destroyed) return;
    state.destroyed = true;
    this[kStream].destroy(error);
  }

  setTimeout(msecs, callback) {
    if (!this[kState].closed) this[kStream].setTimeout(msecs, callback);
    return this;
  }

  createPushResponse(headers, callback) {
    validateFunction(callback, 'callback');
    if (this[kState].closed) {
      process.nextTick(callback, new codes.ERR_HTTP2_INVALID_STREAM());
      return;
    }
    this[kStream].pushStream(headers, {}, (error, stream) => {
      if (error) callback(error);
      else callback(null, new Http2ServerResponse(stream));
    });
  }

  writeContinue() {
    if (this[kStream].headersSent || this[kState].closed) return false;
    this[kStream].additionalHeaders({ ':status': 100 });
    return true;
  }

  writeEarlyHints(hints) {
    validateObject(hints, 'hints');
    const { link, ...headers } = hints;
    const text = require('internal/http/response').linkValue(link);
    if (text.length === 0) return false;
    if (this[kStream].headersSent || this[kState].closed) return false;
    this[kStream].additionalHeaders({ ...headers, ':status': 103, 'Link': text });
    return true;
  }
}

// Of a stream:

function onDrain() {
  this[kCompat]?.response?.emit('drain');
}

exports.Http2ServerResponse = Http2ServerResponse;
