// SPDX-License-Identifier: MIT
// Timers and a clock that only move when a test says so (mock.timers): the globals, and the
// functions of the modules timers and timers/promises.
'use strict';
const { AbortError, codes } = require('internal/errors');
const { process } = require('internal/process');
const { validateAbortSignal, validateNumber, validateObject } = require('internal/validators');

const all = ['setTimeout', 'setInterval', 'setImmediate', 'Date'];
const LONGEST_MS = 2 ** 31 - 1;
const promisify = Symbol.for('nodejs.util.promisify.custom');

class Timeout {
  #held = true;
  #restart;
  constructor(restart) { this.#restart = restart; }
  ref() {
    this.#held = true;
    return this;
  }
  unref() {
    this.#held = false;
    return this;
  }
  hasRef() { return this.#held; }
  refresh() {
    this.#restart();
    return this;
  }
}

// A Date whose current time comes from a function; everything else is that of the real one.
function makeDate(Real, now) {
  // eslint-disable-next-line no-unused-vars
  function Date(year, month, date, hours, minutes, seconds, ms) {
    if (new.target === undefined) return new Real(now()).toString();
    return Reflect.construct(Real, arguments.length === 0 ? [now()] : arguments, new.target);
  }
  Object.defineProperties(Date, {
    ...Object.getOwnPropertyDescriptors(Real),
    now: { value: function now_() { return now(); }, writable: true, configurable: true },
    isMock: { value: true, enumerable: true, writable: true, configurable: true },
    toString: { value: () => Real.toString(), writable: true, configurable: true },
  });
  return Date;
}

// One that is settled by start(settle), which gives what stops it, or by a signal.
function promised(options, start) {
  return new Promise((resolve, reject) => {
    if (options !== undefined) validateObject(options, 'options');
    const { signal } = options ?? {};
    if (signal !== undefined) validateAbortSignal(signal, 'options.signal');
    const fail = () => reject(new AbortError(undefined, { cause: signal.reason }));
    if (signal?.aborted) {
      fail();
      return;
    }
    let stop;
    const onAbort = () => {
      stop();
      fail();
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    stop = start((value) => {
      signal?.removeEventListener('abort', onAbort);
      resolve(value);
    });
  });
}

let hasWarned = false;

class MockTimers {
  #now = 0;
  #waiting = []; // sorted by due time, then by order of start
  #saved = [];
  #isOn = false;

  constructor() {
    if (hasWarned) return;
    hasWarned = true;
    process.emitWarning(
      'The MockTimers API is an experimental feature and might change at any time',
      'ExperimentalWarning');
  }

  enable(options = { apis: all }) {
    if (this.#isOn) throw new codes.ERR_INVALID_STATE('MockTimers is already enabled!');
    const { apis = all, now = 0 } = options;
    const start = now instanceof Date ? now.getTime() : now;
    validateNumber(start, 'now', 0);
    if (!Array.isArray(apis)) throw new codes.ERR_INVALID_ARG_TYPE('options.apis', 'Array', apis);
    for (const name of apis) {
      if (!all.includes(name)) {
        throw new codes.ERR_INVALID_ARG_VALUE(
          'options.apis', name, `option ${name} is not supported`);
      }
    }
    this.#now = start;
    this.#isOn = true;
    for (const name of apis) this.#replace(name);
  }

  #replace(name) {
    if (name === 'Date') {
      this.#put(globalThis, 'Date', makeDate(Date, () => this.#now));
      return;
    }
    const isImmediate = name === 'setImmediate';
    const start = isImmediate ? (callback, ...args) => this.#start(callback, -1, args, false) :
      (callback, delay, ...args) => this.#start(callback, delay, args, name === 'setInterval');
    const made = { [name]: start }[name];
    const waits = this.#promises(name);
    if (name !== 'setInterval') Object.defineProperty(made, promisify, { value: waits });
    const clear = (timer) => this.#clear(timer);
    for (const holder of [globalThis, require('timers')]) {
      this.#put(holder, name, made);
      this.#put(holder, name.replace('set', 'clear'), clear);
    }
    this.#put(require('timers/promises'), name, waits);
  }

  // The functions of timers/promises.
  #promises(name) {
    const wait = (delay, value, options) => promised(options, (settle) => {
      const timer = this.#start(settle, delay, [value], false);
      return () => this.#clear(timer);
    });
    if (name === 'setTimeout') return wait;
    if (name === 'setImmediate') return (value, options) => wait(-1, value, options);
    const owner = this;
    return async function* setInterval(delay, value, options) {
      let due = 0;
      let wake = () => {};
      const timer = owner.#start(() => {
        due++;
        wake();
      }, delay, [], true);
      try {
        for (;;) {
          if (due === 0) {
            await promised(options, (settle) => {
              wake = settle;
              return () => {};
            });
          }
          for (; due > 0; due--) yield value;
        }
      } finally {
        owner.#clear(timer);
      }
    };
  }

  #put(holder, name, value) {
    const before = Object.getOwnPropertyDescriptor(holder, name);
    this.#saved.push([holder, name, before]);
    Object.defineProperty(holder, name, {
      value, writable: true, enumerable: before?.enumerable ?? true, configurable: true,
    });
  }

  // A delay of -1 is an immediate, which comes before all timers.
  #start(callback, delay, args, repeat) {
    if (typeof callback !== 'function') {
      throw new codes.ERR_INVALID_ARG_TYPE('callback', 'function', callback);
    }
    if (delay !== -1) delay = delay >= 1 && delay <= LONGEST_MS ? Math.trunc(delay) : 1;
    const entry = { callback, args, delay, repeat, due: 0, timer: undefined };
    const restart = () => {
      this.#clear(entry.timer);
      entry.due = this.#now + entry.delay;
      this.#insert(entry);
    };
    entry.timer = new Timeout(restart);
    restart();
    return entry.timer;
  }

  #insert(entry) {
    let at = this.#waiting.length;
    while (at > 0 && this.#waiting[at - 1].due > entry.due) at--;
    this.#waiting.splice(at, 0, entry);
  }

  #clear(timer) {
    const at = this.#waiting.findIndex((entry) => entry.timer === timer);
    if (at !== -1) this.#waiting.splice(at, 1);
  }

  #check() {
    if (this.#isOn) return;
    throw new codes.ERR_INVALID_STATE(
      'You should enable MockTimers first by calling the .enable function');
  }

  // The clock is at the end of the step before the first callback runs, as in Node.
  tick(time = 1) {
    this.#check();
    if (time < 0) throw new codes.ERR_INVALID_ARG_VALUE('time', 'positive integer', time);
    this.#now += time;
    while (this.#waiting.length > 0 && this.#waiting[0].due <= this.#now) {
      const entry = this.#waiting.shift();
      if (entry.repeat) {
        entry.due += entry.delay;
        this.#insert(entry);
      }
      Reflect.apply(entry.callback, undefined, entry.args);
    }
  }

  setTime(time = 0) {
    this.#check();
    validateNumber(time, 'time');
    this.#now = time;
  }

  runAll() {
    this.#check();
    const last = this.#waiting.at(-1);
    if (last !== undefined) this.tick(Math.max(last.due - this.#now, 0));
  }

  reset() {
    if (!this.#isOn) return;
    for (const [holder, name, descriptor] of this.#saved.reverse()) {
      if (descriptor === undefined) delete holder[name];
      else Object.defineProperty(holder, name, descriptor);
    }
    this.#saved = [];
    this.#waiting = [];
    this.#now = 0;
    this.#isOn = false;
  }

  [Symbol.dispose ?? Symbol.for('nodejs.dispose')]() { this.reset(); }
}

exports.MockTimers = MockTimers;
