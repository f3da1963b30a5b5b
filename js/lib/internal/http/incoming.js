// SPDX-License-Identifier: MIT
// IncomingMessage: a request that a server got, or a response that a client got.
'use strict';
const { Readable, finished } = require('stream');
const { connectionReset, lowerCase } = require('internal/http/common');
const { beReadable } = require('internal/net/short_cuts');
const { process } = require('internal/process');

const kHeaders = Symbol('kHeaders');
const kHeadersDistinct = Symbol('kHeadersDistinct');
const kHeadersCount = Symbol('kHeadersCount');
const kTrailers = Symbol('kTrailers');
const kTrailersDistinct = Symbol('kTrailersDistinct');
const kTrailersCount = Symbol('kTrailersCount');

// How a header that comes more than once is put together.
const FIRST = 1; // the first one stays
const LIST = 2; // an array
const COOKIES = 3; // joined by '; '
const rules = new Map([
  ['age', FIRST], ['authorization', FIRST], ['content-length', FIRST], ['content-type', FIRST],
  ['etag', FIRST], ['expires', FIRST], ['from', FIRST], ['host', FIRST],
  ['if-modified-since', FIRST], ['if-unmodified-since', FIRST], ['last-modified', FIRST],
  ['location', FIRST], ['max-forwards', FIRST], ['proxy-authorization', FIRST],
  ['referer', FIRST], ['retry-after', FIRST], ['server', FIRST], ['user-agent', FIRST],
  ['set-cookie', LIST], ['cookie', COOKIES],
]);

// As in internal/http/response.js: room for what other functions set.
const NAMES_ONLY = false;

function IncomingMessage(socket) {
  if (NAMES_ONLY) {
    this._readableState = this._events = this._eventsCount = this._maxListeners = undefined;
    this._kHeaders = this._kHeadersCount = this._kTrailers = this._kTrailersCount = undefined;
    this._kHeadersDistinct = this._kTrailersDistinct = this._kCapture = undefined;
  }
  if (new.target === undefined && !(this instanceof Readable)) { // as it ends in Node
    throw new TypeError("Cannot set properties of undefined (setting 'readingMore')");
  }
  beReadable(this, socket);
  this._readableState.readingMore = true;
  this.socket = socket;
  this.httpVersionMajor = null;
  this.httpVersionMinor = null;
  this.httpVersion = null;
  this.complete = false;
  this[kHeaders] = null;
  this[kHeadersCount] = 0;
  this.rawHeaders = [];
  this[kTrailers] = null;
  this[kTrailersCount] = 0;
  this.rawTrailers = [];
  this.joinDuplicateHeaders = false;
  this.aborted = false;
  this.upgrade = null;
  this.url = '';
  this.method = null;
  this.statusCode = null;
  this.statusMessage = null;
  this.client = socket;
  this._consuming = false;
  this._dumped = false;
}
Object.setPrototypeOf(IncomingMessage.prototype, Readable.prototype);
Object.setPrototypeOf(IncomingMessage, Readable);

function accessor(name, get, set) {
  Object.defineProperty(IncomingMessage.prototype, name, {
    configurable: false, enumerable: false, get, set,
  });
}

Object.defineProperty(IncomingMessage.prototype, 'connection', {
  configurable: false,
  enumerable: false,
  get() { return this.socket; },
  set(value) { this.socket = value; },
});

accessor('headers', function() {
  if (!this[kHeaders]) {
    this[kHeaders] = collect(this, this.rawHeaders, this[kHeadersCount] || this.rawHeaders.length);
  }
  return this[kHeaders];
}, function(value) { this[kHeaders] = value; });

accessor('headersDistinct', function() {
  this[kHeadersDistinct] ??= distinct(this.rawHeaders, this[kHeadersCount]);
  return this[kHeadersDistinct];
}, function(value) { this[kHeadersDistinct] = value; });

accessor('trailers', function() {
  this[kTrailers] ??= collect(this, this.rawTrailers, this[kTrailersCount]);
  return this[kTrailers];
}, function(value) { this[kTrailers] = value; });

accessor('trailersDistinct', function() {
  this[kTrailersDistinct] ??= distinct(this.rawTrailers, this[kTrailersCount]);
  return this[kTrailersDistinct];
}, function(value) { this[kTrailersDistinct] = value; });

function addAll(message, raw, count, headers) {
  for (let i = 0; i < count; i += 2) message._addHeaderLine(raw[i], raw[i + 1], headers);
  return headers;
}

function collect(message, raw, count) {
  return addAll(message, raw, count, {});
}

function distinct(raw, count) {
  const headers = { __proto__: null };
  for (let i = 0; i < count; i += 2) {
    const name = lowerCase(raw[i]);
    if (headers[name] === undefined) headers[name] = [raw[i + 1]];
    else headers[name].push(raw[i + 1]);
  }
  return headers;
}

IncomingMessage.prototype._addHeaderLine = function addHeaderLine(name, value, headers) {
  name = lowerCase(name);
  const before = headers[name];
  const rule = rules.get(name);
  if (rule === LIST) {
    if (before !== undefined) before.push(value);
    else headers[name] = [value];
  } else if (before === undefined || !Object.hasOwn(headers, name)) {
    headers[name] = value;
  } else if (rule === COOKIES) {
    headers[name] = `${before}; ${value}`;
  } else if (rule === undefined || this.joinDuplicateHeaders) {
    headers[name] = `${before}, ${value}`;
  }
};

IncomingMessage.prototype._addHeaderLineDistinct = function addHeaderLineDistinct(name, value, to) {
  name = lowerCase(name);
  if (!to[name]) to[name] = [value];
  else to[name].push(value);
};

// Raw headers (or, when the message is complete, trailers): names and values in turn.
IncomingMessage.prototype._addHeaderLines = function addHeaderLines(list, count) {
  if (!list || list.length === 0) return;
  if (this.complete) {
    this.rawTrailers = list;
    this[kTrailersCount] = count;
    if (this[kTrailers]) addAll(this, list, count, this[kTrailers]);
  } else {
    this.rawHeaders = list;
    this[kHeadersCount] = count;
    if (this[kHeaders]) addAll(this, list, count, this[kHeaders]);
  }
};

IncomingMessage.prototype.setTimeout = function setTimeout(msecs, callback) {
  if (callback) this.on('timeout', callback);
  this.socket.setTimeout(msecs);
  return this;
};

IncomingMessage.prototype._read = function read() {
  if (!this._consuming) {
    this._readableState.readingMore = false;
    this._consuming = true;
  }
  if (this.socket?.readable) startReading(this.socket);
};

IncomingMessage.prototype._destroy = function destroy(error, callback) {
  if (!this.readableEnded || !this.complete) {
    this.aborted = true;
    this.emit('aborted');
  }
  // The socket is destroyed, too, unless the message was complete: what follows on it belongs to
  // others.
  if (this.socket && !this.socket.destroyed && this.aborted) {
    this.socket.destroy(error);
    const stop = finished(this.socket, (e) => {
      if (e?.code === 'ERR_STREAM_PREMATURE_CLOSE') e = null;
      stop();
      process.nextTick(onError, this, error || e, callback);
    });
  } else {
    process.nextTick(onError, this, error, callback);
  }
};

// An error without a listener is not thrown: the other side may close at any time.
function onError(message, error, callback) {
  if (message.listenerCount('error') === 0) callback();
  else callback(error);
}

// Reads what is left and forgets it.
IncomingMessage.prototype._dump = function dump() {
  if (this._dumped) return;
  this._dumped = true;
  this.removeAllListeners('data');
  this.resume();
};


function startReading(socket) {
  if (socket && !socket._paused && socket.readable) socket.resume();
}

function stopReading(socket) {
  if (socket) socket.pause();
}

// The connection was closed before the message was complete.
function abortIncoming(message) {
  if (message.destroyed) return;
  message.aborted = true;
  message.emit('aborted');
  message.destroy(connectionReset('aborted'));
}

exports.IncomingMessage = IncomingMessage;
exports.startReading = startReading;
exports.stopReading = stopReading;
exports.abortIncoming = abortIncoming;
