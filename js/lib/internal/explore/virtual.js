// SPDX-License-Identifier: MIT
// Virtual time (--virtual-time, GYRE_VIRTUAL_TIME): the parts of the language that read the time or
// wait. The loop's clock is in src/explore; setTimeout, performance and process.hrtime use it
// anyway.
'use strict';
const native = binding('explore');
const program = require('internal/program');

const SLICE_MS = 1; // how long a blocked thread waits before it looks at the clock

// Dates of a realm. The text of this function runs in each: it must not use anything from outside.
function takeDate(global, now) {
  const { Date: Native } = global;
  function Date(...args) {
    if (new.target === undefined) return new Native(now()).toString();
    return Reflect.construct(Native, args.length === 0 ? [now()] : args, new.target);
  }
  const own = Object.getOwnPropertyDescriptors(Native);
  own.now.value = { now() { return now(); } }.now;
  Object.defineProperties(Date, own);
  Object.defineProperty(Native.prototype, 'constructor', {
    value: Date, writable: true, enumerable: false, configurable: true,
  });
  Object.defineProperty(global, 'Date', {
    value: Date, writable: true, enumerable: false, configurable: true,
  });
  const format = Object.getOwnPropertyDescriptor(global.Intl.DateTimeFormat.prototype, 'format');
  const makers = new WeakMap();
  Object.defineProperty(global.Intl.DateTimeFormat.prototype, 'format', {
    ...format,
    get() {
      const inner = Reflect.apply(format.get, this, []);
      if (!makers.has(this)) makers.set(this, (date) => inner(date === undefined ? now() : date));
      return makers.get(this);
    },
  });
  const { formatToParts: inner } = global.Intl.DateTimeFormat.prototype;
  const { formatToParts } = {
    formatToParts(date) {
      return Reflect.apply(inner, this, [date === undefined ? now() : date]);
    },
  };
  Object.defineProperty(global.Intl.DateTimeFormat.prototype, 'formatToParts', {
    value: formatToParts, writable: true, enumerable: false, configurable: true,
  });
}

// Atomics.wait blocks the thread for real, but not for longer than others have something to do.
function takeAtomics(Atomics) {
  const { wait: block, notify: wake } = Atomics;
  const { wait, notify } = {
    notify(view, index, count) {
      const woken = Reflect.apply(wake, Atomics, [view, index, count]);
      native.unblock();
      return woken;
    },
    wait(view, index, value, timeout) {
      const limit = timeout === undefined || Number.isNaN(+timeout) ? Infinity : +timeout;
      const first = Reflect.apply(block, Atomics, [view, index, value, 0]);
      if (first !== 'timed-out' || limit <= 0) return first;
      const until = native.until(limit);
      try {
        for (;;) {
          const isOver = native.block(until);
          const how = Reflect.apply(block, Atomics, [view, index, value, isOver ? 0 : SLICE_MS]);
          if (how === 'not-equal') return 'ok'; // it was changed between two looks
          if (how === 'ok' || isOver) return how;
        }
      } finally {
        native.block(0);
      }
    },
  };
  for (const [name, value] of [['wait', wait], ['notify', notify]]) {
    Object.defineProperty(Atomics, name, {
      value, writable: true, enumerable: false, configurable: true,
    });
  }
}

// Math.random() of an exploration draws the same in every run of a seed.
function takeRandom(seed) {
  let state = (seed ^ 0x9e3779b9) >>> 0;
  const draw = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const { random } = {
    random() { return (draw() * 0x200000 + (draw() >>> 11)) / 2 ** 53; },
  };
  Object.defineProperty(Math, 'random', {
    value: random, writable: true, enumerable: false, configurable: true,
  });
}

// 0, or the number of an error.
function start() {
  const error = native.start();
  if (error !== 0) return error;
  program.isVirtual = true;
  takeDate(globalThis, native.now);
  takeAtomics(program.Atomics);
  const seed = native.seed();
  if (seed !== undefined) takeRandom(seed);
  return 0;
}

// EVALUATE runs a text in another realm.
function startIn(evaluate, global) {
  evaluate(`(${takeDate})`)(global, native.now);
}

exports.start = start;
exports.startIn = startIn;
