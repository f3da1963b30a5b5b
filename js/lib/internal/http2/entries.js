// SPDX-License-Identifier: MIT
// Performance entries of sessions and streams, for observers of 'http2'.
'use strict';
const { kHandle, kId, kState } = require('internal/http2/symbols');

let perf = null; // internal/perf/entries, while somebody observes

const now = () => require('internal/perf/clock').now();

function enqueue(name, started, detail) {
  const entry = new perf.PerformanceNodeEntry(perf.kCreate, name, 'http2', started, now() - started,
    detail);
  Object.assign(entry, detail);
  perf.enqueue(entry);
}

function sessionBegun(session) {
  if (perf !== null) session[kState].started = now();
}

function sessionEnded(session) {
  const state = session[kState];
  if (perf === null || state.started === 0) return;
  const { native } = require('internal/http2/native');
  native.counts(session[kHandle]);
  const [framesReceived, framesSent, bytesRead, bytesWritten] = native.figures;
  enqueue('Http2Session', state.started, {
    bytesRead,
    bytesWritten,
    framesReceived,
    framesSent,
    maxConcurrentStreams: state.mostStreams,
    pingRTT: state.pingTime,
    streamAverageDuration: state.streamCount === 0 ? 0 : state.streamTime / state.streamCount,
    streamCount: state.streamCount,
    type: session.type === 0 ? 'server' : 'client',
  });
}

function streamBegun(stream, session) {
  const state = session[kState];
  state.streamCount++;
  if (state.streams.size > state.mostStreams) state.mostStreams = state.streams.size;
  if (perf === null) return;
  stream[kState].timing = {
    started: now(), firstHeader: 0, firstByte: 0, firstByteSent: 0, read: 0, written: 0,
  };
}

function streamEnded(stream, session) {
  const { timing } = stream[kState];
  if (perf === null || timing === null) return;
  const { started } = timing;
  if (session !== undefined) session[kState].streamTime += now() - started;
  const since = (time) => (time === 0 ? 0 : time - started);
  enqueue('Http2Stream', started, {
    bytesRead: timing.read,
    bytesWritten: timing.written,
    id: stream[kId],
    timeToFirstByte: since(timing.firstByte),
    timeToFirstByteSent: since(timing.firstByteSent),
    timeToFirstHeader: since(timing.firstHeader),
  });
}

// Of a stream that has a timing:

function headed({ [kState]: { timing } }) {
  timing.firstHeader ||= now();
}

function sent({ [kState]: { timing } }, size) {
  timing.firstByteSent ||= now();
  timing.written += size;
}

function received({ [kState]: { timing } }, size) {
  timing.firstByte ||= now();
  timing.read += size;
}

exports.headed = headed;
exports.observe = (entries) => { perf = entries; };
exports.received = received;
exports.sent = sent;
exports.sessionBegun = sessionBegun;
exports.sessionEnded = sessionEnded;
exports.streamBegun = streamBegun;
exports.streamEnded = streamEnded;
