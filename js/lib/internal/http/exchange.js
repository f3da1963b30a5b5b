// SPDX-License-Identifier: MIT
// A request and its response on a client's socket: from the moment the request has the socket until
// the socket is free again or gone. Called by internal/http/client.js.
'use strict';
const notices = require('internal/notices');
const { connectionReset } = require('internal/http/common');
const { Parser, info } = require('internal/http/parser');
const { IncomingMessage, startReading, stopReading } = require('internal/http/incoming');
const { kNeedDrain } = require('internal/http/outgoing');
const { readAt, readDirectly } = require('internal/net/short_cuts');
const { process } = require('internal/process');

function emitTimeout() {
  const req = this._httpMessage;
  if (req) req.emit('timeout');
}

function emitResponseTimeout() {
  this._httpMessage?.res?.emit('timeout');
}

// The request ends without a response.
function closeRequest(req, error) {
  if (!req.aborted && !error) error = connectionReset('socket hang up');
  if (error) req.emit('error', error);
  req._closed = true;
  req.emit('close');
}

const isInformation = (status) => status >= 100 && status < 200 && status !== 101;

// No more of the response will come. An informational response after the final one does not count:
// the socket, which it has destroyed, is listened to as before.
const isOver = (res) => res?.complete && !res.upgrade && !isInformation(res.statusCode);

class Exchange {
  constructor(req, socket) {
    this.req = req;
    this.socket = socket;
    this.current = null; // the response whose body comes in
    this.parser = new Parser(this, true, req.maxHeaderSize, req.insecureHTTPParser);
    if (typeof req.maxHeadersCount === 'number') this.parser.maxPairs = req.maxHeadersCount * 2;
    this.onData = (data) => this.#data(data);
    this.onEnd = () => this.#end();
    this.onClose = () => this.#close();
    this.onError = (error) => this.#error(error);
    this.onDrain = () => this.#drain();
  }

  begin() {
    const { req, socket } = this;
    req.socket = socket;
    req.parser = this.parser;
    socket.parser = this.parser;
    this.parser.socket = socket;
    socket._httpMessage = req;
    socket.on('error', this.onError);
    socket.on('data', this.onData);
    readAt(socket._handle, this);
    socket.on('end', this.onEnd);
    socket.on('close', this.onClose);
    socket.on('drain', this.onDrain);
    if ((req.timeout !== undefined || req.agent?.options?.timeout) && !req.timeoutCb) {
      req.timeoutCb = emitTimeout;
      socket.once('timeout', emitTimeout);
    }
    req._exchange = this;
    req.once('finish', () => this.#requestDone());
    req.emit('socket', socket);
  }

  // The parser is done; later bytes are not ours.
  #free() {
    const { socket } = this;
    this.parser.close();
    this.req.parser = null;
    if (socket.parser === this.parser) socket.parser = null;
  }

  // Nothing that comes is ours any more.
  #unread() {
    const { socket } = this;
    socket.removeListener('data', this.onData);
    if (socket._handle?.reader === this) socket._handle.reader = undefined;
    socket.removeListener('end', this.onEnd);
  }

  // The socket is not ours any more.
  #unlisten() {
    const { socket } = this;
    this.#unread();
    socket.removeListener('error', this.onError);
    socket.removeListener('close', this.onClose);
    socket.removeListener('drain', this.onDrain);
  }

  #data(data) { this.#parsed(this.parser.execute(data)); }

  // Of the handle: whether what it has read needs no stream.
  read(nread) { return readDirectly(this.socket, this, nread); }
  parse(nread) { this.#parsed(this.parser.executeArrived(nread)); }

  // What follows a complete response in the same piece is still parsed, and may be an error.
  #parsed(error) {
    const { parser, socket } = this;
    if (error !== undefined) {
      this.#free();
      this.#unread();
      socket.destroy();
      this.#fail(error);
    } else if (isOver(this.current) && !parser.closed) {
      this.#unread();
      socket.removeListener('drain', this.onDrain);
      this.#free();
    }
  }

  onHead(statusMessage, headers) {
    const { req, socket } = this;
    const { status, major, minor, keepAlive, upgrade } = info;
    const res = new IncomingMessage(socket);
    res.httpVersionMajor = major;
    res.httpVersionMinor = minor;
    res.httpVersion = `${major}.${minor}`;
    res.joinDuplicateHeaders = req.joinDuplicateHeaders;
    res.statusCode = status;
    res.statusMessage = statusMessage;
    res.upgrade = upgrade;
    const limit = this.parser.maxPairs;
    res._addHeaderLines(headers,
      limit > 0 && headers.length > limit ? limit : headers.length);
    this.current = res;
    if (req.res) { // a second response, which nobody sees: the server is mad, or it is an attack
      socket.destroy();
      return 0;
    }
    req.res = res;
    if (upgrade || req.method === 'CONNECT') {
      res.upgrade = true;
      return 2;
    }
    if (isInformation(status)) return this.#information(res);
    return this.#response(res, keepAlive);
  }

  #information(res) {
    const { req } = this;
    req.res = null; // the response is still to come
    this.current = null;
    if (res.statusCode === 100) req.emit('continue');
    req.emit('information', {
      statusCode: res.statusCode,
      statusMessage: res.statusMessage,
      httpVersion: res.httpVersion,
      httpVersionMajor: res.httpVersionMajor,
      httpVersionMinor: res.httpVersionMinor,
      headers: res.headers,
      rawHeaders: res.rawHeaders,
    });
    return 1;
  }

  #response(res, keepAlive) {
    const { req } = this;
    if (req.shouldKeepAlive && !keepAlive && !req.upgradeOrConnect) req.shouldKeepAlive = false;
    res.req = req;
    if (notices.channels !== null) {
      notices.publish('http.client.response.finish', { request: req, response: res });
    }
    if (req._observedFrom !== undefined) {
      const { method, path, protocol, host } = req;
      const { statusCode, statusMessage, headers } = res;
      notices.end('http', 'HttpClient', req._observedFrom, {
        req: { method, url: `${protocol}//${host}${path}`, headers: req.getHeaders() },
        res: { statusCode, statusMessage, headers },
      });
    }
    res.on('end', () => this.#responseEnd(res));
    this.socket.on('timeout', emitResponseTimeout);
    if (req.aborted || !req.emit('response', res)) res._dump();
    if (req.method === 'HEAD' || res.statusCode === 204) return 1;
    if (res.statusCode === 304) {
      res.complete = true;
      return 1;
    }
    return 0;
  }

  onBody(bytes) {
    const res = this.current;
    if (res === null || res._dumped) return;
    if (!res.push(bytes)) stopReading(this.socket);
  }

  onTrailers(list) {
    if (this.current === null) return;
    this.current.complete = true;
    this.current._addHeaderLines(list, list.length);
  }

  onComplete() {
    const res = this.current;
    if (res === null) return; // it was information only
    res.complete = true;
    if (res.upgrade) {
      this.#upgrade(res);
      return;
    }
    res.push(null);
    startReading(this.socket); // the next event may be its end
  }

  #upgrade(res) {
    const { req, socket, parser } = this;
    const rest = parser.rest();
    this.#unread();
    socket.removeListener('drain', this.onDrain);
    this.#free();
    if (req.timeoutCb) socket.removeListener('timeout', req.timeoutCb);
    socket.removeListener('timeout', emitResponseTimeout);
    const event = req.method === 'CONNECT' ? 'connect' : 'upgrade';
    if (req.listenerCount(event) === 0) {
      socket.destroy();
      return;
    }
    req.upgradeOrConnect = true;
    socket.emit('agentRemove');
    this.#unlisten();
    socket._httpMessage = null;
    socket.readableFlowing = null;
    req.emit(event, res, socket, rest);
    req.destroyed = true;
    req._closed = true;
    req.emit('close');
  }

  #responseEnd(res) {
    const { req, socket } = this;
    if (req.timeoutCb) socket.removeListener('timeout', emitTimeout);
    socket.removeListener('timeout', emitResponseTimeout);
    req._ended = true;
    if (!req.shouldKeepAlive) {
      if (socket.writable) {
        if (typeof socket.destroySoon === 'function') socket.destroySoon();
        else socket.end();
      }
    } else if (req.writableFinished && !res.aborted) {
      this.#release();
    }
  }

  #requestDone() {
    if (this.req.shouldKeepAlive && this.req._ended) this.#release();
  }

  // The socket may be used again.
  #release() {
    const { req, socket } = this;
    if (req.timeoutCb) {
      socket.setTimeout(0, req.timeoutCb);
      req.timeoutCb = null;
    }
    socket.removeListener('timeout', emitTimeout);
    this.#unlisten();
    this.#free();
    req.destroyed = true;
    if (req.res) req.res.socket = null; // what becomes of the response does not concern it now
    process.nextTick(() => {
      req._closed = true;
      req.emit('close');
      req.socket?.emit('free');
    });
  }

  #fail(error) {
    this.socket._hadError = true;
    this.req.emit('error', error);
  }

  #finish() {
    if (this.parser.closed) return;
    this.parser.finish();
    this.#free();
  }

  #end() {
    const { req, socket } = this;
    if (!req.res && !socket._hadError) this.#fail(connectionReset('socket hang up'));
    this.#finish();
    socket.destroy();
  }

  #error(error) {
    this.#fail(error);
    this.#finish();
    this.#unread();
    this.socket.destroy();
  }

  #close() {
    const { req, socket } = this;
    const { res } = req;
    req.destroyed = true;
    if (res) {
      if (!res.complete) res.destroy(connectionReset('aborted'));
      req._closed = true;
      req.emit('close');
      if (!res.aborted && res.readable) res.push(null);
    } else {
      if (!socket._hadError) this.#fail(connectionReset('socket hang up'));
      req._closed = true;
      req.emit('close');
    }
    if (req.outputData) req.outputData.length = 0;
    this.#finish();
  }

  #drain() {
    const { req } = this;
    if (req && !req.finished && req[kNeedDrain]) {
      req[kNeedDrain] = false;
      req.emit('drain');
    }
  }
}

function begin(req, socket) {
  new Exchange(req, socket).begin();
}

exports.begin = begin;
exports.closeRequest = closeRequest;
exports.emitTimeout = emitTimeout;
