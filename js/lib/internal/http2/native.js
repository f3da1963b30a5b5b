// SPDX-License-Identifier: MIT
// libnghttp2, opened at first use, and what it reports (HTTP2_EVENT in js/lists.def). Events are
// those of a session, or of one of its streams; each is a callback of the loop.
'use strict';
const { codes } = require('internal/errors');
const { counts, CONTEXTS } = require('internal/state');
const { resourceOf } = require('internal/async/contexts');
const { kState } = require('internal/http2/symbols');
const native = binding('http2');

const {
  HEADERS, DATA, END, CLOSE, WRITTEN, TRAILERS, SETTINGS, SETTINGS_ACK, PING, PING_ACK, GOAWAY,
  ALTSVC, ORIGIN, PRIORITY, FRAME_ERROR, ERROR, OUTPUT,
} = def('HTTP2_EVENT');

let opened = false;

// What C calls, by the same numbers; their names are what traces show.
const callers = (tell) => [
  function http2Headers(session, id, category, flags, list, sensitive) {
    tell(HEADERS, session, id, category, flags, list, sensitive);
  },
  function http2Data(session, id, size) { tell(DATA, session, id, size); },
  function http2DataEnd(session, id) { tell(END, session, id); },
  function http2StreamClose(session, id, code) { tell(CLOSE, session, id, code); },
  function http2Written(session, id) { tell(WRITTEN, session, id); },
  function http2WantTrailers(session, id) { tell(TRAILERS, session, id); },
  function http2Settings(session, custom) { tell(SETTINGS, session, custom); },
  function http2SettingsAck(session) { tell(SETTINGS_ACK, session); },
  function http2Ping(session, payload) { tell(PING, session, payload); },
  function http2PingAck(session, payload) { tell(PING_ACK, session, payload); },
  function http2Goaway(session, id, code, data) { tell(GOAWAY, session, id, code, data); },
  function http2Altsvc(session, id, origin, value) { tell(ALTSVC, session, id, origin, value); },
  function http2Origin(session, list) { tell(ORIGIN, session, list); },
  function http2Priority(session, id, parent, weight, exclusive) {
    tell(PRIORITY, session, id, parent, weight, exclusive);
  },
  function http2FrameError(session, id, type, error) {
    tell(FRAME_ERROR, session, id, type, error);
  },
  function http2Error(session, error, why) { tell(ERROR, session, error, why); },
  function http2Output(session, bytes) { tell(OUTPUT, session, bytes); },
];

function start(events) {
  if (opened) return native;
  const problem = native.open();
  if (problem !== undefined) throw new codes.ERR_DLOPEN_FAILED(problem);
  native.setup(callers((kind, session, a, b, c, d, e) => {
    const tell = events[kind];
    if (counts[CONTEXTS] === 0) {
      tell(session, a, b, c, d, e);
      return;
    }
    const { streams } = session[kState];
    const resource = resourceOf(streams.get(a) ?? session) ?? resourceOf(session);
    if (resource === undefined) tell(session, a, b, c, d, e);
    else resource.call(session, tell, session, a, b, c, d, e);
  }));
  opened = true;
  return native;
}

// An error of nghttp2's own.
class NghttpError extends Error {
  constructor(number, code) {
    const text = code === undefined ? native.errorText(number) : new codes[code]().message;
    super(text);
    this.code = code ?? 'ERR_HTTP2_ERROR';
    this.errno = number;
  }

  get name() { return 'Error'; }

  toString() { return `${this.name} [${this.code}]: ${this.message}`; }
}

exports.NghttpError = NghttpError;
exports.native = native;
exports.start = start;
