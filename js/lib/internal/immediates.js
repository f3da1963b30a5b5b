// SPDX-License-Identifier: MIT
// setImmediate: the queue of the check phase. C (js/runtime/tick.c) calls runImmediate until none
// of this turn is left; ticks and microtasks run between any two.
'use strict';
const {
  counts, context, currentId, newAsyncId, TICKS, IMMEDIATES, IMMEDIATE_REFS, IN_CHECK, FAILED,
} = require('internal/state');
const tick = require('internal/tick');
const { carry, frameOf } = require('internal/async/carry');

const { runTicks, failed, settle } = tick;

// Of counts[IN_CHECK]; C sets the first.
const FIRST = 1;
const REST = 2;

const kRefed = Symbol('refed');
const kAsyncId = Symbol('asyncId');
const kTriggerId = Symbol('triggerId');
let tracer = null; // gets calls and clears
let queue = { head: null, tail: null };
let running = { head: null, tail: null }; // those of this turn

function append(list, item) {
  item._idlePrev = list.tail;
  if (list.tail === null) list.head = item;
  else list.tail._idleNext = item;
  list.tail = item;
}

function prepend(list, item) {
  item._idleNext = list.head;
  if (list.head === null) list.tail = item;
  else list.head._idlePrev = item;
  list.head = item;
}

function removeFirst(list) {
  const item = list.head;
  list.head = item._idleNext;
  if (list.head === null) list.tail = null;
  else list.head._idlePrev = null;
  item._idleNext = null;
}

// An immediate off its list, whichever it is.
function remove(item) {
  const { _idleNext: next, _idlePrev: previous } = item;
  if (next !== null) next._idlePrev = previous;
  else if (queue.tail === item) queue.tail = previous;
  else if (running.tail === item) running.tail = previous;
  if (previous !== null) previous._idleNext = next;
  else if (queue.head === item) queue.head = next;
  else if (running.head === item) running.head = next;
  item._idleNext = null;
  item._idlePrev = null;
}

class Immediate {
  constructor(callback, args) {
    this._idleNext = null;
    this._idlePrev = null;
    this._onImmediate = callback;
    this._argv = args;
    this._destroyed = false;
    this[kRefed] = true;
    this[kAsyncId] = newAsyncId();
    this[kTriggerId] = tick.wrap === null ? context.asyncId : currentId();
    counts[IMMEDIATE_REFS]++;
    append(queue, this);
    counts[IMMEDIATES] = 1;
    if (context.frame !== undefined) carry(this, context.frame);
  }

  ref() {
    if (this[kRefed] === false) {
      this[kRefed] = true;
      counts[IMMEDIATE_REFS]++;
    }
    return this;
  }

  unref() {
    if (this[kRefed] === true) {
      this[kRefed] = false;
      counts[IMMEDIATE_REFS]--;
    }
    return this;
  }

  hasRef() {
    return !!this[kRefed];
  }
}

Immediate.prototype[Symbol.dispose] = function() {
  clearImmediate(this);
};

function allButFirst(list) {
  const rest = new Array(list.length - 1);
  for (let i = 0; i < rest.length; i++) rest[i] = list[i + 1];
  return rest;
}

// By `arguments`, since an array for each call would cost as much as the rest of it.
function setImmediate(callback) {
  if (typeof callback !== 'function') {
    const { ERR_INVALID_ARG_TYPE } = require('internal/errors').codes;
    throw new ERR_INVALID_ARG_TYPE('callback', 'Function', callback);
  }
  const { scope } = tick;
  if (scope !== null) {
    if (tracer !== null && scope === tracer.schedule) tracer.scheduleImmediate(callback);
    else callback = scope('Immediate', callback);
  }
  const immediate =
    new Immediate(callback, arguments.length <= 1 ? undefined : allButFirst(arguments));
  if (tick.hooks !== null) {
    tick.hooks.init(immediate[kAsyncId], 'Immediate', immediate[kTriggerId], immediate);
  }
  return immediate;
}

// An immediate that is not reported to hooks, before all others of its turn: Node has them in C.
function setQuiet(callback) {
  const immediate = new Immediate(callback, undefined);
  immediate[kAsyncId] = 0;
  remove(immediate);
  prepend(queue, immediate);
}

Object.defineProperty(setImmediate, 'length', { value: 4, configurable: true });
Object.defineProperty(setImmediate, Symbol.for('nodejs.util.promisify.custom'), {
  enumerable: true,
  get() { return require('timers/promises').setImmediate; },
});

function clearImmediate(immediate) {
  if (!immediate || immediate._destroyed) return;
  immediate._destroyed = true; // as in Node, what is no object throws here
  if (!immediate._onImmediate) return;
  if (tracer !== null) tracer.cancelImmediate(immediate[kAsyncId]);
  if (tick.hooks !== null) tick.hooks.destroy(immediate[kAsyncId]);
  if (immediate[kRefed]) counts[IMMEDIATE_REFS]--;
  immediate[kRefed] = null;
  immediate._onImmediate = null;
  remove(immediate);
}

function runImmediate() {
  counts[FAILED] = 0;
  if (counts[IN_CHECK] === FIRST) {
    const empty = running;
    running = queue;
    queue = empty;
    counts[IMMEDIATES] = 0;
    counts[IN_CHECK] = REST;
  }
  for (;;) {
    const immediate = running.head;
    if (immediate === null) { // all others were cleared
      counts[IN_CHECK] = 0;
      return;
    }
    if (tracer === null) {
      call(immediate);
    } else {
      tracer.beginImmediate(immediate[kAsyncId], immediate._onImmediate);
      call(immediate);
      tracer.end();
    }
    removeFirst(running);
    if (counts[FAILED] !== 0) {
      // As in Node: the rest, or if this was the last, those that were made meanwhile, run in this
      // phase.
      if (running.head === null) counts[IN_CHECK] = FIRST;
      return;
    }
    if (running.head === null) counts[IN_CHECK] = 0;
    if (settle === undefined) {
      if (counts[TICKS] !== 0) runTicks();
      return;
    }
    if (!settle()) return;
    if (counts[IN_CHECK] === 0) return;
  }
}

function call(immediate) {
  immediate._destroyed = true;
  if (immediate[kRefed]) counts[IMMEDIATE_REFS]--;
  immediate[kRefed] = null;
  context.frame = frameOf(immediate);
  context.asyncId = immediate[kAsyncId];
  context.triggerId = immediate[kTriggerId];
  const { hooks } = tick;
  const isTold = hooks !== null && immediate[kAsyncId] !== 0;
  if (isTold) hooks.before(immediate[kAsyncId]);
  try {
    const args = immediate._argv;
    if (args === undefined) immediate._onImmediate();
    else immediate._onImmediate(...args);
    if (isTold) hooks.after(immediate[kAsyncId]);
  } catch (error) {
    immediate._onImmediate = null;
    failed(error);
  }
  if (isTold) hooks.destroy(immediate[kAsyncId]);
  context.frame = undefined;
  context.asyncId = 0;
  context.triggerId = 0;
  if (context.resource !== undefined) context.resource = undefined; // somebody has asked
  immediate._onImmediate = null;
}

// The immediate that runs, if that is its id: it is on its list until it has run, so it need not be
// stored elsewhere.
function runningAs(asyncId) {
  const { head } = running;
  return head !== null && head._destroyed && head[kAsyncId] === asyncId ? head : undefined;
}

function trace(hooks) {
  tracer = hooks;
}

binding('tick').onImmediate(runImmediate);

exports.each = (tell) => {
  for (const list of [running, queue]) {
    for (let item = list.head; item !== null; item = item._idleNext) {
      if (!item._destroyed) tell(item);
    }
  }
};
exports.runningAs = runningAs;
exports.trace = trace;
exports.setQuiet = setQuiet;
exports.Immediate = Immediate;
exports.setImmediate = setImmediate;
exports.clearImmediate = clearImmediate;
