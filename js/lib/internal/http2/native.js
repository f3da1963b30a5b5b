// SPDX-License-Identifier: MIT
// libnghttp2, opened at first use, and what it tells: js/bind/http2.h has the list. Events are
// those of a session, or of one of its streams; each is a callback of the loop.
'use strict';
const { codes } = require('internal/errors');
const { counts, CONTEXTS } = require('internal/state');
const { resourceOf } = require('internal/async/contexts');
const { kState } = require('internal/http2/symbols');
const native = binding('http2');

let opened = false;

// `events` by number: [whether it is of a stream, whose number comes first; the function].
function start(events) {
  if (opened) return native;
  const problem = native.open();
  if (problem !== undefined) throw new codes.ERR_DLOPEN_FAILED(problem);
  native.setup((session, kind, a, b, c, d, e) => {
    const tell = events[kind];
    if (counts[CONTEXTS] === 0) {
      tell(session, a, b, c, d, e);
      return;
    }
    const { streams } = session[kState];
    const resource = resourceOf(streams.get(a) ?? session) ?? resourceOf(session);
    if (resource === undefined) tell(session, a, b, c, d, e);
    else resource.call(session, tell, session, a, b, c, d, e);
  });
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
