// SPDX-License-Identifier: MIT
// The parser of responses for undici's connections: ours (js/bind/http.c) instead of a WebAssembly
// one. js/vendor_edits.txt inserts it. `parser` is undici's object, whose methods onMessageBegin,
// onHeadersComplete, onBody, onMessageComplete and onUpgrade are called. They return how to
// continue: 1 no body, 2 another protocol follows, PAUSED, -1 the socket is gone.
'use strict';
const native = binding('http');
const { FastBuffer } = require('internal/buffer/fast');
const { bodyOf } = require('internal/http/pieces');
const { HeadersOverflowError, HTTPParserError } = require('vendor/undici/core/errors');
const { destroy } = require('vendor/undici/core/util');

const state = native.state;
const HEAD = 1;
const BODY = 2;
const COMPLETE = 4;
const FAILED = 8;
const MORE = 16;
const TRAILERS = 32;
const OPEN = 64;
const STATUS = 2;
const KEEP_ALIVE = 5;
const UPGRADE = 6;
const SAME = 9;
const PAUSED = 21;
const NOTHING = [];
const WIDE = /[^\0-\x7f]/;

function create(parser) {
  const made = native.newParser();
  native.init(made, true, parser.headersMaxSize, false, true);
  parser.begun = false; // within a message
  parser.data = null; // the bytes that are being parsed
  parser.held = null; // found, but not reported because the parser is paused
  parser.head = null; // the last one
  return made;
}

// What undici wants to know of a head.
function readHead(first, list) {
  const head = { text: first, list, keepAlive: '', connection: '', contentLength: '' };
  if (WIDE.test(first)) head.text = Buffer.from(first, 'latin1').toString();
  for (let i = 0; i < list.length; i += 2) {
    const { length } = list[i];
    if (length !== 10 && length !== 14) continue;
    const name = list[i].toLowerCase();
    if (name === 'keep-alive') head.keepAlive += list[i + 1];
    else if (name === 'connection') head.connection += list[i + 1];
    else if (name === 'content-length') head.contentLength += list[i + 1];
  }
  return head;
}

const bytesOf = (text) => Buffer.from(text, 'latin1');

function tellHead(parser, first, list) {
  if (state[SAME] === 0) parser.head = readHead(first, list);
  const { head } = parser;
  parser.statusText = head.text;
  parser.keepAlive = head.keepAlive;
  parser.connection = head.connection;
  parser.contentLength = head.contentLength;
  parser.headers = parser.takesText() ? head.list.slice() : head.list.map(bytesOf);
  const answer = parser.onHeadersComplete(state[STATUS], state[UPGRADE] !== 0,
    state[KEEP_ALIVE] === 1);
  native.verdict(parser.ptr, answer === 1, answer === 2);
  return answer;
}

function pause(parser, events, told, pieces) {
  parser.paused = true;
  parser.held = { events, told, pieces };
  return false;
}

// What undici's own parser, which is older than that of http in Node 20, says in other words.
const words = {
  'Missing expected CR after header value': ['HPE_INVALID_HEADER_TOKEN',
    'Invalid header value char'],
  'Expected HTTP/, RTSP/ or ICE/': ['HPE_INVALID_CONSTANT', 'Expected HTTP/'],
  'Transfer-Encoding can\'t be present with Content-Length': ['HPE_UNEXPECTED_CONTENT_LENGTH',
    'Content-Length can\'t be present with Transfer-Encoding'],
  'Content-Length can\'t be present with Transfer-Encoding': ['HPE_UNEXPECTED_CONTENT_LENGTH',
    'Content-Length can\'t be present with Transfer-Encoding'],
};

function fail(parser) {
  const found = native.error(parser.ptr);
  const [code, reason] = words[found[1]] ?? found;
  if (code === 'HPE_HEADER_OVERFLOW') throw new HeadersOverflowError();
  throw new HTTPParserError(`Response does not match the HTTP/1.1 protocol (${reason})`,
    code.slice('HPE_'.length), asBuffer(native.rest(parser.ptr)));
}

const asBuffer = (bytes) => new FastBuffer(bytes.buffer, bytes.byteOffset, bytes.byteLength);

// Reports what is in `told`; returns whether the parser continues.
function tell(parser, events, told, pieces) {
  if (!parser.begun && (events & (OPEN | HEAD | FAILED)) !== 0) {
    if (parser.onMessageBegin() === -1) {
      throw new HTTPParserError('Response does not match the HTTP/1.1 protocol ' +
        '(`on_message_begin` callback error)', 'CB_MESSAGE_BEGIN', parser.data);
    }
    parser.begun = true;
  }
  if ((events & HEAD) !== 0) {
    const answer = tellHead(parser, told[0], told[1]);
    if (answer === -1) return false;
    if (answer === PAUSED) return pause(parser, MORE, NOTHING, NOTHING);
  }
  for (let i = 0; i < pieces.length; i++) {
    const answer = parser.onBody(pieces[i]);
    if (answer === PAUSED) return pause(parser, events & ~HEAD, told, pieces.slice(i + 1));
    if (answer === -1) return false;
  }
  if ((events & TRAILERS) !== 0) {
    parser.headers = parser.takesText() ? told[3] : told[3].map(bytesOf);
  }
  return (events & COMPLETE) === 0 ? true : complete(parser);
}

function complete(parser) {
  parser.begun = false;
  const { upgrade } = parser;
  const answer = parser.onMessageComplete();
  if (upgrade) {
    parser.onUpgrade(asBuffer(native.rest(parser.ptr)));
    return false;
  }
  return answer !== PAUSED && answer !== -1;
}

// Whether all bytes were parsed.
function drive(parser, events, told, pieces) {
  for (;;) {
    if (!tell(parser, events, told, pieces)) return false;
    if ((events & FAILED) !== 0) fail(parser);
    if ((events & (MORE | HEAD)) === 0) break;
    told = native.next(parser.ptr) ?? NOTHING;
    events = state[0];
    pieces = piecesOf(parser, events, told);
  }
  parser.data = null;
  return true;
}

function piecesOf(parser, events, told) {
  if ((events & BODY) === 0) return NOTHING;
  const pieces = bodyOf(parser.ptr, told[2]);
  return Array.isArray(pieces) ? pieces : [pieces];
}

function guarded(parser, events, told, pieces) {
  try {
    return drive(parser, events, told, pieces);
  } catch (error) {
    destroy(parser.socket, error);
    return false;
  }
}

function execute(parser, data) {
  parser.data = data;
  const told = native.execute(parser.ptr, data) ?? NOTHING;
  return guarded(parser, state[0], told, piecesOf(parser, state[0], told));
}

// After a pause.
function resume(parser) {
  const { events, told, pieces } = parser.held;
  parser.held = null;
  return guarded(parser, events, told, pieces);
}

module.exports = { create, execute, resume };
