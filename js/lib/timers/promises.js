// SPDX-License-Identifier: MIT
// The module 'timers/promises'.
'use strict';
const timers = require('internal/timers');
const immediates = require('internal/immediates');
const { AbortError, codes } = require('internal/errors');
const {
  validateAbortSignal, validateBoolean, validateNumber, validateObject,
} = require('internal/validators');

function abortError(signal) {
  return new AbortError(undefined, { cause: signal.reason });
}

// { signal, ref } of the options, checked.
function read(options) {
  validateObject(options, 'options');
  const { signal, ref = true } = options;
  validateAbortSignal(signal, 'options.signal');
  validateBoolean(ref, 'options.ref');
  if (signal?.aborted) throw abortError(signal);
  return { signal, ref };
}

// promise.finally(last), two turns of the microtasks later: Node uses its own promises on both
// sides, so that changes of the program to finally() have no effect.
function atTheEnd(promise, last) {
  return new Promise((resolve, reject) => {
    new Promise((a, b) => { promise.then(a, b); }).finally(last).then(resolve, reject);
  });
}

// A promise for `value` that `start(resolve)` begins; an abort ends it by `clear(what was begun)`.
function wait(signal, value, start, clear) {
  let onAbort;
  const promise = new Promise((resolve, reject) => {
    const begun = start(() => resolve(value));
    if (signal === undefined) return;
    onAbort = () => {
      clear(begun);
      reject(abortError(signal));
    };
    const { kResistStopPropagation } = require('internal/event_target');
    signal.addEventListener('abort', onAbort, { [kResistStopPropagation]: true });
  });
  if (signal === undefined) return promise;
  return atTheEnd(promise, () => signal.removeEventListener('abort', onAbort));
}

function setTimeout(delay, value, options = {}) {
  try {
    if (delay !== undefined) validateNumber(delay, 'delay');
    const { signal, ref } = read(options);
    return wait(signal, value, (done) => timers.begin(done, delay, undefined, false, ref),
      timers.clearTimeout);
  } catch (error) {
    return Promise.reject(error);
  }
}

function setImmediate(value, options = {}) {
  try {
    const { signal, ref } = read(options);
    return wait(signal, value, (done) => {
      const immediate = immediates.setImmediate(done);
      if (!ref) immediate.unref();
      return immediate;
    }, immediates.clearImmediate);
  } catch (error) {
    return Promise.reject(error);
  }
}

async function* setInterval(delay, value, options = {}) {
  if (delay !== undefined) validateNumber(delay, 'delay');
  const { signal, ref } = read(options);
  let missed = 0; // ticks that nobody has asked for yet
  let wake; // wakes the one that waits
  const timer = timers.begin(() => {
    missed++;
    wake?.();
    wake = undefined;
  }, delay, undefined, true, ref);
  let onAbort;
  try {
    if (signal !== undefined) {
      const { kResistStopPropagation } = require('internal/event_target');
      onAbort = () => {
        timers.clearInterval(timer);
        wake?.(Promise.reject(abortError(signal)));
        wake = undefined;
      };
      signal.addEventListener('abort', onAbort, { once: true, [kResistStopPropagation]: true });
    }
    while (!signal?.aborted) {
      if (missed === 0) await new Promise((resolve) => { wake = resolve; });
      for (; missed > 0; missed--) yield value;
    }
    throw abortError(signal);
  } finally {
    timers.clearInterval(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

const kScheduler = Symbol('kScheduler');

class Scheduler {
  constructor() {
    throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
  }

  yield() {
    if (!this[kScheduler]) throw new codes.ERR_INVALID_THIS('Scheduler');
    return setImmediate();
  }

  wait(delay, options) {
    if (!this[kScheduler]) throw new codes.ERR_INVALID_THIS('Scheduler');
    return setTimeout(delay, undefined, options);
  }
}

module.exports = {
  setTimeout,
  setImmediate,
  setInterval,
  scheduler: Object.create(Scheduler.prototype, {
    [kScheduler]: { value: true, writable: true, enumerable: true, configurable: true },
  }),
};
