// SPDX-License-Identifier: MIT
// The ids of ticks and microtasks, for executionAsyncId and triggerAsyncId. Programs that never use
// them pay nothing.
'use strict';
const { context, currentId } = require('internal/state');
const tick = require('internal/tick');

// The same callback, which knows what triggered it.
function wrap(type, callback) {
  const triggerId = currentId();
  return function(...args) {
    context.asyncId = 0;
    context.triggerId = triggerId;
    return Reflect.apply(callback, this, args);
  };
}

function follow() {
  if (tick.scope !== null) return;
  tick.plainWrap = wrap;
  if (tick.wrap === null) tick.wrap = wrap;
}

exports.follow = follow;
