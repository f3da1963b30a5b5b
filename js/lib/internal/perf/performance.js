// SPDX-License-Identifier: MIT
// The object `performance`.
'use strict';
const { codes } = require('internal/errors');
const { EventTarget } = require('internal/event_target');
const { validateFunction, validateObject, validateString } = require('internal/validators');
const { now, timeOrigin } = require('internal/perf/clock');
const entries = require('internal/perf/entries');
const native = binding('performance');

const { kCreate, PerformanceEntry, PerformanceMark, PerformanceMeasure } = entries;
const inspectCustom = Symbol.for('nodejs.util.inspect.custom');

const milestoneNames = new Set(['nodeStart', 'v8Start', 'environment', 'bootstrapComplete',
  'loopStart', 'loopExit']);

// The start of a process, in milliseconds after timeOrigin.
class PerformanceNodeTiming extends PerformanceEntry {
  constructor() {
    super(kCreate, 'node', 'node', 0, 0);
  }

  get duration() {
    return now();
  }

  get nodeStart() {
    return 0;
  }

  get v8Start() {
    return native.milestones()[0];
  }

  get environment() {
    return native.milestones()[0];
  }

  get bootstrapComplete() {
    return native.milestones()[1];
  }

  get loopStart() {
    return native.milestones()[2] || -1;
  }

  get loopExit() {
    return -1; // nothing of the program runs after it
  }

  get idleTime() {
    return native.idle();
  }

  get uvMetricsInfo() {
    const [loopCount, events, eventsWaiting] = native.metrics();
    return { loopCount, events, eventsWaiting };
  }

  toJSON() {
    const {
      name, entryType, startTime, duration, nodeStart, v8Start, bootstrapComplete, environment,
      loopStart, loopExit, idleTime,
    } = this;
    return {
      name, entryType, startTime, duration, nodeStart, v8Start, bootstrapComplete, environment,
      loopStart, loopExit, idleTime,
    };
  }
}

const nodeTiming = new PerformanceNodeTiming();

// Of the time since the loop started (or between two readings), how much it did not sleep.
function eventLoopUtilization(util1, util2) {
  const start = native.milestones()[2];
  if (start <= 0) return { idle: 0, active: 0, utilization: 0 };
  if (util2) return difference(util1.idle - util2.idle, util1.active - util2.active);
  const idle = native.idle();
  const active = now() - start - idle;
  if (!util1) return { idle, active, utilization: active / (idle + active) };
  return difference(idle - util1.idle, active - util1.active);
}

function difference(idle, active) {
  return { idle, active, utilization: active / (idle + active) };
}

function timerify(callback, options = {}) {
  validateFunction(callback, 'fn');
  validateObject(options, 'options');
  const { histogram } = options;
  if (histogram !== undefined && (histogram === null || typeof histogram.record !== 'function')) {
    throw new codes.ERR_INVALID_ARG_TYPE('options.histogram', 'RecordableHistogram', histogram);
  }
  function finish(start, args) {
    const duration = now() - start;
    histogram?.record(Math.max(1, Math.ceil(duration * 1e6)));
    entries.enqueue(new entries.PerformanceNodeEntry(kCreate, callback.name, 'function', start,
      duration, args));
  }
  function timerified(...args) {
    const start = now();
    const result = new.target ? Reflect.construct(callback, args, callback) :
      Reflect.apply(callback, this, args);
    if (!new.target && typeof result?.finally === 'function') {
      return result.finally(() => finish(start, args));
    }
    finish(start, args);
    return result;
  }
  Object.defineProperties(timerified, {
    length: { value: callback.length, configurable: true },
    name: { value: `timerified ${callback.name}`, configurable: true },
  });
  return timerified;
}

// The time that a mark's name, a milestone's name or a number stands for.
function timeOf(point) {
  if (point === undefined) return undefined;
  if (typeof point === 'number') {
    if (point < 0) throw new codes.ERR_PERFORMANCE_INVALID_TIMESTAMP(point);
    return point;
  }
  const name = `${point}`;
  if (milestoneNames.has(name)) return nodeTiming[name];
  const found = entries.select(name, 'mark').at(-1);
  if (found === undefined) {
    const { DOMException } = require('internal/dom_exception');
    throw new DOMException(`The "${name}" performance mark has not been set`, 'SyntaxError');
  }
  return found.startTime;
}

function measureOptions(options, endMark) {
  const { start, end, duration } = options;
  if (endMark !== undefined) {
    throw new codes.ERR_PERFORMANCE_MEASURE_INVALID_OPTIONS('endMark must not be specified');
  }
  if (start !== undefined && end !== undefined && duration !== undefined) {
    throw new codes.ERR_PERFORMANCE_MEASURE_INVALID_OPTIONS(
      'Must not have options.start, options.end, and options.duration specified');
  }
  return options;
}

class Performance extends EventTarget {
  #made = true;

  static #check(object) {
    if (Object(object) !== object || !(#made in object)) {
      throw new codes.ERR_INVALID_ARG_TYPE('this', 'Performance', object);
    }
  }

  constructor(key) {
    if (key !== kCreate) throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
    super();
  }

  [inspectCustom](depth, options) {
    if (depth < 0) return this;
    const { inspect } = require('internal/inspect');
    const inner = { ...options, depth: options.depth == null ? null : options.depth - 1 };
    return `Performance ${inspect({ nodeTiming, timeOrigin: timeOrigin() }, inner)}`;
  }

  clearMarks(name = undefined) {
    Performance.#check(this);
    entries.clear('mark', name === undefined ? undefined : `${name}`);
  }

  clearMeasures(name = undefined) {
    Performance.#check(this);
    entries.clear('measure', name === undefined ? undefined : `${name}`);
  }

  clearResourceTimings(name = undefined) {
    Performance.#check(this);
    entries.clear('resource', name === undefined ? undefined : `${name}`);
  }

  getEntries() {
    Performance.#check(this);
    return entries.select();
  }

  getEntriesByName(name, type = undefined) {
    Performance.#check(this);
    if (arguments.length === 0) throw new codes.ERR_MISSING_ARGS('name');
    return entries.select(`${name}`, type);
  }

  getEntriesByType(type) {
    Performance.#check(this);
    if (arguments.length === 0) throw new codes.ERR_MISSING_ARGS('type');
    return entries.select(undefined, `${type}`);
  }

  mark(name, options = undefined) {
    Performance.#check(this);
    if (arguments.length === 0) throw new codes.ERR_MISSING_ARGS('name');
    const mark = new PerformanceMark(name, options);
    entries.add(mark);
    return mark;
  }

  measure(name, startOrOptions = undefined, endMark = undefined) {
    Performance.#check(this);
    if (arguments.length === 0) throw new codes.ERR_MISSING_ARGS('name');
    validateString(name, 'name');
    const isOptions = startOrOptions !== null && typeof startOrOptions === 'object';
    const options = isOptions && Object.keys(startOrOptions).length > 0 ?
      measureOptions(startOrOptions, endMark) :
      { start: isOptions ? undefined : startOrOptions, end: endMark };
    const { duration } = options;
    let end = timeOf(options.end);
    let start = timeOf(options.start);
    end ??= start !== undefined && duration !== undefined ? start + duration : now();
    start ??= duration !== undefined && options.end !== undefined ? end - duration : 0;
    const measure = new PerformanceMeasure(kCreate, `${name}`, 'measure', start, end - start,
      entries.cloned(options.detail));
    entries.add(measure);
    return measure;
  }

  now() {
    Performance.#check(this);
    return now();
  }

  setResourceTimingBufferSize(maxSize) {
    Performance.#check(this);
    if (arguments.length === 0) throw new codes.ERR_MISSING_ARGS('maxSize');
    require('internal/perf/resource').setLimit(maxSize);
  }

  get timeOrigin() {
    Performance.#check(this);
    return timeOrigin();
  }

  toJSON() {
    Performance.#check(this);
    return { nodeTiming, timeOrigin: timeOrigin(), eventLoopUtilization: eventLoopUtilization() };
  }
}

for (const name of Object.getOwnPropertyNames(Performance.prototype)) {
  if (name !== 'constructor') {
    Object.defineProperty(Performance.prototype, name, { enumerable: true });
  }
}
function markResourceTiming(info, url, initiatorType, global, cacheMode) {
  return require('internal/perf/resource').mark(performance, info, url, initiatorType, cacheMode);
}
Object.defineProperty(Performance.prototype, 'markResourceTiming', {
  value: markResourceTiming, writable: true, enumerable: false, configurable: true,
});
for (const [name, value] of Object.entries({ eventLoopUtilization, nodeTiming, timerify })) {
  Object.defineProperty(Performance.prototype, name, {
    value, writable: false, enumerable: false, configurable: true,
  });
}
Object.defineProperty(Performance.prototype, Symbol.toStringTag, {
  value: 'Performance', configurable: true,
});

const performance = new Performance(kCreate);

exports.Performance = Performance;
exports.performance = performance;
exports.difference = difference;
