// SPDX-License-Identifier: MIT
// Histograms of whole numbers, and the one that measures how late the loop is. Values are counted
// in buckets that keep `figures` significant decimal digits.
'use strict';
const { codes } = require('internal/errors');
const { validateInteger, validateNumber, validateObject } = require('internal/validators');
const { now } = require('internal/perf/clock');
const { kClone } = require('internal/messaging/transferable');

const inspectCustom = Symbol.for('nodejs.util.inspect.custom');
const kCreate = Symbol('create');
const NONE = 9223372036854776000; // the lowest of no values
const shared = new Map(); // number -> the data of a histogram that was cloned, weakly
let lastNumber = 0;
let cloneOf;
const threadId = () => require('internal/worker/thread').threadId;

class Histogram {
  #data; // which clones share

  static #check(object) {
    if (Object(object) !== object || !(#data in object)) {
      throw new codes.ERR_INVALID_THIS('Histogram');
    }
  }

  constructor(key, { lowest = 1, highest = Number.MAX_SAFE_INTEGER, figures = 3 } = {}) {
    if (key !== kCreate) throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
    this.#data = {
      lowest,
      highest,
      digits: 2 * 10 ** figures,
      counts: new Map(), // bucket -> how many
      count: 0,
      exceeds: 0,
      min: NONE,
      max: 0,
      sum: 0,
      squares: 0,
    };
  }

  // A clone in the same thread shares the figures; elsewhere it has the current ones.
  [kClone]() {
    const data = this.#data;
    if (data.number === undefined) {
      data.number = ++lastNumber;
      shared.set(data.number, new WeakRef(data));
    }
    return {
      data: { thread: threadId(), data, records: this instanceof RecordableHistogram },
      deserializeInfo: 'internal/perf/histogram:ClonedHistogram',
    };
  }

  static {
    cloneOf = ({ thread, data, records }) => {
      const made = new (records ? RecordableHistogram : Histogram)(kCreate);
      const own = thread === threadId() ? shared.get(data.number)?.deref() : undefined;
      made.#data = own ?? { ...data, number: undefined };
      return made;
    };
  }

  // The highest value that counts as the same.
  #bucket(value) {
    const unit = 2 ** Math.max(0, Math.floor(Math.log2(value / this.#data.digits)) + 1);
    return Math.floor(value / unit) * unit + unit - 1;
  }

  _record(value) {
    const data = this.#data;
    if (value > data.highest) {
      data.exceeds++;
      return;
    }
    const bucket = this.#bucket(value);
    data.counts.set(bucket, (data.counts.get(bucket) ?? 0) + 1);
    data.count++;
    data.sum += value;
    data.squares += value * value;
    if (value < data.min) data.min = value;
    if (value > data.max) data.max = value;
  }

  _add(histogram) {
    const data = this.#data;
    const other = histogram.#data;
    for (const [bucket, count] of other.counts) {
      data.counts.set(bucket, (data.counts.get(bucket) ?? 0) + count);
    }
    data.count += other.count;
    data.exceeds += other.exceeds;
    data.sum += other.sum;
    data.squares += other.squares;
    data.min = Math.min(data.min, other.min);
    data.max = Math.max(data.max, other.max);
  }

  get count() {
    Histogram.#check(this);
    return this.#data.count;
  }

  get countBigInt() {
    Histogram.#check(this);
    return BigInt(this.#data.count);
  }

  get exceeds() {
    Histogram.#check(this);
    return this.#data.exceeds;
  }

  get exceedsBigInt() {
    Histogram.#check(this);
    return BigInt(this.#data.exceeds);
  }

  get min() {
    Histogram.#check(this);
    return this.#data.min;
  }

  get minBigInt() {
    Histogram.#check(this);
    return this.#data.count === 0 ? 9223372036854775807n : BigInt(this.#data.min);
  }

  get max() {
    Histogram.#check(this);
    return this.#data.max;
  }

  get maxBigInt() {
    Histogram.#check(this);
    return BigInt(this.#data.max);
  }

  get mean() {
    Histogram.#check(this);
    return this.#data.count === 0 ? NaN : this.#data.sum / this.#data.count;
  }

  get stddev() {
    Histogram.#check(this);
    if (this.#data.count === 0) return NaN;
    const mean = this.#data.sum / this.#data.count;
    return Math.sqrt(Math.max(0, this.#data.squares / this.#data.count - mean * mean));
  }

  percentile(percentile) {
    Histogram.#check(this);
    validateNumber(percentile, 'percentile');
    if (!(percentile > 0 && percentile <= 100)) {
      throw new codes.ERR_OUT_OF_RANGE('percentile', '> 0 && <= 100', percentile);
    }
    let left = Math.max(1, Math.ceil(percentile / 100 * this.#data.count));
    for (const bucket of [...this.#data.counts.keys()].sort((a, b) => a - b)) {
      left -= this.#data.counts.get(bucket);
      if (left <= 0) return Math.max(this.#data.lowest, Math.min(bucket, this.#data.max));
    }
    return 0;
  }

  percentileBigInt(percentile) {
    Histogram.#check(this);
    return BigInt(this.percentile(percentile));
  }

  get percentiles() {
    Histogram.#check(this);
    const map = new Map();
    if (this.#data.count === 0) return map.set(100, 0);
    map.set(0, this.#data.min);
    for (let rest = 100; ; rest /= 2) {
      const at = 100 - rest / 2;
      const value = this.percentile(at);
      map.set(at, value);
      if (value >= this.#data.max || at > 99.9999) break;
    }
    return map.set(100, this.#data.max);
  }

  get percentilesBigInt() {
    Histogram.#check(this);
    return new Map([...this.percentiles].map(([at, value]) => [at, BigInt(value)]));
  }

  reset() {
    Histogram.#check(this);
    const data = this.#data;
    data.counts.clear();
    data.count = data.exceeds = data.max = data.sum = data.squares = 0;
    data.min = NONE;
  }

  toJSON() {
    Histogram.#check(this);
    const { count, min, max, mean, exceeds, stddev, percentiles } = this;
    return {
      count, min, max, mean, exceeds, stddev, percentiles: Object.fromEntries(percentiles),
    };
  }

  [inspectCustom](depth, options) {
    if (depth < 0) return options.stylize(`[${this.constructor.name}]`, 'special');
    const { inspect } = require('internal/inspect');
    const { min, max, mean, exceeds, stddev, count, percentiles } = this;
    return `Histogram ${inspect({ min, max, mean, exceeds, stddev, count, percentiles }, {
      ...options, depth: options.depth == null ? null : options.depth - 1,
    })}`;
  }
}

class RecordableHistogram extends Histogram {
  #last;

  record(value) {
    if (typeof value === 'bigint') {
      this._record(Number(value));
      return;
    }
    validateInteger(value, 'val', 1);
    this._record(value);
  }

  recordDelta() {
    const time = now();
    if (this.#last !== undefined) this._record(Math.max(1, Math.round((time - this.#last) * 1e6)));
    this.#last = time;
  }

  add(other) {
    if (!(other instanceof RecordableHistogram)) {
      throw new codes.ERR_INVALID_ARG_TYPE('other', 'RecordableHistogram', other);
    }
    this._add(other);
  }
}

function createHistogram(options = {}) {
  validateObject(options, 'options');
  const { lowest = 1, highest = Number.MAX_SAFE_INTEGER, figures = 3 } = options;
  if (typeof lowest !== 'bigint') validateInteger(lowest, 'options.lowest', 1);
  if (typeof highest !== 'bigint') validateInteger(highest, 'options.highest', 2 * Number(lowest));
  validateInteger(figures, 'options.figures', 1, 5);
  return new RecordableHistogram(kCreate, {
    lowest: Number(lowest), highest: Number(highest), figures,
  });
}

// Samples by a timer of its resolution, which keeps nothing alive: what it records is the time
// between two of its callbacks, in nanoseconds.
class ELDHistogram extends Histogram {
  #resolution;
  #timer;

  constructor(key, resolution) {
    super(key, { lowest: 1, highest: 3.6e12 });
    this.#resolution = resolution;
  }

  enable() {
    if (this.#timer !== undefined) return false;
    let last = now();
    const { setInterval } = require('internal/timers');
    this.#timer = setInterval(() => {
      const time = now();
      this._record(Math.max(1, Math.round((time - last) * 1e6)));
      last = time;
    }, this.#resolution).unref();
    return true;
  }

  disable() {
    if (this.#timer === undefined) return false;
    require('internal/timers').clearInterval(this.#timer);
    this.#timer = undefined;
    return true;
  }
}
Object.defineProperty(ELDHistogram, 'name', { value: 'IntervalHistogram' });

function monitorEventLoopDelay(options = {}) {
  validateObject(options, 'options');
  const { resolution = 10 } = options;
  validateInteger(resolution, 'options.resolution', 1);
  return new ELDHistogram(kCreate, resolution);
}

exports.ClonedHistogram = { revive: (parts) => cloneOf(parts) };
exports.createHistogram = createHistogram;
exports.monitorEventLoopDelay = monitorEventLoopDelay;
