// SPDX-License-Identifier: MIT
// What only JavaScript knows about a run, for its journal (src/explore/journal.h): which timers
// were set and which ran, and where in the program everything was requested.
'use strict';
const native = binding('explore');
const scope = binding('scope');
const tick = require('internal/tick');
const { site, stack } = require('internal/scope/where');

// Each timer and immediate gets a wrapped callback, which records.
function follow(type, callback, after, isRepeat) {
  if (type !== 'Timeout' && type !== 'Immediate') return callback;
  const place = site();
  const label = type === 'Immediate' ? 'immediate' :
    `${isRepeat ? 'interval' : 'timeout'} ${Math.max(1, Math.trunc(after) || 1)}`;
  let cause = native.tell('set', label, native.event(), place);
  return function(...args) {
    cause = native.tell('fire', label, cause, place);
    return Reflect.apply(callback, this, args);
  };
}

function start() {
  scope.start(site, stack, require('internal/scope/why').print);
  tick.scope = follow;
  tick.wrap = follow;
}

exports.start = start;
