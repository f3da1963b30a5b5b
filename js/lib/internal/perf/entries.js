// SPDX-License-Identifier: MIT
// PerformanceEntry and its kinds, the timeline that keeps marks and measures, and
// PerformanceObserver.
'use strict';
const { codes } = require('internal/errors');
const { validateFunction, validateObject } = require('internal/validators');
const { now } = require('internal/perf/clock');
const notices = require('internal/notices');

const inspectCustom = Symbol.for('nodejs.util.inspect.custom');
const kCreate = Symbol('create');

class PerformanceEntry {
  #name;
  #type;
  #start;
  #duration;

  static #check(object) {
    if (Object(object) !== object || !(#name in object)) {
      throw new codes.ERR_INVALID_ARG_TYPE('this', 'PerformanceEntry', object);
    }
  }

  constructor(key, name, type, start, duration) {
    if (key !== kCreate) throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
    this.#name = name;
    this.#type = type;
    this.#start = start;
    this.#duration = duration;
  }

  get name() {
    PerformanceEntry.#check(this);
    return this.#name;
  }

  get entryType() {
    PerformanceEntry.#check(this);
    return this.#type;
  }

  get startTime() {
    PerformanceEntry.#check(this);
    return this.#start;
  }

  get duration() {
    PerformanceEntry.#check(this);
    return this.#duration;
  }

  toJSON() {
    PerformanceEntry.#check(this);
    const { name, entryType, startTime, duration } = this;
    return { name, entryType, startTime, duration };
  }

  [inspectCustom](depth, options) {
    if (depth < 0) return this;
    const { inspect } = require('internal/inspect');
    const inner = { ...options, depth: options.depth == null ? null : options.depth - 1 };
    return `${this.constructor.name} ${inspect(this.toJSON(), inner)}`;
  }
}

class WithDetail extends PerformanceEntry {
  #detail;

  constructor(key, name, type, start, duration, detail) {
    super(key, name, type, start, duration);
    this.#detail = detail;
  }

  get detail() {
    return this.#detail;
  }

  toJSON() {
    const { name, entryType, startTime, duration, detail } = this;
    return { name, entryType, startTime, duration, detail };
  }
}

function cloned(detail) {
  return detail == null ? null : require('internal/structured_clone').structuredClone(detail);
}

class PerformanceMark extends WithDetail {
  constructor(name, options = undefined) {
    if (arguments.length === 0) throw new codes.ERR_MISSING_ARGS('name');
    if (options != null) validateObject(options, 'options');
    const start = options?.startTime ?? now();
    if (typeof start !== 'number') {
      throw new codes.ERR_INVALID_ARG_TYPE('startTime', 'number', start);
    }
    if (start < 0) throw new codes.ERR_PERFORMANCE_INVALID_TIMESTAMP(start);
    super(kCreate, `${name}`, 'mark', start, 0, cloned(options?.detail));
  }
}

class PerformanceMeasure extends WithDetail {}

// Other kinds ('function', 'gc', 'http', ...), with their details. The arguments of a function are
// also properties.
class PerformanceNodeEntry extends WithDetail {
  constructor(key, name, type, start, duration, detail) {
    super(key, name, type, start, duration, detail);
    if (type === 'function') Object.assign(this, detail);
  }
}

// Marks and measures, until they are cleared, in the order of their start times.
let timeline = [];
const observers = new Set();
const supported = ['dns', 'function', 'http', 'http2', 'mark', 'measure', 'net', 'resource'];

function keep(entry) {
  let at = timeline.length;
  while (at > 0 && timeline[at - 1].startTime > entry.startTime) at--;
  timeline.splice(at, 0, entry);
}

function enqueue(entry) {
  for (const observer of observers) observer[kCreate](entry);
}

function add(entry) {
  keep(entry);
  enqueue(entry);
}

function select(name, type) {
  return timeline.filter((entry) => (name === undefined || entry.name === name) &&
    (type === undefined || entry.entryType === type));
}

function clear(type, name) {
  timeline = timeline.filter((entry) => entry.entryType !== type ||
    (name !== undefined && entry.name !== name));
}

class PerformanceObserverEntryList {
  #entries;

  static #check(object) {
    if (Object(object) !== object || !(#entries in object)) {
      throw new codes.ERR_INVALID_ARG_TYPE('this', 'PerformanceObserverEntryList', object);
    }
  }

  constructor(key, entries) {
    if (key !== kCreate) throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
    this.#entries = entries.sort((a, b) => a.startTime - b.startTime);
  }

  getEntries() {
    PerformanceObserverEntryList.#check(this);
    return this.#entries.slice();
  }

  getEntriesByType(type) {
    PerformanceObserverEntryList.#check(this);
    type = `${type}`;
    return this.#entries.filter((entry) => entry.entryType === type);
  }

  getEntriesByName(name, type = undefined) {
    PerformanceObserverEntryList.#check(this);
    if (arguments.length === 0) throw new codes.ERR_MISSING_ARGS('name');
    name = `${name}`;
    return this.#entries.filter((entry) => entry.name === name &&
      (type == null || entry.entryType === type));
  }

  [inspectCustom](depth, options) {
    if (depth < 0) return this;
    const { inspect } = require('internal/inspect');
    const inner = { ...options, depth: options.depth == null ? null : options.depth - 1 };
    return `PerformanceObserverEntryList ${inspect(this.#entries, inner)}`;
  }
}

class PerformanceObserver {
  #callback;
  #types = new Set();
  #kind; // 'single' or 'multiple', by the first observe()
  #buffer = [];
  #pending = false;

  constructor(callback) {
    validateFunction(callback, 'callback');
    this.#callback = callback;
  }

  static get supportedEntryTypes() {
    return supported.slice();
  }

  observe(options = {}) {
    validateObject(options, 'options');
    const { entryTypes, type, buffered } = options;
    if (entryTypes === undefined && type === undefined) {
      throw new codes.ERR_MISSING_ARGS('options.entryTypes', 'options.type');
    }
    if (entryTypes != null && type != null) {
      throw new codes.ERR_INVALID_ARG_VALUE('options.entryTypes', entryTypes,
        'options.entryTypes can not set with options.type together');
    }
    const kind = entryTypes !== undefined ? 'multiple' : 'single';
    this.#kind ??= kind;
    if (this.#kind !== kind) {
      const { DOMException } = require('internal/dom_exception');
      throw new DOMException('PerformanceObserver can not change observer type.',
        'InvalidModificationError');
    }
    if (kind === 'multiple') {
      if (!Array.isArray(entryTypes)) {
        throw new codes.ERR_INVALID_ARG_TYPE('options.entryTypes', 'string[]', entryTypes);
      }
      this.#types = new Set(entryTypes.filter((one) => supported.includes(one)));
    } else {
      if (!supported.includes(type)) return;
      this.#types.add(type);
      if (buffered) for (const entry of select(undefined, type)) this[kCreate](entry);
    }
    if (this.#types.size > 0) observers.add(this);
    else this.disconnect();
    if (this.#types.has('http2')) require('internal/http2/entries').observe(module.exports);
    PerformanceObserver.#note();
  }

  static #note() {
    notices.kinds = observers.size === 0 ? null :
      new Set([...observers].flatMap((one) => [...one.#types]));
  }

  // An entry for this observer, if it wants it; delivered in the check phase, all at once.
  [kCreate](entry) {
    if (!this.#types.has(entry.entryType)) return;
    this.#buffer.push(entry);
    if (this.#pending) return;
    this.#pending = true;
    require('internal/immediates').setImmediate(() => {
      this.#pending = false;
      const entries = this.takeRecords();
      if (entries.length > 0) {
        this.#callback.call(this, new PerformanceObserverEntryList(kCreate, entries), this);
      }
    });
  }

  disconnect() {
    observers.delete(this);
    this.#buffer = [];
    this.#types.clear();
    this.#kind = undefined;
    PerformanceObserver.#note();
  }

  takeRecords() {
    const entries = this.#buffer;
    this.#buffer = [];
    return entries;
  }

  [inspectCustom](depth, options) {
    if (depth < 0) return this;
    const { inspect } = require('internal/inspect');
    const inner = { ...options, depth: options.depth == null ? null : options.depth - 1 };
    return `PerformanceObserver ${inspect({
      connected: observers.has(this),
      pending: this.#pending,
      entryTypes: [...this.#types],
      buffer: this.#buffer,
    }, inner)}`;
  }
}

for (const [Class, names] of [
  [PerformanceEntry, ['name', 'entryType', 'startTime', 'duration', 'toJSON']],
  [WithDetail, ['detail', 'toJSON']],
]) {
  for (const name of names) Object.defineProperty(Class.prototype, name, { enumerable: true });
}

module.exports = {
  PerformanceEntry,
  PerformanceMark,
  PerformanceMeasure,
  PerformanceNodeEntry,
  PerformanceObserver,
  PerformanceObserverEntryList,
  kCreate,
  add,
  clear,
  cloned,
  enqueue,
  keep,
  select,
};
