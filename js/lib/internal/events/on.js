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

// Events that were not requested yet, or requests that wait for an event.
class Events {
  values = [];
  waiting = [];
  watched = [];
  isPaused = false;
  failure = null;
  isFinished = false;
  stopAbort = undefined;

  constructor(source, low, high) {
    this.source = source;
    this.low = low;
    this.high = high;
  }

  watch(name, listener) {
    listen(this.source, name, listener);
    this.watched.push([name, listener]);
  }

  add(value) {
    if (this.waiting.length > 0) {
      this.waiting.shift().resolve({ value, done: false });
      return;
    }
    this.values.push(value);
    if (!this.isPaused && this.values.length > this.high) {
      this.isPaused = true;
      this.source.pause();
    }
  }

  fail(error) {
    if (this.waiting.length > 0) this.waiting.shift().reject(error);
    else this.failure = error;
    this.close();
  }

  close() {
    this.stopAbort?.[Symbol.dispose]();
    for (const [name, listener] of this.watched.splice(0)) ignore(this.source, name, listener);
    this.isFinished = true;
    const done = { value: undefined, done: true };
    for (const one of this.waiting.splice(0)) one.resolve(done);
    return Promise.resolve(done);
  }

  next() {
    if (this.values.length > 0) {
      const value = this.values.shift();
      if (this.isPaused && this.values.length < this.low) {
        this.source.resume();
        this.isPaused = false;
      }
      return Promise.resolve({ value, done: false });
    }
    if (this.failure !== null) {
      const rejected = Promise.reject(this.failure);
      this.failure = null;
      return rejected;
    }
    if (this.isFinished) return this.close();
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject });
    });
  }
}

function iteratorOver(events) {
  return Object.setPrototypeOf({
    next() {
      return events.next();
    },
    return() {
      return events.close();
    },
    throw(error) {
      if (!error || !(error instanceof Error)) {
        throw new codes.ERR_INVALID_ARG_TYPE('EventEmitter.AsyncIterator', 'Error', error);
      }
      events.fail(error);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
    [kWatermarkData]: {
      get size() { return events.values.length; },
      get low() { return events.low; },
      get high() { return events.high; },
      get isPaused() { return events.isPaused; },
    },
  }, AsyncIteratorPrototype);
}

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

  const events = new Events(source, low, high);
  const fail = (error) => { events.fail(error); };
  const iterator = iteratorOver(events);
  events.watch(event, options[kFirstEventParam] ? (value) => { events.add(value); } :
    (...args) => { events.add(args); });
  if (event !== 'error' && typeof source.on === 'function') events.watch('error', fail);
  for (const name of options.close ?? []) events.watch(name, () => { events.close(); });
  if (signal) {
    events.stopAbort = addAbortListener(signal, () => {
      fail(new AbortError(undefined, { cause: signal.reason }));
    });
  }
  return iterator;
}

exports.on = on;
exports.kFirstEventParam = kFirstEventParam;
