// SPDX-License-Identifier: MIT
// Tells the tracer of the loop which functions of JavaScript run, and what requested them.
// js/runtime/trace.h explains how a callback costs one call into C, or none of its own.
'use strict';
const { at, done, flush, put, setEnter, findQueue, trace, label: newLabel } = binding('scope');
const { newAsyncId, lastAsyncId, ...state } = require('internal/state');
const tick = require('internal/tick');
const { resolve } = require('path');
const { labelOf, sitesOf, isSettled, prepare } = require('internal/scope/labels');

// Places in `at`.
const {
  KIND, SUBJECT, LABEL, ENDED, PUT, PUT_SUBJECT, PUT_LABEL, PUT_VALUE, TAKEN, POSTED,
} = def('TRACE_AT');

const { SCHEDULE, CANCEL, MARK, TICKS, END } = trace;
const { TICK, MICROTASK, MAIN, TIMEOUT, INTERVAL, IMMEDIATE, CALLBACK, LISTENER, MESSAGE } = trace;

// Labels of functions that wait to be called, by the number of what calls them. The entry of one
// that waits for long may be overwritten: then the function is looked up again.
const PLACES = 1 << 14;
const owners = new Int32Array(PLACES);
const labels = new Int32Array(PLACES);

// Numbers and labels of the ticks that wait, in their order: a ring that doubles when it is full.
let ticks = new Int32Array(1 << 10);
let ticksTaken = 0; // where the first is
let ticksLeft = 0; // how many places are taken

function addTick(id, label) {
  if (ticksLeft === ticks.length) growTicks();
  const place = ticksTaken + ticksLeft & ticks.length - 1;
  ticks[place] = id;
  ticks[place + 1] = label;
  ticksLeft += 2;
}

function growTicks() {
  const more = new Int32Array(ticks.length * 2);
  more.set(ticks.subarray(ticksTaken));
  more.set(ticks.subarray(0, ticksTaken), ticks.length - ticksTaken);
  ticks = more;
  ticksTaken = 0;
}

function waits(id, label) {
  const place = id & (PLACES - 1);
  owners[place] = id;
  labels[place] = label;
}

function labelFor(id, callback) {
  const place = id & (PLACES - 1);
  return owners[place] === id ? labels[place] : labelOf(callback).label;
}

function record(event, kind, subject, label, value) {
  const to = at;
  to[PUT] = event | kind << 16;
  to[PUT_SUBJECT] = subject;
  to[PUT_LABEL] = label;
  to[PUT_VALUE] = value;
  put();
}

function settle() {
  if (at[ENDED] !== 0) done();
  else flush();
}

// A call begins, right after what was before it has ended.
function begin(kind, subject, label) {
  const to = at;
  if ((to[ENDED] | to[KIND]) !== 0) settle();
  to[SUBJECT] = subject;
  to[LABEL] = label;
  to[KIND] = kind;
}

// A call begins in the midst of another one.
function beginInside(kind, subject, label) {
  flush();
  at[SUBJECT] = subject;
  at[LABEL] = label;
  at[KIND] = kind;
}

// The end is recorded by what follows: a run of ticks or of microtasks, or the way back to C.
function end() {
  at[ENDED] = 1;
}

let lastImmediate; // the function,
let lastWithin = -1; // within which callback it was asked for,
let lastSites; // and where

// Immediates are what programs start most of: as little as can be.
function scheduleImmediate(callback) {
  const within = at[LABEL];
  if (callback !== lastImmediate || within !== lastWithin) {
    lastSites = sitesOf(callback, within);
    lastWithin = isSettled(lastSites) ? within : -1;
    lastImmediate = callback;
  }
  const id = lastAsyncId() + 1; // it gets this number next
  waits(id, lastSites.label);
  record(SCHEDULE, IMMEDIATE, id, lastSites.site, 0);
}

// Something will be called later.
function schedule(type, callback, after, isRepeat) {
  if (type === 'Immediate') {
    scheduleImmediate(callback);
    return callback;
  }
  const { label, site } = sitesOf(callback, at[LABEL]);
  if (type === 'Timeout') {
    const id = lastAsyncId() + 1; // it gets this number next
    waits(id, label);
    record(SCHEDULE, isRepeat ? INTERVAL : TIMEOUT, id, site, after >= 1 ? after : 1);
    return callback;
  }
  const id = newAsyncId();
  if (type === 'TickObject') {
    record(SCHEDULE, TICK, id, site, 0);
    addTick(id, label);
    return callback;
  }
  record(SCHEDULE, MICROTASK, id, site, 0);
  return function(...args) {
    beginInside(MICROTASK, id, label);
    try {
      return Reflect.apply(callback, this, args);
    } finally {
      done();
    }
  };
}

function kindOfEntry(callback) {
  const { beforeExit, end: exit } = require('internal/program');
  return callback === beforeExit ? trace.BEFORE_EXIT : callback === exit ? trace.EXIT : CALLBACK;
}

const hooks = {
  schedule,
  scheduleImmediate,
  begin(callback) {
    const known = labelOf(callback);
    if (known.kind === 0) known.kind = kindOfEntry(callback);
    begin(known.kind, 0, known.label);
  },
  end,
  beginTicks() { record(TICKS, 0, 0, 0, 0); },
  beginTick() {
    const place = ticksTaken;
    ticksTaken = place + 2 & ticks.length - 1;
    ticksLeft -= 2;
    begin(TICK, ticks[place], ticks[place + 1]);
  },
  endTick: end,
  endTicks(count) { record(TICKS | END, 0, 0, 0, count); },
  beginTimer(id, isRepeat, callback) {
    begin(isRepeat ? INTERVAL : TIMEOUT, id, labelFor(id, callback));
  },
  cancelTimer(id, isRepeat) { record(CANCEL, isRepeat ? INTERVAL : TIMEOUT, id, 0, 0); },
  beginImmediate(id, callback) {
    begin(IMMEDIATE, id, labelFor(id, callback));
  },
  cancelImmediate(id) { record(CANCEL, IMMEDIATE, id, 0, 0); },
  // Of listeners only those of the program.
  beginListener(listener) {
    const { label, isProgram } = labelOf(listener.listener ?? listener);
    if (isProgram) beginInside(LISTENER, 0, label);
    return isProgram;
  },
  endListener: done,
  // The message that is sent next is recorded by C, with this place.
  post(post) { at[POSTED] = sitesOf(post, at[LABEL]).site; },
  // The message that was taken last is handed over.
  beginMessage(receive) { beginInside(MESSAGE, at[TAKEN], labelOf(receive).label); },
  endMessage: done,
};

// Of callbacks that the library calls, those of the program.
function wrapCallback(callback) {
  const { label, isProgram } = labelOf(callback);
  if (!isProgram) return callback;
  return function(...args) {
    beginInside(CALLBACK, 0, label);
    try {
      return Reflect.apply(callback, this, args);
    } finally {
      done();
    }
  };
}

function mark(descriptor, text) {
  record(MARK, 0, 0, newLabel(text, ''), descriptor);
}

// Without a trace only to know which callback runs, for --block-threshold.
function start(isTraced) {
  for (let i = tick.waitingTicks(); i > 0; i--) addTick(0, 0);
  tick.scope = tick.scope === null ? schedule : both(tick.scope);
  tick.wrap = tick.scope;
  setEnter(tick.trace(hooks));
  require('internal/timers').trace(hooks);
  require('internal/immediates').trace(hooks);
  state.traceListeners(hooks);
  if (isTraced) {
    const settled = Promise.resolve();
    findQueue(() => { settled.then(() => {}); });
    require('internal/console/console').trace(mark);
    prepare();
  }
  require('internal/fs/validate').trace(wrapCallback);
  if (isTraced) require('internal/messaging/road').trace(hooks);
  const { process } = require('internal/process');
  const file = process.argv[1] === undefined ? '[eval]' : resolve(process.argv[1]);
  beginInside(MAIN, 0, newLabel('main', file));
  tick.endMain = () => {
    tick.endMain = null;
    end();
  };
}

// Another one wraps callbacks as well (--why): the function of the program is the one to name.
function both(other) {
  return (type, callback, ...rest) => {
    const own = schedule(type, callback, ...rest);
    return other(type, own);
  };
}

exports.start = start;
