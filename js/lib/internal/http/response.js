// SPDX-License-Identifier: MIT
// ServerResponse: what a server answers.
'use strict';
const { codes } = require('internal/errors');
const { validateObject } = require('internal/validators');
const { STATUS_CODES, hasBadChar } = require('internal/http/common');
const { kOutHeaders, headText } = require('internal/http/head');
const { OutgoingMessage, kCorked, onFinish } = require('internal/http/outgoing');
const { forResponses } = require('internal/net/short_cuts');

const firstLines = new Map(); // of statuses with their own texts

// The engine gives a new object room for the properties that its constructor names. Those that
// functions called by it set would make the object grow again and again. This never runs.
const NAMES_ONLY = false;

function ServerResponse(req, options) {
  if (NAMES_ONLY) {
    this._events = this._eventsCount = this._maxListeners = this._kCapture = undefined;
    this._kHighWaterMark = this._kRejectBodies = this.outputData = this.outputSize = undefined;
    this.writable = this.destroyed = this._last = this.chunkedEncoding = undefined;
    this.shouldKeepAlive = this.maxRequestsOnConnectionReached = undefined;
    this._defaultKeepAlive = this.useChunkedEncodingByDefault = this.sendDate = undefined;
    this._removedConnection = this._removedContLen = this._removedTE = undefined;
    this.strictContentLength = this._contentLength = this._hasBody = this._trailer = undefined;
    this._kBytesWritten = this._kNeedDrain = this.finished = this._headerSent = undefined;
    this._kCorked = this._closed = this.socket = this._header = this._wideHead = undefined;
    this._kOutHeaders = this._keepAliveTimeout = this._onPendingData = undefined;
    this._connection = this._kErrored = this._maxRequestsPerSocket = undefined;
    this._uniqueHeaders = this.statusMessage = this.statusCode = undefined;
  }
  OutgoingMessage.call(this, options);
  if (req.method === 'HEAD') this._hasBody = false;
  this.req = req;
  this.sendDate = true;
  this._sent100 = false;
  this._expect_continue = false;
  this._hearsClose = false; // of its socket
  if (req.httpVersionMajor < 1 || req.httpVersionMinor < 1) {
    this.useChunkedEncodingByDefault = /(?:^|\W)chunked(?:$|\W)/i.test(req.headers.te);
    this.shouldKeepAlive = false;
  }
}
Object.setPrototypeOf(ServerResponse.prototype, OutgoingMessage.prototype);
Object.setPrototypeOf(ServerResponse, OutgoingMessage);

ServerResponse.prototype.statusCode = 200;
ServerResponse.prototype.statusMessage = undefined;

function onSocketClose() {
  const response = this._httpMessage;
  if (!response) return;
  response.destroyed = true;
  response._closed = true;
  response.emit('close');
}

ServerResponse.prototype.assignSocket = function assignSocket(socket) {
  if (socket._httpMessage) {
    throw new codes.ERR_HTTP_SOCKET_ASSIGNED();
  }
  socket._httpMessage = this;
  // A connection notifies its response itself, unless a listener has to come first.
  if (!socket._httpConnection || socket.listenerCount('close') > 1) {
    this._hearsClose = true;
    socket.on('close', onSocketClose);
  }
  this.socket = socket;
  this.emit('socket', socket);
  if (this.outputData.length > 0 || this.finished || this[kCorked] > 0) this._flush();
};

ServerResponse.prototype.detachSocket = function detachSocket(socket) {
  if (socket._httpMessage !== this) {
    throw new codes.ERR_INTERNAL_ASSERTION('The socket belongs to another message');
  }
  if (this._hearsClose) socket.removeListener('close', onSocketClose);
  socket._httpMessage = null;
  this.socket = null;
};

ServerResponse.prototype.writeContinue = function writeContinue(callback) {
  this._writeRaw('HTTP/1.1 100 Continue\r\n\r\n', 'ascii', callback);
  this._sent100 = true;
};

ServerResponse.prototype.writeProcessing = function writeProcessing(callback) {
  this._writeRaw('HTTP/1.1 102 Processing\r\n\r\n', 'ascii', callback);
};

const linkText = /^<[^>]*>(?:\s*;\s*[^;"\s]+(?:=(?:"[^;"\s]*"|[^;"\s]*))?)*$/;

function linkValue(hints) {
  const links = Array.isArray(hints) ? hints : [hints];
  for (const link of links) {
    if (typeof link !== 'string' || !linkText.test(link)) {
      throw new codes.ERR_INVALID_ARG_VALUE('hints', hints,
        'must be an array or string of format "</styles.css>; rel=preload; as=style"');
    }
  }
  return links.join(', ');
}

ServerResponse.prototype.writeEarlyHints = function writeEarlyHints(hints, callback) {
  let head = 'HTTP/1.1 103 Early Hints\r\n';
  validateObject(hints, 'hints');
  if (hints.link === null || hints.link === undefined) return;
  const link = linkValue(hints.link);
  if (link.length === 0) return;
  head += `Link: ${link}\r\n`;
  for (const key of Object.keys(hints)) if (key !== 'link') head += `${key}: ${hints[key]}\r\n`;
  this._writeRaw(`${head}\r\n`, 'ascii', callback);
};

ServerResponse.prototype._implicitHeader = function implicitHeader() {
  this.writeHead(this.statusCode);
};

// "HTTP/1.1 200 OK"
function firstLine(status, message) {
  if (message !== STATUS_CODES[status]) return `HTTP/1.1 ${status} ${message}\r\n`;
  let line = firstLines.get(status);
  if (line === undefined) {
    line = `HTTP/1.1 ${status} ${message}\r\n`;
    firstLines.set(status, line);
  }
  return line;
}

// Headers given to writeHead join those that were set, if there are any.
function joinHeaders(response, headers) {
  if (!response[kOutHeaders]) return headers;
  if (Array.isArray(headers)) {
    if (headers.length % 2 !== 0) throw new codes.ERR_INVALID_ARG_VALUE('headers', headers);
    for (let i = 0; i < headers.length; i += 2) response.removeHeader(headers[i]);
    for (let i = 0; i < headers.length; i += 2) {
      if (headers[i]) response.appendHeader(headers[i], headers[i + 1]);
    }
  } else if (headers) {
    for (const key of Object.keys(headers)) if (key) response.setHeader(key, headers[key]);
  }
  return response[kOutHeaders];
}

ServerResponse.prototype.writeHead = function writeHead(statusCode, reason, headers) {
  if (this._header) throw new codes.ERR_HTTP_HEADERS_SENT('write');
  const given = statusCode;
  statusCode |= 0;
  if (statusCode < 100 || statusCode > 999) throw new codes.ERR_HTTP_INVALID_STATUS_CODE(given);
  if (typeof reason === 'string') {
    this.statusMessage = reason;
  } else {
    this.statusMessage ||= STATUS_CODES[statusCode] || 'unknown';
    headers ??= reason;
  }
  this.statusCode = statusCode;
  headers = joinHeaders(this, headers);
  if (hasBadChar(this.statusMessage)) throw new codes.ERR_INVALID_CHAR('statusMessage');
  if (statusCode === 204 || statusCode === 304 || (statusCode >= 100 && statusCode <= 199)) {
    this._hasBody = false;
  }
  // Without "100 Continue" the client may send the body or not: nobody knows what follows.
  if (this._expect_continue && !this._sent100) this.shouldKeepAlive = false;
  const line = firstLine(statusCode, this.statusMessage);
  if (headers === null || headers === undefined) {
    this._header = headText(this, line, null);
    this._headerSent = false;
  } else {
    this._storeHeader(line, headers);
  }
  return this;
};

ServerResponse.prototype.writeHeader = ServerResponse.prototype.writeHead;

forResponses(ServerResponse, onFinish);

exports.ServerResponse = ServerResponse;
exports.onSocketClose = onSocketClose;
exports.linkValue = linkValue;
