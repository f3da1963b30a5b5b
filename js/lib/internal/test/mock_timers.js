// SPDX-License-Identifier: MIT
// Timers and a clock that only move when a test says so (mock.timers).
'use strict';
const { codes } = require('internal/errors');
const { validateNumber } = require('internal/validators');

const all = ['setTimeout', 'setInterval', 'setImmediate', 'Date'];

class Timer {
  constructor(owner, id) {
    this.owner = owner;
    this.id = id;
    this.held = true;
  }
  ref() {
    this.held = true;
    return this;
  }
  unref() {
    this.held = false;
    return this;
  }
  hasRef() { return this.held; }
  refresh() { return this; }
  [Symbol.toPrimitive]() { return this.id; }
}

class MockTimers {
  #now = 0;
  #lastId = 0;
  #waiting = []; // sorted by due time, then by order of start
  #saved = [];

  enable(options = {}) {
    if (this.#saved.length > 0) {
      const error = new Error('MockTimers is already enabled!');
      error.code = 'ERR_INVALID_STATE';
      throw error;
    }
    const { apis = Array.isArray(options) ? options : all, now = 0 } = options;
    this.#now = now instanceof Date ? now.getTime() : now;
    validateNumber(this.#now, 'now', 0);
    for (const name of apis) {
      if (!all.includes(name)) {
        throw new codes.ERR_INVALID_ARG_VALUE(
          'options.apis', name, `option ${name} is not supported`);
      }
      this.#replace(name);
    }
  }

  #replace(name) {
    if (name === 'Date') {
      this.#put('Date', this.#makeDate());
      return;
    }
    const repeat = name === 'setInterval';
    this.#put(name, (callback, delay = 0, ...args) => {
      const immediate = name === 'setImmediate';
      if (immediate && delay !== undefined) args = [delay, ...args].slice(delay === 0 ? 1 : 0);
      return this.#start(callback, immediate ? 0 : delay, args, repeat, immediate);
    });
    this.#put(name.replace('set', 'clear'), (timer) => this.#clear(timer));
  }

  #put(name, value) {
    this.#saved.push([name, Object.getOwnPropertyDescriptor(globalThis, name)]);
    Object.defineProperty(globalThis, name, {
      value, writable: true, enumerable: false, configurable: true,
    });
  }

  #makeDate() {
    const Real = Date;
    const now = () => this.#now;
    class MockDate extends Real {
      constructor(...args) {
        if (args.length === 0) super(now());
        else super(...args);
      }
      static now() { return now(); }
    }
    return new Proxy(MockDate, {
      apply: () => new MockDate().toString(),
    });
  }

  #start(callback, delay, args, repeat, first) {
    delay = Math.max(first ? 0 : 1, Math.trunc(Number(delay)) || 0);
    const timer = new Timer(this, ++this.#lastId);
    this.#insert({ timer, callback, args, due: this.#now + delay, delay, repeat });
    return timer;
  }

  #insert(entry) {
    let at = this.#waiting.length;
    while (at > 0 && this.#waiting[at - 1].due > entry.due) at--;
    this.#waiting.splice(at, 0, entry);
  }

  #clear(timer) {
    const id = timer instanceof Timer ? timer.id : Number(timer);
    const at = this.#waiting.findIndex((entry) => entry.timer.id === id);
    if (at !== -1) this.#waiting.splice(at, 1);
  }

  #check() {
    if (this.#saved.length === 0) {
      const error = new Error('Invalid state: You should enable MockTimers first by calling the ' +
        '.enable function');
      error.code = 'ERR_INVALID_STATE';
      throw error;
    }
  }

  tick(time = 1) {
    this.#check();
    validateNumber(time, 'time', 0);
    const end = this.#now + time;
    while (this.#waiting.length > 0 && this.#waiting[0].due <= end) {
      const entry = this.#waiting.shift();
      this.#now = Math.max(this.#now, entry.due);
      if (entry.repeat) this.#insert({ ...entry, due: entry.due + entry.delay });
      entry.callback(...entry.args);
    }
    this.#now = end;
  }

  setTime(time = 0) {
    this.#check();
    validateNumber(time, 'time', 0);
    this.#now = time;
  }

  runAll() {
    this.#check();
    const last = this.#waiting[this.#waiting.length - 1];
    if (last !== undefined) this.tick(last.due - this.#now);
  }

  reset() {
    for (const [name, descriptor] of this.#saved.reverse()) {
      Object.defineProperty(globalThis, name, descriptor);
    }
    this.#saved = [];
    this.#waiting = [];
    this.#now = 0;
  }

  [Symbol.dispose ?? Symbol.for('nodejs.dispose')]() { this.reset(); }
}

exports.MockTimers = MockTimers;
