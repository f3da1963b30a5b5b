// SPDX-License-Identifier: MIT
// Requests of a server with the interface of http, over a stream of http2; responses are in
// internal/http2/response.js. A stream that has such a pair notifies it directly (pair.js), so that
// few listeners are needed.
'use strict';
const { Readable } = require('stream');
const { validateString } = require('internal/validators');
const { codes } = require('internal/errors');
const { Http2ServerResponse } = require('internal/http2/response');
const { Pair } = require('internal/http2/pair');
const { requestSocket } = require('internal/http2/sockets');
const { kCompat } = require('internal/http2/symbols');
const { process } = require('internal/process');

const kHeaders = Symbol('headers');
const kRawHeaders = Symbol('rawHeaders');
const kSocket = Symbol('proxy of the socket');
const kState = Symbol('state');
const kStream = Symbol('stream');
const kTrailers = Symbol('trailers');
const kRawTrailers = Symbol('rawTrailers');
const kAborted = Symbol('aborted');
const standard = { autoDestroy: false };

class Http2ServerRequest extends Readable {
  constructor(stream, headers, options, rawHeaders) {
    super(options === undefined ? standard : { autoDestroy: false, ...options });
    this[kState] = { closed: false, didRead: false };
    this[kHeaders] = headers;
    this[kRawHeaders] = rawHeaders;
    this[kTrailers] = {};
    this[kRawTrailers] = [];
    this[kStream] = stream;
    this[kAborted] = false;
    this[kSocket] = null;
    Pair.ofRequest(stream).request = this;
  }

  get aborted() { return this[kAborted]; }
  get complete() {
    return this[kAborted] || this.readableEnded || this[kState].closed || this[kStream].destroyed;
  }
  get stream() { return this[kStream]; }
  get headers() { return this[kHeaders]; }
  get rawHeaders() { return this[kRawHeaders]; }
  get trailers() { return this[kTrailers]; }
  get rawTrailers() { return this[kRawTrailers]; }
  get httpVersionMajor() { return 2; }
  get httpVersionMinor() { return 0; }
  get httpVersion() { return '2.0'; }
  get socket() { return this[kSocket] ??= requestSocket(this[kStream]); }
  get connection() { return this.socket; }

  _read() {
    const state = this[kState];
    if (state.closed) return;
    if (!state.didRead) {
      state.didRead = true;
      this[kStream].on('data', onData);
      this[kStream].on('end', onEnd);
    } else {
      process.nextTick(resume, this[kStream]);
    }
  }

  pause() {
    super.pause();
    this[kStream].pause();
    return this;
  }

  resume() {
    super.resume();
    process.nextTick(resume, this[kStream]); // behind the first _read
    return this;
  }

  get method() { return this[kHeaders][':method']; }
  set method(method) {
    validateString(method, 'method');
    if (method.trim() === '') throw new codes.ERR_INVALID_ARG_VALUE('method', method);
    this[kHeaders][':method'] = method;
  }

  get authority() { return this[kHeaders][':authority'] ?? this[kHeaders].host; }
  get scheme() { return this[kHeaders][':scheme']; }
  get url() { return this[kHeaders][':path']; }
  set url(url) { this[kHeaders][':path'] = url; }

  setTimeout(msecs, callback) {
    if (!this[kState].closed) this[kStream].setTimeout(msecs, callback);
    return this;
  }

  // Events of its stream:

  _onTrailers(trailers, raw) {
    Object.assign(this[kTrailers], trailers);
    this[kRawTrailers].push(...raw);
  }

  _onAborted() {
    if (this[kState].closed) return;
    this[kAborted] = true;
    this.emit('aborted');
  }

  _onClose() {
    const state = this[kState];
    state.closed = true;
    this.push(null);
    // Nobody has read the data: it is discarded.
    if (!state.didRead && this._eventsCount > 0) this.resume();
    this.emit('close');
  }
}

function resume(stream) {
  if (!stream.destroyed) stream.resume();
}

// Of a stream:

function onData(chunk) {
  const request = this[kCompat]?.request;
  if (request !== undefined && request !== null && !request.push(chunk)) this.pause();
}

function onEnd() {
  this[kCompat]?.request?.push(null);
}

function answerTo(server, request, response, headers) {
  const { expect } = headers;
  if (headers[':method'] === 'CONNECT') {
    if (server.emit('connect', request, response)) return;
    response.statusCode = 405;
    response.end();
  } else if (expect === '100-continue') {
    if (server.listenerCount('checkContinue') > 0) {
      server.emit('checkContinue', request, response);
    } else {
      response.writeContinue();
      server.emit('request', request, response);
    }
  } else if (expect !== undefined) {
    if (server.listenerCount('checkExpectation') > 0) {
      server.emit('checkExpectation', request, response);
    } else {
      response.statusCode = 417;
      response.end();
    }
  } else {
    server.emit('request', request, response);
  }
}

function onServerStream(Request, Response, stream, headers, flags, rawHeaders) {
  const request = new Request(stream, headers, undefined, rawHeaders);
  const response = new Response(stream);
  answerTo(this, request, response, headers);
}

exports.Http2ServerRequest = Http2ServerRequest;
exports.Http2ServerResponse = Http2ServerResponse;
exports.onServerStream = onServerStream;
