// SPDX-License-Identifier: MIT
// setTimeout and setInterval. Timers of one duration are one list, in the order in which they were
// started, which is the order in which they are due. A heap orders the lists by the time at which
// each is due next. The loop has one timer, for the first of them. So starting and clearing a timer
// needs no search. C (js/runtime/tick.c) calls runTimer until none is due.
//
// A list that has lost its last timer stays where it is, marked as removed, because usually the
// next timer of that duration comes soon. Then the list is used again.
'use strict';
const {
  counts, context, currentId, times, newAsyncId, TICKS, TIMERS, TIMER_REFS, FAILED, NEXT_TIMER,
} = require('internal/state');
const { now: getNow, schedule, onTimer } = binding('tick');
const tick = require('internal/tick');
const { carry, frameOf } = require('internal/async/carry');

const { runTicks, failed, settle } = tick;

const TIMEOUT_MAX = 2 ** 31 - 1;
const kRefed = Symbol('refed');
const kHasPrimitive = Symbol('kHasPrimitive');
const kAsyncId = Symbol('asyncId');
const kTriggerId = Symbol('triggerId');

const lists = new Map(); // by duration
const heap = [null]; // from 1
const known = new Map(); // by the number that a timer was turned into
let lastList = Number.MIN_SAFE_INTEGER;
let nextDue = Infinity; // when the loop's timer fires

const inspectCustom = Symbol.for('nodejs.util.inspect.custom');

// Lists and timers hold each other in rings.
function inspectShallow(object, options) {
  return require('internal/inspect').inspect(object, {
    ...options, depth: 0, customInspect: false,
  });
}

class TimersList {
  constructor(duration, expiry) {
    this._idleNext = this;
    this._idlePrev = this;
    this.expiry = expiry;
    this.id = lastList++;
    this.msecs = duration;
    this.priorityQueuePosition = 0;
    this.removed = false;
  }

  [inspectCustom](_, options) {
    return inspectShallow(this, options);
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
  if (lastUsed === list) lastUsed = noList;
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

const noList = new TimersList(-1, 0);
let lastUsed = noList; // the list that was asked for last

function revive(list, expiry) {
  list.removed = false;
  list.expiry = expiry;
  list.id = lastList++;
  siftDown(list.priorityQueuePosition); // it is due later than it was
}

function listFor(duration, expiry) {
  let list = lastUsed;
  if (list.msecs !== duration) {
    list = lists.get(duration);
    if (list === undefined) {
      list = new TimersList(duration, expiry);
      lists.set(duration, list);
      heap.push(list);
      siftUp(heap.length - 1);
      come(duration, expiry);
    }
    lastUsed = list;
  }
  if (list.removed) {
    revive(list, expiry);
    come(duration, expiry);
  }
  return list;
}

// The loop must come at that time at the latest.
function come(duration, expiry) {
  if (nextDue > expiry) {
    schedule(duration);
    nextDue = expiry;
  }
}

// Puts a timer at the end of the list of its duration.
function insert(item, duration, start) {
  duration = Math.trunc(duration);
  item._idleStart = start;
  append(listFor(duration, start + duration), item);
}

function insertGuarded(item, duration, start) {
  if (duration < 0 || duration === undefined) return;
  insert(item, duration, start ?? getNow());
  if (item._destroyed || item._destroyed === undefined) item._destroyed = false;
  if (!item[kRefed]) return;
  counts[TIMER_REFS]++;
}

function unenroll(item) {
  if (item._destroyed) return;
  item._destroyed = true;
  if (tick.hooks !== null && item[kAsyncId] !== undefined) tick.hooks.destroy(item[kAsyncId]);
  if (item[kHasPrimitive]) known.delete(item[kAsyncId]);
  const next = item._idleNext;
  const alone = next !== null && next === item._idlePrev && next instanceof TimersList;
  unlink(item);
  if (item[kRefed]) {
    counts[TIMER_REFS]--;
    if (alone && next !== running) next.removed = true;
  }
  item._idleTimeout = -1;
}

function durationOf(after) {
  if (after === undefined) return 1;
  after *= 1;
  if (after >= 1 && after <= TIMEOUT_MAX) return after;
  if (after > TIMEOUT_MAX) {
    require('internal/process').process.emitWarning(
      `${after} does not fit into a 32-bit signed integer.` +
      '\nTimeout duration was set to 1.', 'TimeoutOverflowWarning');
  }
  return 1;
}

// All properties are set in one place, by their names: the engine reserves room in the object for
// those that it can count.
class Timeout {
  constructor(callback, after, args, isRepeat, isRefed) {
    this._idleTimeout = durationOf(after);
    this._idlePrev = this;
    this._idleNext = this;
    this._idleStart = null;
    this._onTimeout = callback;
    this._timerArgs = args;
    this._repeat = null;
    this._destroyed = false;
    this[kRefed] = isRefed;
    this[kHasPrimitive] = false;
    this[kAsyncId] = newAsyncId();
    this[kTriggerId] = tick.wrap === null ? context.asyncId : currentId();
    if (isRepeat) this._repeat = this._idleTimeout;
    if (isRefed) counts[TIMER_REFS]++;
    if (context.frame !== undefined) carry(this, context.frame);
  }

  [inspectCustom](_, options) {
    return inspectShallow(this, options);
  }

  refresh() {
    if (this[kRefed]) active(this);
    else unrefActive(this);
    return this;
  }

  unref() {
    if (this[kRefed]) {
      this[kRefed] = false;
      if (!this._destroyed) counts[TIMER_REFS]--;
    }
    return this;
  }

  ref() {
    if (this[kRefed] === false) {
      this[kRefed] = true;
      if (!this._destroyed) counts[TIMER_REFS]++;
    }
    return this;
  }

  hasRef() {
    return !!this[kRefed];
  }
}

// Programs find these enumerable.
Timeout.prototype.close = (() => function() {
  clearTimeout(this);
  return this;
})();

Timeout.prototype[Symbol.dispose] = function() {
  clearTimeout(this);
};

Timeout.prototype[Symbol.toPrimitive] = function() {
  const id = this[kAsyncId];
  if (!this[kHasPrimitive]) {
    this[kHasPrimitive] = true;
    known.set(id, this);
  }
  return id;
};

// Starts a timer again, whatever state it is in.
function restart(item, refed) {
  const { _idleTimeout: duration } = item;
  if (duration < 0 || duration === undefined) return;
  const wasGone = item._destroyed || item._destroyed === undefined;
  insert(item, duration, getNow());
  if (!wasGone) return;
  item._destroyed = false;
  item[kRefed] = refed;
  if (refed) counts[TIMER_REFS]++;
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

// Starts a timer; `args` is an array or undefined.
function begin(callback, after, args, isRepeat, isRefed) {
  if (tick.scope !== null) callback = tick.scope('Timeout', callback, after, isRepeat);
  const timer = new Timeout(callback, after, args, isRepeat, isRefed);
  timer._idleNext = timer._idlePrev = null;
  if (tick.hooks !== null) tick.hooks.init(timer[kAsyncId], 'Timeout', timer[kTriggerId], timer);
  insert(timer, timer._idleTimeout, getNow());
  return timer;
}

function restOf(callback, after, ...args) {
  return args;
}

// (Named arguments, since most calls have none of them: a rest is an array at every call.)
function setTimeout(callback, after, a, b, c) {
  checkCallback(callback);
  let args;
  if (arguments.length > 5) args = restOf.apply(null, arguments);
  else if (arguments.length > 2) args = [a, b, c].slice(0, arguments.length - 2);
  return begin(callback, after, args, false, true);
}

function setInterval(callback, repeat, a, b, c) {
  checkCallback(callback);
  let args;
  if (arguments.length > 5) args = restOf.apply(null, arguments);
  else if (arguments.length > 2) args = [a, b, c].slice(0, arguments.length - 2);
  return begin(callback, repeat, args, true, true);
}

Object.defineProperty(setTimeout, Symbol.for('nodejs.util.promisify.custom'), {
  enumerable: true,
  get() { return require('timers/promises').setTimeout; },
});

function clearTimeout(timer) {
  if (timer?._onTimeout) {
    if (cancelled !== null && !timer._destroyed) cancelled(timer);
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

// What runTimer is working on: a list, at a time, and the timer that comes next (null: none is due;
// undefined: not yet known).
let running = null;
let seen = 0;
let upcoming;

function finish(list) {
  running = null;
  removeList(list);
}

// The next timer that is due, still in its list; null if none is.
function takeDue() {
  for (;;) {
    if (running === null) {
      const list = heap[1];
      if (list === undefined) return null;
      if (list.removed) {
        removeList(list);
        continue;
      }
      // The time at which the phase began counts: what became due since waits for the next turn.
      if (list.expiry > seen) return null;
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
    if (timer._onTimeout) return timer;
    unlink(timer);
    if (!timer._destroyed) forget(timer);
  }
}

function forget(timer) {
  timer._destroyed = true;
  if (tick.hooks !== null) tick.hooks.destroy(timer[kAsyncId]);
  if (timer[kHasPrimitive]) known.delete(timer[kAsyncId]);
  if (timer[kRefed]) counts[TIMER_REFS]--;
}

function call(timer) {
  const again = timer._repeat ? getNow() : 0;
  const frame = frameOf(timer);
  context.frame = frame;
  context.asyncId = timer[kAsyncId];
  context.triggerId = timer[kTriggerId];
  context.resource = timer;
  if (tick.hooks !== null) tick.hooks.before(timer[kAsyncId]);
  try {
    const args = timer._timerArgs;
    if (args === undefined) timer._onTimeout();
    else timer._onTimeout(...args);
  } catch (error) {
    settleTimer(timer, again); // before those that handlers of the error start
    failed(error);
    return;
  }
  if (tick.hooks !== null) tick.hooks.after(timer[kAsyncId]);
  if (context.frame !== frame && timer._repeat) carry(timer, context.frame); // as in Node it stays
  context.frame = undefined;
  context.asyncId = 0;
  context.triggerId = 0;
  context.resource = undefined;
  settleTimer(timer, again);
}

let callTimer = call;
let cancelled = null; // called for timers that are cleared

// From now on calls and clears are reported to the tracer.
function trace(hooks) {
  callTimer = (timer) => {
    hooks.beginTimer(timer[kAsyncId], timer._repeat !== null, timer._onTimeout);
    call(timer);
    hooks.end();
  };
  cancelled = (timer) => hooks.cancelTimer(timer[kAsyncId], timer._repeat !== null);
}

// After its callback: again, if it is an interval; else it is done with, unless it was restarted.
function settleTimer(timer, again) {
  if (timer._repeat && timer._idleTimeout !== -1) {
    timer._idleTimeout = timer._repeat;
    insert(timer, timer._idleTimeout, again);
  } else if (timer._idleNext === null && !timer._destroyed) {
    forget(timer);
  }
}

// Calls the timers that are due, until something throws. Writes to shared memory whether more are
// due, and when the next one is. What comes next is decided before the ticks of a timer run, so
// those of the last one run when the loop's timer is armed again: as in Node.
function runTimer() {
  counts[FAILED] = 0;
  if (counts[TIMERS] === 0) seen = getNow();
  for (;;) {
    if (upcoming === undefined || (upcoming !== null && !upcoming._onTimeout)) upcoming = takeDue();
    const timer = upcoming;
    upcoming = undefined;
    if (timer === null) {
      counts[TIMERS] = 0;
      nextDue = heap.length > 1 ? heap[1].expiry : Infinity;
      times[NEXT_TIMER] = nextDue === Infinity ? 0 : nextDue;
      return;
    }
    counts[TIMERS] = 1;
    unlink(timer);
    callTimer(timer);
    if (counts[FAILED] !== 0) return;
    upcoming = takeDue();
    if (upcoming === null) continue;
    if (settle === undefined) {
      if (counts[TICKS] !== 0) runTicks();
      return;
    }
    if (!settle()) return;
  }
}

onTimer(runTimer);

exports.Timeout = Timeout;
exports.setTimeout = setTimeout;
exports.setInterval = setInterval;
exports.clearTimeout = clearTimeout;
exports.clearInterval = clearInterval;
exports.TIMEOUT_MAX = TIMEOUT_MAX;
exports.kRefed = kRefed;
exports.kHasPrimitive = kHasPrimitive;
exports.active = active;
exports.unrefActive = unrefActive;
exports.insertGuarded = insertGuarded;
exports.unenroll = unenroll;
exports.getNow = getNow;
exports.each = (tell) => {
  for (const list of lists.values()) {
    for (let timer = list._idleNext; timer !== list; timer = timer._idleNext) tell(timer);
  }
};
exports.countRefed = () => counts[TIMER_REFS];
exports.begin = begin;
exports.trace = trace;
