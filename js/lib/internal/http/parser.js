// SPDX-License-Identifier: MIT
// The parser of one connection, of either side. C (js/bind/http.c) reads the bytes and stops where
// there is something to report; here that becomes calls to the owner, in the order of the bytes:
//
//   owner.onHead(first, headers)  the target or the status text, and names and values in turn.
//                                 Returns 1 if there is no body in any case, 2 if the connection
//                                 changes to another protocol now, else 0.
//   owner.onBody(bytes)
//   owner.onTrailers(list)
//   owner.onComplete()
//
// The numbers of a head are in `info` while onHead runs.
'use strict';
const native = binding('http');
const { maxHeaderSize, isLenient } = require('internal/http/common');
const { kNative } = require('internal/stream_base');
const { bodyOf } = require('internal/http/pieces');
const { settle: settleAll } = require('internal/tick');
const { context } = require('internal/state');
const { end, keep, resourceOf } = require('internal/async/contexts');

const state = native.state;
const { HEAD, BODY, COMPLETE, FAILED, MORE, TRAILERS, OPEN } = def('HTTP_EVENT');
const {
  METHOD, STATUS, MAJOR, MINOR, KEEP_ALIVE, UPGRADE, USED, SIZE, SAME, AGAIN,
} = def('HTTP_STATE');
const { BATCH } = def('HTTP_SIZE');

// Ticks and microtasks in the middle of a callback, which then continues in its own context.
const settle = settleAll === undefined ? undefined : () => {
  const { frame, asyncId, triggerId, resource } = context;
  settleAll();
  context.frame = frame;
  context.asyncId = asyncId;
  context.triggerId = triggerId;
  context.resource = resource;
};

native.setup(settle === undefined, (parser, first, headers, body, trailers) => {
  const resource = resourceOf(parser);
  if (resource === undefined) parser.onStream(first, headers, body, trailers);
  else resource.call(parser, parser.onStream, first, headers, body, trailers);
});

const info = {
  get method() { return state[METHOD]; },
  get status() { return state[STATUS]; },
  get major() { return state[MAJOR]; },
  get minor() { return state[MINOR]; },
  get keepAlive() { return state[KEEP_ALIVE] === 1; },
  get upgrade() { return state[UPGRADE] !== 0; },
};

class Parser {
  constructor(owner, isResponse, headerSize, lenient) {
    this.owner = owner;
    this.native = native.newParser();
    this.isResponse = isResponse;
    this.open = false; // within a message
    this.stream = null; // whose bytes arrive without JavaScript
    this.streaming = false; // they do now
    this.flushed = false; // see #beforeHead
    this.counted = false; // in bytesRead
    this.closed = false;
    this.upgraded = false;
    this.maxPairs = 2000;
    this.used = 0;
    this.first = ''; // of the last head
    this.headers = [];
    this.init(headerSize, lenient);
    keep(this, isResponse ? 'HTTPCLIENTREQUEST' : 'HTTPINCOMINGMESSAGE');
  }

  init(headerSize, lenient) {
    native.init(this.native, this.isResponse, headerSize || maxHeaderSize(),
      lenient ?? isLenient());
    this.open = false;
    this.closed = false;
    this.upgraded = false;
    this.flushed = false;
  }

  // Takes what a handle of internal/stream_base.js reads; then owner.onRead(error) is called.
  attach(handle) {
    if (native.attach(handle[kNative], this.native, this)) this.stream = handle;
  }

  detach() {
    if (this.stream === null) return;
    native.detach(this.stream[kNative]);
    this.stream = null;
  }

  onStream(first, headers, body, trailers) {
    if (!this.counted) this.socket._bytesRead += state[SIZE]; // before the program sees them
    this.streaming = true;
    const error = this.#tell(first, headers, body, trailers);
    this.streaming = false;
    this.counted = state[AGAIN] !== 0; // it comes back with the rest of them
    if (!this.counted) this.owner.onRead(error);
  }

  // Parses bytes; an error, or undefined.
  execute(bytes) {
    const resource = resourceOf(this);
    if (resource === undefined) return this.#tellArray(native.execute(this.native, bytes));
    return resource.call(this, this.#executeHere, bytes);
  }

  // Parses what a stream has just read, where it is.
  executeArrived(nread) {
    return this.#tellArray(native.executeArrived(this.native, nread));
  }

  #executeHere(bytes) {
    return this.#tellArray(native.execute(this.native, bytes));
  }

  // The other side has ended.
  finish() {
    const error = this.#tellArray(native.finish(this.native));
    if (error !== undefined) { // it concerns no bytes, and Node reports no more
      error.message = 'Parse Error';
      delete error.rawPacket;
    }
    return error;
  }

  // The bytes after a message that changed the protocol.
  rest() { return Buffer.from(native.rest(this.native).buffer); }

  // Nothing is reported any more.
  close() {
    this.detach();
    if (!this.closed) end(this);
    this.closed = true;
  }

  // The connection is gone.
  free() { this.close(); }

  #tellArray(told) {
    return told === undefined ? this.#tell() :
      this.#tell(told[0], told[1], told[2], told[3]);
  }

  #tell(first, headers, body, trailers) {
    for (;;) {
      const events = state[0];
      if ((events & BODY) !== 0) body = bodyOf(this.native, body);
      this.used = state[USED];
      this.open = (events & OPEN) !== 0;
      if ((events & HEAD) !== 0 && this.streaming) this.#beforeHead(headers);
      const waits = (events & HEAD) !== 0 && this.#head(first, headers);
      if ((events & BODY) !== 0) this.#body(body);
      if ((events & TRAILERS) !== 0) this.#piece(TRAILERS, this.#few(trailers));
      if ((events & COMPLETE) !== 0 && !this.closed) this.owner.onComplete();
      if (this.closed) return undefined;
      if ((events & FAILED) !== 0) return this.#error();
      if (this.upgraded ? (events & COMPLETE) !== 0 : (events & MORE) === 0 && !waits) {
        return undefined;
      }
      if (this.streaming && settle === undefined && ((events & (BODY | TRAILERS)) !== 0 ||
                                                     (events & (HEAD | COMPLETE)) === 0)) {
        state[AGAIN] = 1; // C comes back when ticks and microtasks have run
        return undefined;
      }
      const told = native.next(this.native);
      if (told !== undefined) [first, headers, body, trailers] = told;
    }
  }

  // Returns whether C waited for the answer: then it must continue even without more bytes, because
  // a message without a body is complete with its head.
  #head(first, headers) {
    const waits = this.isResponse || state[UPGRADE] !== 0;
    if (state[SAME] === 0) {
      this.first = first;
      this.headers = headers.length > BATCH ? this.#few(headers) : headers;
    }
    const answer = this.owner.onHead(this.first, this.headers.slice()); // the list is the program's
    if (answer === 2) this.upgraded = true;
    if (waits && !this.closed) native.verdict(this.native, answer === 1, answer === 2);
    return waits;
  }

  // As many as Node has: it takes them in batches, until there are maxPairs or more.
  #few(list) {
    const { maxPairs } = this;
    const most = maxPairs > 0 ? Math.ceil(maxPairs / BATCH) * BATCH : list.length;
    return list.length > most ? list.slice(0, most) : list;
  }

  #body(body) {
    if (!Array.isArray(body)) this.#piece(BODY, body);
    else for (const piece of body) this.#piece(BODY, piece);
  }

  // Node's parser has room for this many headers. Once it has reported some before a head, or
  // trailers, it reports headers before every head, followed by ticks and microtasks.
  #beforeHead(headers) {
    if (state[SAME] === 0 && headers.length > BATCH) this.flushed = true;
    if (!this.flushed || settle === undefined) return; // else C has left before it
    const now = state.slice(); // what the head says
    settle();
    state.set(now);
  }

  // As in Node, what comes directly from the loop is followed by ticks and microtasks if it is a
  // piece of a body or the trailers; the head and the end of a message are not.
  #piece(kind, value) {
    if (this.closed) return;
    if (kind === BODY) {
      this.owner.onBody(value);
    } else {
      this.owner.onTrailers(value);
      this.flushed = true;
    }
    if (this.streaming && settle !== undefined) settle();
  }

  #error() {
    const [code, reason] = native.error(this.native);
    const error = new Error(`Parse Error: ${reason}`);
    error.bytesParsed = this.used;
    error.code = code;
    error.reason = reason;
    error.rawPacket = Buffer.from(native.whole(this.native).buffer);
    return error;
  }
}

exports.Parser = Parser;
exports.info = info;
