// SPDX-License-Identifier: MIT
// The module 'timers': the functions of internal/timers.js and internal/immediates.js, and the old
// names.
'use strict';
const timers = require('internal/timers');
const immediates = require('internal/immediates');

function enroll(item, msecs) {
  const { validateNumber } = require('internal/validators');
  validateNumber(msecs, 'msecs');
  if (msecs < 0 || !Number.isFinite(msecs)) {
    const { ERR_OUT_OF_RANGE } = require('internal/errors').codes;
    throw new ERR_OUT_OF_RANGE('msecs', 'a non-negative finite number', msecs);
  }
  if (msecs > timers.TIMEOUT_MAX) {
    require('internal/process').process.emitWarning(
      `${msecs} does not fit into a 32-bit signed integer.\n` +
      `Timer duration was truncated to ${timers.TIMEOUT_MAX}.`, 'TimeoutOverflowWarning');
    msecs = timers.TIMEOUT_MAX;
  }
  if (item._idleNext) timers.unenroll(item);
  item._idleNext = item._idlePrev = item; // active() puts it into a list
  item._idleTimeout = msecs;
}

function deprecate(callee, message, code) {
  let warned = false;
  return function deprecated(...args) {
    if (!warned) {
      warned = true;
      require('internal/process').process.emitWarning(message, 'DeprecationWarning', code);
    }
    return Reflect.apply(callee, this, args);
  };
}

module.exports = {
  setTimeout: timers.setTimeout,
  clearTimeout: timers.clearTimeout,
  setImmediate: immediates.setImmediate,
  clearImmediate: immediates.clearImmediate,
  setInterval: timers.setInterval,
  clearInterval: timers.clearInterval,
  _unrefActive: deprecate(timers.unrefActive,
    'timers._unrefActive() is deprecated. Please use timeout.refresh() instead.', 'DEP0127'),
  active: deprecate(timers.active,
    'timers.active() is deprecated. Please use timeout.refresh() instead.', 'DEP0126'),
  unenroll: deprecate(timers.unenroll,
    'timers.unenroll() is deprecated. Please use clearTimeout instead.', 'DEP0096'),
  enroll: deprecate(enroll,
    'timers.enroll() is deprecated. Please use setTimeout instead.', 'DEP0095'),
};
Object.defineProperty(module.exports, 'promises', {
  configurable: true,
  enumerable: true,
  get: (() => () => require('timers/promises'))(),
});
