// SPDX-License-Identifier: MIT
// Events of nghttp2 for a session and its streams, by the numbers of js/bind/http2.h.
'use strict';
const { codes, errnoException } = require('internal/errors');
const { FastBuffer } = require('internal/buffer/fast');
const { call, end } = require('internal/async/contexts');
const { native, NghttpError } = require('internal/http2/native');
const { constants } = require('internal/http2/constants');
const { objectOf } = require('internal/http2/headers');
const streams = require('internal/http2/stream');
const entries = require('internal/http2/entries');
const {
  kActivity, kCompat, kHandle, kInit, kMaybeDestroy, kOrigin, kSocket, kState, kWritten,
} = require('internal/http2/symbols');
const { now } = require('internal/perf/clock');
const { process } = require('internal/process');

const { NGHTTP2_FLAG_END_STREAM, NGHTTP2_NO_ERROR, NGHTTP2_REFUSED_STREAM } = constants;
const RESPONSE = 1; // categories of headers
const PUSH_RESPONSE = 2;
const MISDIRECTED = 421;
const { PROTO } = def('HTTP2_ERROR');
const { INVALID_FRAMES } = def('HTTP2_WHY');

const toBuffer = (bytes) => new FastBuffer(bytes.buffer, bytes.byteOffset, bytes.byteLength);

// nghttp2's own error numbers as those of frames.
const frameErrors = new Map([[PROTO, 1], [-506, 7], [-510, 5], [-511, 5], [-522, 6], [-523, 9],
  [-524, 3], [-532, 1]]);

function emitHeaders(stream, event, headers, flags, list) {
  if (event === 'trailers') stream[kCompat]?.onTrailers(headers, list);
  stream.emit(event, headers, flags, list);
}

function newStream(session, id, headers, flags, list) {
  if (session.closed) {
    native.reset(session[kHandle], id, NGHTTP2_REFUSED_STREAM);
    return;
  }
  const ends = (flags & NGHTTP2_FLAG_END_STREAM) !== 0;
  const stream = session.newStream(headers);
  stream[kState].endAfterHeaders = ends;
  stream[kInit](id);
  if (session.type === constants.NGHTTP2_SESSION_SERVER) {
    if (headers[':method'] === 'HEAD') {
      stream[kState].headRequest = true;
      stream.end();
    }
  } else {
    stream.end();
  }
  if (ends) stream.push(null);
  session.emit('stream', stream, headers, flags, list);
}

function eventOf(category, status, ends) {
  if (category === PUSH_RESPONSE) return 'push';
  if (status !== undefined) return status < 200 && !ends ? 'headers' : 'response';
  if (category === RESPONSE) return 'response';
  return ends ? 'trailers' : 'headers';
}

function onHeaders(session, id, category, flags, list, sensitive) {
  if (session.destroyed) return;
  const stream = session[kState].streams.get(id);
  const headers = objectOf(list, sensitive);
  (stream ?? session)[kActivity]();
  if (stream !== undefined) {
    if (stream[kState].timing !== null) entries.headed(stream);
  } else {
    newStream(session, id, headers, flags, list);
    return;
  }
  const ends = (flags & NGHTTP2_FLAG_END_STREAM) !== 0;
  const status = headers[':status'];
  if (status === MISDIRECTED && session.originSet !== undefined) {
    session[kState].originSet.delete(stream[kOrigin]);
  }
  const event = eventOf(category, status, ends);
  process.nextTick(emitHeaders, stream, event, headers, flags, list);
  if (ends) streams.onEnd(stream);
}

// Of settings that nghttp2 does not know those are kept that the program has named.
function keepCustom(state, list) {
  for (let i = 0; i < list.length; i += 2) {
    if (!state.wantedCustom.includes(list[i])) continue;
    state.remoteCustom ??= {};
    state.remoteCustom[list[i]] = list[i + 1];
  }
}

function onSettings(session, custom) {
  if (session.destroyed) return;
  session[kActivity]();
  session[kState].remoteSettings = undefined;
  if (custom !== undefined) keepCustom(session[kState], custom);
  process.nextTick((settings) => session.emit('remoteSettings', settings), session.remoteSettings);
}

function onSettingsAck(session) {
  const state = session[kState];
  const waiting = state.acks.shift();
  if (waiting === undefined) {
    session.destroy(new NghttpError(PROTO));
    return;
  }
  session[kActivity]();
  state.pendingAcks--;
  if (waiting.custom !== undefined) state.localCustom = { ...state.localCustom, ...waiting.custom };
  state.localSettings = undefined;
  call(waiting, 'done', session.localSettings, now() - waiting.started);
  end(waiting);
  session.emit('localSettings', session.localSettings);
}

function onPing(session, payload) {
  if (session.destroyed) return;
  session[kActivity]();
  session.emit('ping', toBuffer(payload));
}

function onPingAck(session, payload) {
  const waiting = session[kState].pings.shift();
  if (waiting === undefined) {
    session.destroy(new NghttpError(PROTO));
    return;
  }
  session[kActivity]();
  const time = now() - waiting.started;
  session[kState].pingTime = time;
  call(waiting, 'done', time, toBuffer(payload));
  end(waiting);
}

function onGoaway(session, lastStream, code, data) {
  if (session.destroyed) return;
  const state = session[kState];
  state.goawayCode = code;
  state.goawayLastStream = lastStream;
  session.emit('goaway', code, lastStream, data === undefined ? undefined : toBuffer(data));
  if (code === NGHTTP2_NO_ERROR) session.close();
  else session.destroy(new codes.ERR_HTTP2_SESSION_ERROR(code), NGHTTP2_NO_ERROR);
}

function onAltsvc(session, id, origin, value) {
  if (session.destroyed) return;
  session[kActivity]();
  process.nextTick(() => session.emit('altsvc', value, origin, id));
}

function onOrigins(session, list) {
  if (session.destroyed || !session.encrypted) return;
  session[kActivity]();
  if (session.originSet === undefined) return;
  for (const origin of list) session[kState].originSet.add(origin);
  process.nextTick(() => session.emit('origin', list));
}

function onPriority(session, id, parent, weight, exclusive) {
  const emitter = session[kState].streams.get(id) ?? session;
  if (emitter.destroyed) return;
  emitter[kActivity]();
  process.nextTick(() => emitter.emit('priority', id, parent, weight, exclusive));
}

function onFrameError(session, id, type, number) {
  if (session.destroyed) return;
  const stream = session[kState].streams.get(id);
  const emitter = stream ?? session;
  const code = frameErrors.get(number) ?? constants.NGHTTP2_INTERNAL_ERROR;
  emitter[kActivity]();
  emitter.emit('frameError', type, code, id);
  // A GOAWAY that says why may be on its way.
  setImmediate(() => {
    stream?.close(code);
    session.close();
  });
}

function onError(session, number, why) {
  if (session.destroyed) return;
  session.destroy(new NghttpError(number,
    why === INVALID_FRAMES ? 'ERR_HTTP2_TOO_MANY_INVALID_FRAMES' : undefined));
}

class Output {
  constructor(session) { this.session = session; }

  oncomplete(status) {
    const { session } = this;
    const state = session[kState];
    state.isWriting = false;
    if (status < 0) {
      onOutput(session, status);
      return;
    }
    session[kActivity]();
    if (session[kHandle] !== undefined) {
      native.outputDone(session[kHandle]);
      session[kSocket]?._handle?.readStart();
    }
    state.afterWrite?.();
    session[kMaybeDestroy]();
  }
}

// What the stream below did not take at once. Until it has, nothing is read: no answer could be
// sent.
function onOutput(session, bytes) {
  const socket = session[kSocket];
  const handle = socket?._handle;
  if (typeof bytes === 'number') {
    // One that has taken its leave need not listen.
    const isGone = session[kState].goawayCode === NGHTTP2_NO_ERROR;
    if (socket === undefined || socket.destroyed) return;
    socket.destroy(isGone ? undefined : errnoException(bytes, 'write'));
    return;
  }
  if (!handle) return;
  const state = session[kState];
  const req = new Output(session);
  state.isWriting = true;
  const status = handle.write(req, toBuffer(bytes));
  if (status !== 1) req.oncomplete(status);
  else if (state.isWriting && handle.isOfSession !== true) handle.readStop();
}

const ofStream = (tell) => (session, id, first) => {
  const stream = session[kState].streams.get(id);
  if (stream !== undefined && !stream.destroyed) tell(stream, first);
};

module.exports = [
  onHeaders,
  ofStream(streams.onData),
  ofStream(streams.onEnd),
  ofStream((stream, code) => streams.onClose(stream, code >>> 0)),
  ofStream((stream) => stream[kWritten]()),
  ofStream(streams.onTrailers),
  onSettings,
  onSettingsAck,
  onPing,
  onPingAck,
  (session, lastStream, code, data) => onGoaway(session, lastStream, code, data),
  onAltsvc,
  onOrigins,
  onPriority,
  onFrameError,
  onError,
  onOutput,
];
