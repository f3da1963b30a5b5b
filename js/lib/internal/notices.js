// SPDX-License-Identifier: MIT
// Whether somebody observes connections, requests and look-ups: channels of diagnostics_channel,
// and observers of performance entries. If nobody does, that costs one look.
'use strict';

const notices = {
  channels: null, // name -> channel with subscribers; null: there are none
  kinds: null, // the kinds of entries that are observed; null: none
  publish(name, message) { notices.channels.get(name)?.publish(message); },
  // A time to begin with, or undefined if nobody observes entries of that kind.
  begin(kind) {
    return notices.kinds !== null && notices.kinds.has(kind) ?
      require('internal/perf/clock').now() : undefined;
  },
  end(kind, name, start, detail) {
    const { PerformanceNodeEntry, enqueue, kCreate } = require('internal/perf/entries');
    const duration = require('internal/perf/clock').now() - start;
    enqueue(new PerformanceNodeEntry(kCreate, name, kind, start, duration, detail));
  },
};

module.exports = notices;
