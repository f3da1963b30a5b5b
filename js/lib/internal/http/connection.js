// SPDX-License-Identifier: MIT
// One connection of an HTTP server: requests come in through its parser, each with its response;
// responses leave in the order of the requests. Made by internal/http/server.js.
'use strict';
const notices = require('internal/notices');
const { debuglog } = require('internal/util/debuglog');
const { codes } = require('internal/errors');
const { methods, connectionReset } = require('internal/http/common');
const { Parser, info } = require('internal/http/parser');
const { kNeedDrain } = require('internal/http/outgoing');
const { startReading, stopReading } = require('internal/http/incoming');
const { onSocketClose } = require('internal/http/response');
const {
  attach, unwatch, endUnheard, closeUnheard,
} = require('internal/net/short_cuts');
const handles = require('internal/net/socket');
const timers = require('internal/timers');
const { process } = require('internal/process');

const { getNow } = timers; // it does not jump when somebody sets the clock
let debug = debuglog('http', (log) => { debug = log; });

// How much longer than announced a server keeps a connection, so that a client that relies on the
// announcement finds it open.
const KEEP_ALIVE_MORE_MS = 1000;
const NEVER = -1; // instead of a time
const continueText = /(?:^|\W)100-continue(?:$|\W)/i;
const refusals = new Map([
  ['HPE_HEADER_OVERFLOW', 'HTTP/1.1 431 Request Header Fields Too Large\r\n'],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 'HTTP/1.1 413 Payload Too Large\r\n'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 'HTTP/1.1 408 Request Timeout\r\n'],
]);

// To those who observe: apart from what every request needs, which is then short enough for the
// engine to put into its callers.
function announceStart(req, res, socket, server) {
  if (notices.channels !== null) {
    notices.publish('http.server.request.start', { request: req, response: res, socket, server });
  }
  if (notices.kinds !== null) res._observedFrom = notices.begin('http');
}

function announceFinish(req, res, socket, server) {
  if (notices.channels !== null) {
    notices.publish('http.server.response.finish',
      { request: req, response: res, socket, server });
  }
  if (res._observedFrom !== undefined) {
    notices.end('http', 'HttpRequest', res._observedFrom, detailOf(req, res));
  }
}

// What an entry for observers says of a request.
function detailOf(req, res) {
  return {
    req: { method: req.method, url: req.url, headers: req.headers },
    res: {
      statusCode: res.statusCode,
      statusMessage: res.statusMessage,
      headers: typeof res.getHeaders === 'function' ? res.getHeaders() : {},
    },
  };
}

class Connection {
  constructor(server, socket) {
    this.server = server;
    this.socket = socket;
    this.incoming = []; // requests that are not answered yet
    this.outgoing = []; // responses that wait for the one before
    this.current = null; // the request whose body comes in
    this.waiting = 0; // bytes of responses that wait
    this.requests = 0;
    this.started = getNow(); // when the message that comes in began
    this.headDone = false;
    this.expired = false; // it took too long, which is said once
    this.isPri = false;
    this.usesSocketTimeout = false; // for the time between requests
    this.idleSince = NEVER;
    this.idleLimit = 0;
    this.keepTimer = null;
    this.onPending = (size) => this.#pending(size);
    this.parser = new Parser(this, false, server.maxHeaderSize, server.insecureHTTPParser);
    const { maxHeadersCount } = server;
    if (typeof maxHeadersCount === 'number') this.parser.maxPairs = maxHeadersCount * 2;
    this.#listen();
  }

  #listen() {
    const { socket, parser } = this;
    socket.server = this.server; // also of one that the program brings itself
    socket._httpConnection = this;
    socket._httpMessage = null;
    socket.parser = parser;
    parser.socket = socket;
    socket._paused = false;
    if (this.server.timeout && typeof socket.setTimeout === 'function') {
      socket.setTimeout(this.server.timeout);
    }
    socket.on('timeout', this.onTimeout = () => this.#timeout());
    socket.on('error', this.onError = (error) => this.fail(error));
    socket.on('end', this.onEnd = () => this.#end());
    socket.on('close', this.onClose = () => this.#close());
    socket.on('drain', this.onDrain = () => this.#drain());
    socket.on('data', this.onData = (data) => this.#data(data));
    socket.on('pause', onPause);
    socket.on('resume', onResume);
    attach(socket, parser);
    socket.setEncoding = refuseEncoding;
  }

  #data(data) {
    this.#after(this.parser.execute(data));
  }

  // Bytes that the parser took from the handle itself.
  onRead(error) {
    const { socket } = this;
    if (socket.timeout) socket._unrefTimer();
    if (this.idleSince !== NEVER) this.idleSince = getNow(); // part of a head
    this.#after(error);
  }

  #after(error) {
    if (error !== undefined) {
      this.fail(error);
      return;
    }
    if (this.isPri) this.socket.destroy();
    if (this.parser.open && this.started === NEVER) this.started = getNow();
    if (this.socket._paused) stopReading(this.socket);
  }

  onHead(url, headers) {
    const { server, socket } = this;
    this.headDone = true;
    if (this.usesSocketTimeout) {
      socket.setTimeout(server.timeout || 0);
      this.usesSocketTimeout = false;
    } else if (this.idleSince !== NEVER) {
      this.#busy();
    }
    const req = new server._IncomingMessage(socket);
    const { major, minor, keepAlive, upgrade } = info;
    req.httpVersionMajor = major;
    req.httpVersionMinor = minor;
    req.httpVersion = major === 1 && minor === 1 ? '1.1' : `${major}.${minor}`;
    req.joinDuplicateHeaders = server.joinDuplicateHeaders;
    req.url = url;
    req.upgrade = upgrade;
    req.method = methods[info.method];
    this.isPri = req.method === 'PRI'; // the beginning of HTTP/2, which this is not
    const limit = this.parser.maxPairs;
    req._addHeaderLines(headers,
      limit > 0 && headers.length > limit ? limit : headers.length);
    this.current = req;
    if (upgrade) {
      req.upgrade = req.method === 'CONNECT' || server.listenerCount('upgrade') > 0;
      if (req.upgrade) return 2;
    }
    this.#request(req, keepAlive);
    return 0;
  }

  #request(req, keepAlive) {
    const { server, socket } = this;
    debug('incoming %s %s', req.method, req.url);
    this.incoming.push(req);
    if (!socket._paused && (socket._writableState.needDrain ||
                            this.waiting >= socket.writableHighWaterMark)) {
      socket._paused = true; // answers first
      socket.pause();
    }
    const res = new server._ServerResponse(req, server._responseOptions(socket));
    res._keepAliveTimeout = server.keepAliveTimeout;
    res._maxRequestsPerSocket = server.maxRequestsPerSocket;
    res._onPendingData = this.onPending;
    res._connection = this;
    res._uniqueHeaders = server._uniqueHeaders;
    res.shouldKeepAlive = keepAlive;
    if (notices.channels !== null || notices.kinds !== null) {
      announceStart(req, res, socket, server);
    }
    if (socket._httpMessage) this.outgoing.push(res);
    else res.assignSocket(socket);
    if (req.httpVersionMajor === 1 && req.httpVersionMinor === 1) this.#dispatch(req, res);
    else server.emit('request', req, res);
  }

  #dispatch(req, res) {
    const { server, socket } = this;
    const raw = req.rawHeaders;
    let hasHost = false;
    let expect;
    for (let i = 0; i < raw.length; i += 2) {
      const name = raw[i];
      if (name.length === 4) hasHost ||= name === 'Host' || name.toLowerCase() === 'host';
      else if (name.length === 6 && name.toLowerCase() === 'expect') expect = raw[i + 1];
    }
    if (server.requireHostHeader && !hasHost) {
      res.writeHead(400, ['Connection', 'close']);
      res.end();
      return;
    }
    const max = server.maxRequestsPerSocket;
    if (typeof max === 'number' && max > 0) {
      this.requests++;
      res.maxRequestsOnConnectionReached = max <= this.requests;
      if (max < this.requests) {
        server.emit('dropRequest', req, socket);
        res.writeHead(503);
        res.end();
        return;
      }
    }
    if (expect !== undefined) this.#expects(req, res, expect);
    else server.emit('request', req, res);
  }

  #expects(req, res, expect) {
    const { server } = this;
    if (continueText.test(expect)) {
      res._expect_continue = true;
      if (server.listenerCount('checkContinue') > 0) {
        server.emit('checkContinue', req, res);
      } else {
        res.writeContinue();
        server.emit('request', req, res);
      }
    } else if (server.listenerCount('checkExpectation') > 0) {
      server.emit('checkExpectation', req, res);
    } else {
      res.writeHead(417);
      res.end();
    }
  }

  onBody(bytes) {
    const req = this.current;
    if (req === null || req._dumped) return;
    if (!req.push(bytes)) stopReading(this.socket);
  }

  onTrailers(list) {
    const req = this.current;
    if (req === null) return;
    req.complete = true;
    req._addHeaderLines(list, list.length);
  }

  onComplete() {
    const req = this.current;
    this.current = null;
    this.started = NEVER;
    this.headDone = false;
    this.expired = false;
    if (req === null) return;
    req.complete = true;
    if (!endUnheard(req)) req.push(null);
    if (req.upgrade) this.#upgrade(req);
    else startReading(this.socket); // the body may have stopped it: the next request is to come
  }

  // The socket belongs to the program from here on.
  #upgrade(req) {
    const { server, socket, parser } = this;
    const rest = parser.rest();
    this.release();
    const event = req.method === 'CONNECT' ? 'connect' : 'upgrade';
    if (server.listenerCount(event) === 0) {
      socket.destroy();
      return;
    }
    socket.readableFlowing = null;
    server.emit(event, req, socket, rest);
  }

  // The connection is no longer used for HTTP.
  release() {
    const { socket } = this;
    socket.removeListener('timeout', this.onTimeout);
    socket.removeListener('error', this.onError);
    socket.removeListener('end', this.onEnd);
    socket.removeListener('close', this.onClose);
    socket.removeListener('drain', this.onDrain);
    socket.removeListener('data', this.onData);
    socket.removeListener('pause', onPause);
    socket.removeListener('resume', onResume);
    unwatch(socket);
    socket.parser = null;
    socket._httpConnection = undefined;
    const res = socket._httpMessage; // one that was not done when the next request came
    if (res && !res._hearsClose) {
      res._hearsClose = true;
      socket.on('close', onSocketClose);
    }
    this.#forget();
  }

  #forget() {
    this.parser.free();
    clearTimeout(this.keepTimer);
    this.keepTimer = null;
    this.server._httpConnections.delete(this);
  }

  // A response is written; the connection is for the next one, or ends.
  onResponseFinish(res) {
    const { server, socket } = this;
    const { req } = res;
    if (notices.channels !== null || res._observedFrom !== undefined) {
      announceFinish(req, res, socket, server);
    }
    if (this.incoming[0] === req) this.incoming.shift();
    // A body that nobody reads is read and discarded, for the sake of what comes after it.
    if (!closeUnheard(req) && !req._consuming && !req._readableState.resumeScheduled) req._dump();
    res.detachSocket(socket);
    process.nextTick(closeResponse, res);
    if (res._last) {
      if (typeof socket.destroySoon === 'function') socket.destroySoon();
      else socket.end();
    } else if (this.outgoing.length > 0) {
      this.outgoing.shift().assignSocket(socket);
    } else if (server.keepAliveTimeout && typeof socket.setTimeout === 'function') {
      this.#idle();
    }
  }

  // Between requests. It is as if socket.setTimeout had been called, but the timer is made once and
  // checks the time: most connections get the next request long before.
  #idle() {
    const { server, socket } = this;
    const limit = server.keepAliveTimeout + KEEP_ALIVE_MORE_MS;
    if (socket.destroyed) return;
    if (socket.timeout) {
      socket.setTimeout(limit);
      this.usesSocketTimeout = true;
      return;
    }
    socket.timeout = limit;
    this.idleLimit = limit;
    this.idleSince = getNow();
    this.keepTimer ??= timers.setTimeout(() => this.#checkIdle(), limit).unref();
  }

  #busy() {
    const { server, socket } = this;
    this.idleSince = NEVER;
    if (socket.timeout !== this.idleLimit || server.timeout) socket.setTimeout(server.timeout || 0);
    else if (!socket.destroyed) socket.timeout = 0;
  }

  #checkIdle() {
    this.keepTimer = null;
    const { socket, idleSince } = this;
    if (idleSince === NEVER || socket.timeout !== this.idleLimit || socket.destroyed) return;
    const left = idleSince + this.idleLimit - getNow();
    if (left > 0) {
      this.keepTimer = timers.setTimeout(() => this.#checkIdle(), left).unref();
    } else {
      socket.emit('timeout');
    }
  }

  #pending(size) {
    this.waiting += size;
    this.#drain();
  }

  #drain() {
    const { socket } = this;
    if (socket._paused && this.waiting <= socket.writableHighWaterMark) {
      socket._paused = false;
      socket.resume();
    }
    const res = socket._httpMessage;
    if (res && !res.finished && res[kNeedDrain]) {
      res[kNeedDrain] = false;
      res.emit('drain');
    }
  }

  #timeout() {
    const { server, socket } = this;
    const req = this.current ?? this.incoming[0];
    const res = socket._httpMessage;
    const byRequest = req && !req.complete && req.emit('timeout', socket);
    const byResponse = res && res.emit('timeout', socket);
    const byServer = server.emit('timeout', socket);
    if (!byRequest && !byResponse && !byServer) socket.destroy();
  }

  // A request that took too long.
  expire() {
    this.expired = true;
    this.fail(new codes.ERR_HTTP_REQUEST_TIMEOUT());
  }

  // No more requests are parsed on this connection; the program may send a response itself.
  fail(error) {
    const { server, socket } = this;
    socket.removeListener('error', this.onError);
    if (socket.listenerCount('error', nothing) === 0) socket.on('error', nothing);
    if (server.emit('clientError', error, socket)) return;
    if (socket.writable && (!socket._httpMessage || !socket._httpMessage._headerSent)) {
      const line = refusals.get(error.code) ?? 'HTTP/1.1 400 Bad Request\r\n';
      socket.write(Buffer.from(`${line}Connection: close\r\n\r\n`, 'latin1'));
    }
    socket.destroy(error);
  }

  #end() {
    const { server, socket, parser } = this;
    if (!parser.closed) {
      const error = parser.finish();
      if (error !== undefined) {
        this.fail(error);
        return;
      }
    }
    if (!server.httpAllowHalfOpen) {
      socket.end();
    } else if (this.outgoing.length > 0) {
      this.outgoing[this.outgoing.length - 1]._last = true;
    } else if (socket._httpMessage) {
      socket._httpMessage._last = true;
    } else {
      socket.end();
    }
  }

  #abort() {
    while (this.incoming.length > 0) {
      this.incoming.shift().destroy(connectionReset('aborted'));
    }
  }

  #close() {
    this.#abort();
    this.#forget();
    const res = this.socket._httpMessage;
    if (res && !res._hearsClose) closeResponse(res);
  }
}

function nothing() {}

// The bytes do not stop at the socket's buffer, so the handle has to stop.
function onPause() {
  if (this._handle && this._reading) handles.stopReading(this);
}

// 'resume' comes a tick after the call, and the call may be of before the answers had to go first.
function onResume() {
  if (this._paused) this.pause();
  else if (this._handle && !this._reading) handles.startReading(this);
}

function refuseEncoding() {
  throw new codes.ERR_HTTP_SOCKET_ENCODING();
}

function closeResponse(res) {
  if (res._closed) return;
  res.destroyed = true;
  res._closed = true;
  res.emit('close');
}

exports.Connection = Connection;
exports.NEVER = NEVER;
