// SPDX-License-Identifier: MIT
// events.on: an asynchronous iterator over the events of one name.
'use strict';
const { AbortError, codes } = require('internal/errors');
const { validateAbortSignal, validateInteger, validateObject } = require('internal/validators');
const { addAbortListener } = require('internal/events/abort_listener');
const { listen, ignore } = require('internal/events/targets');

// With this option a value is an event's first argument, not the array of all (readline).
const kFirstEventParam = Symbol('nodejs.kFirstEventParam');
const kWatermarkData = Symbol.for('nodejs.watermarkData');

const AsyncIteratorPrototype =
  Object.getPrototypeOf(Object.getPrototypeOf(async function* () {}).prototype);

function on(source, event, options = {}) {
  validateObject(options, 'options');
  const { signal } = options;
  validateAbortSignal(signal, 'options.signal');
  if (signal?.aborted) throw new AbortError(undefined, { cause: signal.reason });
  // Both spellings are known to programs.
  const high = options.highWaterMark ?? options.highWatermark ?? Number.MAX_SAFE_INTEGER;
  validateInteger(high, 'options.highWaterMark', 1);
  const low = options.lowWaterMark ?? options.lowWatermark ?? 1;
  validateInteger(low, 'options.lowWaterMark', 1);

  const values = []; // that nobody has asked for yet
  const waiting = []; // that asked before there was a value
  const watched = [];
  let paused = false;
  let failure = null;
  let finished = false;
  let stopAbort;

  function watch(name, listener) {
    listen(source, name, listener);
    watched.push([name, listener]);
  }

  function onEvent(value) {
    if (waiting.length > 0) {
      waiting.shift().resolve({ value, done: false });
      return;
    }
    values.push(value);
    if (!paused && values.length > high) {
      paused = true;
      source.pause();
    }
  }

  function onError(error) {
    if (waiting.length > 0) waiting.shift().reject(error);
    else failure = error;
    close();
  }

  function close() {
    stopAbort?.[Symbol.dispose]();
    for (const [name, listener] of watched.splice(0)) ignore(source, name, listener);
    finished = true;
    const done = { value: undefined, done: true };
    for (const one of waiting.splice(0)) one.resolve(done);
    return Promise.resolve(done);
  }

  function next() {
    if (values.length > 0) {
      const value = values.shift();
      if (paused && values.length < low) {
        source.resume();
        paused = false;
      }
      return Promise.resolve({ value, done: false });
    }
    if (failure !== null) {
      const rejected = Promise.reject(failure);
      failure = null;
      return rejected;
    }
    if (finished) return close();
    return new Promise((resolve, reject) => {
      waiting.push({ resolve, reject });
    });
  }

  const iterator = Object.setPrototypeOf({
    next() {
      return next();
    },
    return() {
      return close();
    },
    throw(error) {
      if (!error || !(error instanceof Error)) {
        throw new codes.ERR_INVALID_ARG_TYPE('EventEmitter.AsyncIterator', 'Error', error);
      }
      onError(error);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
    [kWatermarkData]: {
      get size() { return values.length; },
      get low() { return low; },
      get high() { return high; },
      get isPaused() { return paused; },
    },
  }, AsyncIteratorPrototype);

  watch(event, options[kFirstEventParam] ? onEvent : (...args) => onEvent(args));
  if (event !== 'error' && typeof source.on === 'function') watch('error', onError);
  for (const name of options.close ?? []) watch(name, close);
  if (signal) {
    stopAbort = addAbortListener(signal, () => {
      onError(new AbortError(undefined, { cause: signal.reason }));
    });
  }
  return iterator;
}

exports.on = on;
exports.kFirstEventParam = kFirstEventParam;
