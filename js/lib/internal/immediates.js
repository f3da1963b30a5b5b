// SPDX-License-Identifier: MIT
// setImmediate: the queue of the check phase. C (js/runtime/tick.c) calls runImmediate once for
// each, so that ticks and microtasks run between any two.
'use strict';
const {
  counts, TICKS, IMMEDIATES, IMMEDIATE_REFS, IN_CHECK, FAILED,
} = require('internal/state');
const { awake } = binding('tick');
const { runTicks, failed } = require('internal/tick');

// Of counts[IN_CHECK]; C sets the first.
const FIRST = 1;
const REST = 2;

const kRefed = Symbol('refed');
let queue = { head: null, tail: null };
let running = { head: null, tail: null }; // those of this turn

function append(list, item) {
  item._idlePrev = list.tail;
  if (list.tail === null) list.head = item;
  else list.tail._idleNext = item;
  list.tail = item;
}

function remove(list, item) {
  if (item._idleNext !== null) item._idleNext._idlePrev = item._idlePrev;
  else if (list.tail === item) list.tail = item._idlePrev;
  if (item._idlePrev !== null) item._idlePrev._idleNext = item._idleNext;
  else if (list.head === item) list.head = item._idleNext;
  item._idleNext = null;
  item._idlePrev = null;
}

function hold() {
  if (counts[IMMEDIATE_REFS]++ === 0 && counts[IN_CHECK] === 0) awake();
}

function release() {
  if (--counts[IMMEDIATE_REFS] === 0 && counts[IN_CHECK] === 0) awake();
}

let take; // an immediate off its list

class Immediate {
  #list = queue;

  constructor(callback, args) {
    this._idleNext = null;
    this._idlePrev = null;
    this._onImmediate = callback;
    this._argv = args;
    this._destroyed = false;
    this[kRefed] = true;
    hold();
    append(queue, this);
    counts[IMMEDIATES] = 1;
  }

  static {
    take = (immediate) => remove(immediate.#list, immediate);
  }

  ref() {
    if (this[kRefed] === false) {
      this[kRefed] = true;
      hold();
    }
    return this;
  }

  unref() {
    if (this[kRefed] === true) {
      this[kRefed] = false;
      release();
    }
    return this;
  }

  hasRef() {
    return !!this[kRefed];
  }

  [Symbol.dispose]() {
    clearImmediate(this);
  }
}

function setImmediate(callback, ...args) {
  if (typeof callback !== 'function') {
    const { ERR_INVALID_ARG_TYPE } = require('internal/errors').codes;
    throw new ERR_INVALID_ARG_TYPE('callback', 'Function', callback);
  }
  return new Immediate(callback, args.length === 0 ? undefined : args);
}

function clearImmediate(immediate) {
  if (!immediate || !immediate._onImmediate || immediate._destroyed) return;
  immediate._destroyed = true;
  if (immediate[kRefed]) release();
  immediate[kRefed] = null;
  immediate._onImmediate = null;
  take(immediate);
}

function runImmediate() {
  counts[FAILED] = 0;
  if (counts[IN_CHECK] === FIRST) {
    [running, queue] = [queue, running];
    counts[IMMEDIATES] = 0;
    counts[IN_CHECK] = REST;
  }
  const immediate = running.head;
  if (immediate === null) { // all were cleared
    counts[IN_CHECK] = 0;
    return;
  }
  remove(running, immediate);
  immediate._destroyed = true;
  if (immediate[kRefed]) release();
  immediate[kRefed] = null;
  const callback = immediate._onImmediate;
  try {
    const args = immediate._argv;
    if (args === undefined) callback.call(immediate);
    else callback.apply(immediate, args);
  } catch (error) {
    failed(error);
  }
  immediate._onImmediate = null;
  if (running.head === null) counts[IN_CHECK] = 0;
  if (counts[FAILED] === 0 && counts[TICKS] !== 0) runTicks();
}

exports.Immediate = Immediate;
exports.setImmediate = setImmediate;
exports.clearImmediate = clearImmediate;
exports.runImmediate = runImmediate;
