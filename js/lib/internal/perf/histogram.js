// SPDX-License-Identifier: MIT
// Histograms of whole numbers, and the one that watches how late the loop is. Values are counted
// in buckets that keep `figures` significant decimal digits.
'use strict';
const { codes } = require('internal/errors');
const { validateInteger, validateNumber, validateObject } = require('internal/validators');
const { now } = require('internal/perf/clock');

const inspectCustom = Symbol.for('nodejs.util.inspect.custom');
const kCreate = Symbol('create');

class Histogram {
  #lowest;
  #highest;
  #digits;
  #counts = new Map(); // bucket -> how many
  #count = 0;
  #exceeds = 0;
  #min = 9223372036854776000;
  #max = 0;
  #sum = 0;
  #squares = 0;

  static #check(object) {
    if (Object(object) !== object || !(#counts in object)) {
      throw new codes.ERR_INVALID_THIS('Histogram');
    }
  }

  constructor(key, { lowest = 1, highest = Number.MAX_SAFE_INTEGER, figures = 3 } = {}) {
    if (key !== kCreate) throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
    this.#lowest = lowest;
    this.#highest = highest;
    this.#digits = 2 * 10 ** figures;
  }

  // The highest value that counts as the same.
  #bucket(value) {
    const unit = 2 ** Math.max(0, Math.floor(Math.log2(value / this.#digits)) + 1);
    return Math.floor(value / unit) * unit + unit - 1;
  }

  _record(value) {
    if (value > this.#highest) {
      this.#exceeds++;
      return;
    }
    const bucket = this.#bucket(value);
    this.#counts.set(bucket, (this.#counts.get(bucket) ?? 0) + 1);
    this.#count++;
    this.#sum += value;
    this.#squares += value * value;
    if (value < this.#min) this.#min = value;
    if (value > this.#max) this.#max = value;
  }

  _add(other) {
    for (const [bucket, count] of other.#counts) {
      this.#counts.set(bucket, (this.#counts.get(bucket) ?? 0) + count);
    }
    this.#count += other.#count;
    this.#exceeds += other.#exceeds;
    this.#sum += other.#sum;
    this.#squares += other.#squares;
    this.#min = Math.min(this.#min, other.#min);
    this.#max = Math.max(this.#max, other.#max);
  }

  get count() {
    Histogram.#check(this);
    return this.#count;
  }

  get countBigInt() {
    Histogram.#check(this);
    return BigInt(this.#count);
  }

  get exceeds() {
    Histogram.#check(this);
    return this.#exceeds;
  }

  get exceedsBigInt() {
    Histogram.#check(this);
    return BigInt(this.#exceeds);
  }

  get min() {
    Histogram.#check(this);
    return this.#min;
  }

  get minBigInt() {
    Histogram.#check(this);
    return this.#count === 0 ? 9223372036854775807n : BigInt(this.#min);
  }

  get max() {
    Histogram.#check(this);
    return this.#max;
  }

  get maxBigInt() {
    Histogram.#check(this);
    return BigInt(this.#max);
  }

  get mean() {
    Histogram.#check(this);
    return this.#count === 0 ? NaN : this.#sum / this.#count;
  }

  get stddev() {
    Histogram.#check(this);
    if (this.#count === 0) return NaN;
    const mean = this.#sum / this.#count;
    return Math.sqrt(Math.max(0, this.#squares / this.#count - mean * mean));
  }

  percentile(percentile) {
    Histogram.#check(this);
    validateNumber(percentile, 'percentile');
    if (!(percentile > 0 && percentile <= 100)) {
      throw new codes.ERR_OUT_OF_RANGE('percentile', '> 0 && <= 100', percentile);
    }
    let left = Math.max(1, Math.ceil(percentile / 100 * this.#count));
    for (const bucket of [...this.#counts.keys()].sort((a, b) => a - b)) {
      left -= this.#counts.get(bucket);
      if (left <= 0) return Math.max(this.#lowest, Math.min(bucket, this.#max));
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
    if (this.#count === 0) return map.set(100, 0);
    map.set(0, this.#min);
    for (let rest = 100; ; rest /= 2) {
      const at = 100 - rest / 2;
      const value = this.percentile(at);
      map.set(at, value);
      if (value >= this.#max || at > 99.9999) break;
    }
    return map.set(100, this.#max);
  }

  get percentilesBigInt() {
    Histogram.#check(this);
    return new Map([...this.percentiles].map(([at, value]) => [at, BigInt(value)]));
  }

  reset() {
    Histogram.#check(this);
    this.#counts.clear();
    this.#count = this.#exceeds = this.#max = this.#sum = this.#squares = 0;
    this.#min = 9223372036854776000;
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

exports.createHistogram = createHistogram;
exports.monitorEventLoopDelay = monitorEventLoopDelay;
