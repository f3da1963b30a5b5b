// SPDX-License-Identifier: MIT
// setTimeout and setInterval. Timers of one duration are one list, in the order in which they were
// started, which is the order in which they are due; a heap holds the lists by the time at which
// each is due next; the loop has one timer, for the first of them. So starting and clearing a timer
// takes no search. C (js/runtime/tick.c) calls runTimer once for each callback.
'use strict';
const { counts, times, TICKS, TIMERS, FAILED, NEXT_TIMER } = require('internal/state');
const { now: getNow, schedule, hold } = binding('tick');
const { runTicks, failed } = require('internal/tick');

const TIMEOUT_MAX = 2 ** 31 - 1;
const kRefed = Symbol('refed');
const kHasPrimitive = Symbol('kHasPrimitive');
const kAsyncId = Symbol('asyncId');
const kTriggerId = Symbol('triggerId');

const lists = new Map(); // by duration
const heap = [null]; // from 1
const known = new Map(); // by the number that a timer was turned into
let lastId = 1;
let lastList = Number.MIN_SAFE_INTEGER;
let refs = 0; // timers that keep the loop alive
let nextDue = Infinity; // when the loop's timer fires

class TimersList {
  constructor(duration, expiry) {
    this._idleNext = this;
    this._idlePrev = this;
    this.expiry = expiry;
    this.id = lastList++;
    this.msecs = duration;
    this.priorityQueuePosition = 0;
  }
}

function before(a, b) {
  return a.expiry < b.expiry || (a.expiry === b.expiry && a.id < b.id);
}

function put(list, place) {
  heap[place] = list;
  list.priorityQueuePosition = place;
}

function siftUp(place) {
  const list = heap[place];
  while (place > 1) {
    const parent = place >> 1;
    if (!before(list, heap[parent])) break;
    put(heap[parent], place);
    place = parent;
  }
  put(list, place);
}

function siftDown(place) {
  const list = heap[place];
  const end = heap.length;
  for (;;) {
    let child = place * 2;
    if (child >= end) break;
    if (child + 1 < end && before(heap[child + 1], heap[child])) child++;
    if (!before(heap[child], list)) break;
    put(heap[child], place);
    place = child;
  }
  put(list, place);
}

function removeList(list) {
  lists.delete(list.msecs);
  const place = list.priorityQueuePosition;
  const last = heap.pop();
  if (last === list) return;
  put(last, place);
  if (place > 1 && before(last, heap[place >> 1])) siftUp(place);
  else siftDown(place);
}

function append(list, item) {
  if (item._idleNext) unlink(item);
  item._idleNext = list;
  item._idlePrev = list._idlePrev;
  list._idlePrev._idleNext = item;
  list._idlePrev = item;
}

function unlink(item) {
  if (item._idleNext) item._idleNext._idlePrev = item._idlePrev;
  if (item._idlePrev) item._idlePrev._idleNext = item._idleNext;
  item._idleNext = null;
  item._idlePrev = null;
}

function holdOne() {
  if (refs++ === 0) hold(true);
}

function releaseOne() {
  if (--refs === 0) hold(false);
}

// Puts a timer at the end of the list of its duration.
function insert(item, duration, start) {
  duration = Math.trunc(duration);
  item._idleStart = start;
  let list = lists.get(duration);
  if (list === undefined) {
    const expiry = start + duration;
    list = new TimersList(duration, expiry);
    lists.set(duration, list);
    heap.push(list);
    siftUp(heap.length - 1);
    if (nextDue > expiry) {
      schedule(duration);
      nextDue = expiry;
    }
  }
  append(list, item);
}

function insertGuarded(item, duration, start) {
  if (duration < 0 || duration === undefined) return;
  insert(item, duration, start ?? getNow());
  if (item._destroyed || item._destroyed === undefined) item._destroyed = false;
  if (!item[kRefed]) return;
  holdOne();
}

function unenroll(item) {
  if (item._destroyed) return;
  item._destroyed = true;
  if (item[kHasPrimitive]) known.delete(item[kAsyncId]);
  const next = item._idleNext;
  const alone = next !== null && next === item._idlePrev && next instanceof TimersList;
  unlink(item);
  if (item[kRefed]) releaseOne();
  item[kRefed] = null;
  if (alone && lists.get(next.msecs) === next && next !== running) removeList(next);
  item._idleTimeout = -1;
}

function durationOf(after) {
  after *= 1;
  if (after >= 1 && after <= TIMEOUT_MAX) return after;
  if (after > TIMEOUT_MAX) {
    require('internal/process').process.emitWarning(
      `${after} does not fit into a 32-bit signed integer.` +
      '\nTimeout duration was set to 1.', 'TimeoutOverflowWarning');
  }
  return 1;
}

class Timeout {
  constructor(callback, after, args, isRepeat, isRefed) {
    if (after === undefined) after = 1;
    else if (!(after === +after && after >= 1 && after <= TIMEOUT_MAX)) after = durationOf(after);
    this._idleTimeout = after;
    this._idlePrev = this;
    this._idleNext = this;
    this._idleStart = null;
    this._onTimeout = null;
    this._onTimeout = callback;
    this._timerArgs = args;
    this._repeat = isRepeat ? after : null;
    this._destroyed = false;
    if (isRefed) holdOne();
    this[kRefed] = isRefed;
    this[kHasPrimitive] = false;
    this[kAsyncId] = ++lastId;
    this[kTriggerId] = 1;
  }

  refresh() {
    if (this[kRefed]) active(this);
    else unrefActive(this);
    return this;
  }

  unref() {
    if (this[kRefed]) {
      this[kRefed] = false;
      releaseOne();
    }
    return this;
  }

  ref() {
    if (this[kRefed] === false) {
      this[kRefed] = true;
      holdOne();
    }
    return this;
  }

  hasRef() {
    return !!this[kRefed];
  }

  close() {
    clearTimeout(this);
    return this;
  }

  [Symbol.toPrimitive]() {
    const id = this[kAsyncId];
    if (!this[kHasPrimitive]) {
      this[kHasPrimitive] = true;
      known.set(id, this);
    }
    return id;
  }

  [Symbol.dispose]() {
    clearTimeout(this);
  }
}

// Starts a timer again, whatever state it is in.
function restart(item, refed) {
  const { _idleTimeout: duration } = item;
  if (duration < 0 || duration === undefined) return;
  const wasGone = item._destroyed || item._destroyed === undefined;
  insert(item, duration, getNow());
  if (!wasGone) return;
  item._destroyed = false;
  item[kRefed] = refed;
  if (refed) holdOne();
}

function active(item) {
  restart(item, true);
}

function unrefActive(item) {
  restart(item, false);
}

function checkCallback(callback) {
  if (typeof callback !== 'function') {
    const { ERR_INVALID_ARG_TYPE } = require('internal/errors').codes;
    throw new ERR_INVALID_ARG_TYPE('callback', 'Function', callback);
  }
}

function start(callback, after, args, isRepeat) {
  const timer = new Timeout(callback, after, args, isRepeat, true);
  timer._idleNext = timer._idlePrev = null;
  insert(timer, timer._idleTimeout, getNow());
  return timer;
}

function setTimeout(callback, after, ...args) {
  checkCallback(callback);
  return start(callback, after, args.length === 0 ? undefined : args, false);
}

function setInterval(callback, repeat, ...args) {
  checkCallback(callback);
  return start(callback, repeat, args.length === 0 ? undefined : args, true);
}

function clearTimeout(timer) {
  if (timer?._onTimeout) {
    timer._onTimeout = null;
    unenroll(timer);
    return;
  }
  if (typeof timer === 'number' || typeof timer === 'string') {
    const found = known.get(+timer);
    if (found !== undefined) {
      found._onTimeout = null;
      unenroll(found);
    }
  }
}

function clearInterval(timer) {
  clearTimeout(timer);
}

// What runTimer is in the midst of: a list, seen at a time.
let running = null;
let seen = 0;

function finish(list) {
  running = null;
  if (list === lists.get(list.msecs)) removeList(list);
}

// The next timer that is due; null if none is.
function takeDue() {
  for (;;) {
    if (running === null) {
      const list = heap[1];
      if (list === undefined) return null;
      if (list.expiry > seen) {
        seen = getNow(); // callbacks may have taken their time
        if (list.expiry > seen) return null;
      }
      running = list;
    }
    const list = running;
    const timer = list._idleNext;
    if (timer === list) {
      finish(list);
      continue;
    }
    if (seen - timer._idleStart < list.msecs) { // started later than its list was due
      running = null;
      list.expiry = Math.max(timer._idleStart + list.msecs, seen + 1);
      list.id = lastList++;
      siftDown(list.priorityQueuePosition);
      continue;
    }
    unlink(timer);
    if (!timer._onTimeout) {
      if (!timer._destroyed) forget(timer);
      continue;
    }
    return timer;
  }
}

function forget(timer) {
  timer._destroyed = true;
  if (timer[kHasPrimitive]) known.delete(timer[kAsyncId]);
  if (timer[kRefed]) releaseOne();
  timer[kRefed] = null;
}

function call(timer) {
  const again = timer._repeat ? getNow() : 0;
  try {
    const args = timer._timerArgs;
    if (args === undefined) timer._onTimeout();
    else timer._onTimeout(...args);
  } catch (error) {
    failed(error);
  }
  if (timer._repeat && timer._idleTimeout !== -1) {
    timer._idleTimeout = timer._repeat;
    insert(timer, timer._idleTimeout, again);
  } else if (timer._idleNext === null && !timer._destroyed) {
    forget(timer);
  }
}

// One callback. Says in shared memory whether more are due, and when to come back.
function runTimer() {
  counts[FAILED] = 0;
  if (counts[TIMERS] === 0) seen = getNow();
  const timer = takeDue();
  if (timer === null) {
    counts[TIMERS] = 0;
    nextDue = heap.length > 1 ? heap[1].expiry : Infinity;
    times[NEXT_TIMER] = nextDue === Infinity ? 0 : refs > 0 ? nextDue : -nextDue;
    return;
  }
  counts[TIMERS] = 1;
  call(timer);
  if (counts[FAILED] === 0 && counts[TICKS] !== 0) runTicks();
}

exports.Timeout = Timeout;
exports.setTimeout = setTimeout;
exports.setInterval = setInterval;
exports.clearTimeout = clearTimeout;
exports.clearInterval = clearInterval;
exports.runTimer = runTimer;
exports.TIMEOUT_MAX = TIMEOUT_MAX;
exports.kRefed = kRefed;
exports.kHasPrimitive = kHasPrimitive;
exports.active = active;
exports.unrefActive = unrefActive;
exports.insertGuarded = insertGuarded;
exports.unenroll = unenroll;
exports.getNow = getNow;
exports.countRefed = () => refs;
