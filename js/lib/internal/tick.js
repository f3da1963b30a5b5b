// SPDX-License-Identifier: MIT
// The tick queue, and the entry of every callback from the loop into the program.
// js/runtime/runtime.h explains the order of ticks, microtasks and callbacks.
'use strict';
const { counts, context, TICKS, REJECTIONS, FAILED, IN_CHECK } = require('internal/state');
const { microtasks } = binding('tick');

// A queue in blocks: pushing and taking cost the same at any length, and memory is released. An
// entry is just the callback if that is all there is to a job, as it usually is, otherwise a Job.
const BLOCK = 1024;
let tail = new Array(BLOCK).fill(undefined);
let head = tail;
let taken = 0; // from head
let added = 0; // to tail
const next = []; // blocks between head and tail

class Job {
  constructor(callback, frame, count, first, second, args) {
    this.callback = callback;
    this.frame = frame; // of the asynchronous context
    this.count = count; // of arguments
    this.first = first;
    this.second = second;
    this.args = args; // all of them, if they are more
  }
}

function push(job) {
  if (added === BLOCK) {
    if (head !== tail) next.push(tail);
    tail = new Array(BLOCK).fill(undefined);
    added = 0;
  }
  tail[added++] = job;
  counts[TICKS] = 1;
}

// Whether there is a job at head[taken].
function more() {
  if (head === tail) {
    if (taken === added) {
      taken = added = 0;
      counts[TICKS] = 0;
      return false;
    }
  } else if (taken === BLOCK) {
    head = next.length > 0 ? next.shift() : tail;
    taken = 0;
  }
  return true;
}

// By `arguments`, since an array for each call would cost as much as the rest of it.
function nextTick(callback, first, second) {
  if (typeof callback !== 'function') {
    const { ERR_INVALID_ARG_TYPE } = require('internal/errors').codes;
    throw new ERR_INVALID_ARG_TYPE('callback', 'Function', callback);
  }
  if (exports.exiting) return;
  if (exports.wrap !== null) callback = exports.wrap('TickObject', callback);
  const { frame } = context;
  const count = arguments.length - 1;
  if (count === 0 && frame === undefined) push(callback);
  else if (count <= 2) push(new Job(callback, frame, count, first, second, null));
  else push(new Job(callback, frame, count, null, null, Array.prototype.slice.call(arguments, 1)));
}
Object.defineProperty(nextTick, 'length', { value: 1, configurable: true });

function runJob({ callback, count, first, second, args }) {
  if (count === 0) callback();
  else if (count === 1) callback(first);
  else if (count === 2) callback(first, second);
  else callback(...args);
}

let traced = null; // hooks of internal/scope/trace.js

// The same as runTicks, reported to the tracer.
function runTracedTicks() {
  let count = 0;
  traced.beginTicks();
  while (more()) {
    const at = taken++;
    const job = head[at];
    head[at] = undefined;
    context.asyncId = 0;
    traced.beginTick();
    count++;
    try {
      context.frame = typeof job === 'function' ? undefined : job.frame;
      if (typeof job === 'function') job();
      else runJob(job);
    } catch (error) {
      failed(error);
      traced.endTick();
      break;
    }
    traced.endTick();
  }
  traced.endTicks(count);
  context.frame = undefined;
}

function runTicks() {
  if (traced !== null) {
    runTracedTicks();
    return;
  }
  while (more()) {
    const at = taken++;
    const job = head[at];
    head[at] = undefined;
    context.asyncId = 0; // async_hooks gives it a number if it is asked for one
    try {
      if (typeof job === 'function') {
        context.frame = undefined;
        job();
      } else {
        context.frame = job.frame;
        runJob(job);
      }
    } catch (error) {
      failed(error);
      return;
    }
  }
  context.frame = undefined;
}

// The program's code threw, and nothing in the program caught it.
function failed(error) {
  const trace = require.throwTrace(error);
  require('internal/fatal').uncaughtException(error, 'uncaughtException', trace);
  exports.hooks?.unwind();
  counts[FAILED] = 1;
  context.frame = undefined;
  context.asyncId = 0;
  context.triggerId = 0;
  context.resource = undefined;
}

// What follows every callback: ticks and microtasks until there are none. False: something threw,
// and the rest waits for the next entry. Undefined if the engine runs microtasks only between
// entries: then C does this.
const settle = microtasks === undefined ? undefined : () => {
  for (;;) {
    if (counts[TICKS] !== 0) {
      runTicks();
      if (counts[FAILED] !== 0) return false;
    }
    microtasks();
    context.frame = undefined;
    if ((counts[TICKS] | counts[REJECTIONS]) === 0) return true;
    if (exports.exiting && counts[IN_CHECK] === 0) return false; // a worker: see internal/fatal.js
    if (counts[TICKS] === 0) {
      drain();
      if (counts[FAILED] !== 0) return false;
    }
  }
};

// Called by C for each callback of the loop: calls it, then the ticks.
function enter(callback, a, b, c, d, e, f, g, h) {
  counts[FAILED] = 0;
  context.frame = undefined;
  context.resource = undefined;
  context.triggerId = 0;
  context.asyncId = exports.firstId;
  exports.firstId = 0;
  try {
    callback(a, b, c, d, e, f, g, h);
  } catch (error) {
    failed(error);
    return;
  }
  context.frame = undefined;
  if (counts[TICKS] !== 0) runTicks();
}

// The same as enter, reported to the tracer.
function enterTraced(callback, a, b, c, d, e, f, g, h) {
  counts[FAILED] = 0;
  context.frame = undefined;
  context.resource = undefined;
  context.triggerId = 0;
  context.asyncId = exports.firstId;
  exports.firstId = 0;
  traced.begin(callback);
  try {
    callback(a, b, c, d, e, f, g, h);
  } catch (error) {
    failed(error);
    traced.end();
    return;
  }
  traced.end();
  context.frame = undefined;
  if (counts[TICKS] !== 0) runTicks();
}

// How many ticks wait.
function waitingTicks() {
  if (counts[TICKS] === 0) return 0;
  return head === tail ? added - taken : BLOCK - taken + next.length * BLOCK + added;
}

// From now on. Returns what C is to call for callbacks.
function trace(hooks) {
  traced = hooks;
  return enterTraced;
}

// Called by C after microtasks, while there are ticks or rejections.
function drain() {
  counts[FAILED] = 0;
  if (counts[TICKS] !== 0) {
    runTicks();
  } else if (counts[REJECTIONS] !== 0) {
    try {
      require('internal/rejections').tell();
    } catch (error) {
      failed(error);
      return;
    }
    if (counts[TICKS] !== 0) runTicks();
  }
}

const { then } = Promise.prototype;
let settled;

function queueMicrotask(callback) {
  if (typeof callback !== 'function') {
    const { ERR_INVALID_ARG_TYPE } = require('internal/errors').codes;
    throw new ERR_INVALID_ARG_TYPE('callback', 'Function', callback);
  }
  const { frame } = context;
  if (exports.wrap !== null) callback = exports.wrap('Microtask', callback);
  settled ??= (async () => {})();
  then.call(settled, () => {
    context.frame = frame;
    try {
      callback();
    } catch (error) {
      const trace = require.throwTrace(error);
      require('internal/fatal').uncaughtInMicrotask(error, trace);
    }
  });
}

exports.nextTick = nextTick;
exports.queueMicrotask = queueMicrotask;
exports.enter = enter;
exports.drain = drain;
exports.runTicks = runTicks;
exports.failed = failed;
exports.settle = settle;
exports.trace = trace;
exports.waitingTicks = waitingTicks;
exports.endMain = null; // the tracer's, when the main program has run
exports.firstId = 1; // the asynchronous id of the main program
exports.exiting = false;
exports.wrap = null; // async_hooks: wraps a callback so that hooks are called
exports.hooks = null; // internal/async/hooks, while one is enabled
exports.scope = null; // the same for internal/scope; part of wrap while there is one
exports.plainWrap = null; // what wrap is without hooks
