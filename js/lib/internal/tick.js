// SPDX-License-Identifier: MIT
// The tick queue, and the way of every callback from the loop into the program.
// js/runtime/runtime.h explains how ticks, microtasks and callbacks follow each other.
'use strict';
const { counts, TICKS, REJECTIONS, FAILED } = require('internal/state');

// A queue in blocks: pushing and taking cost the same at any length, and memory is given back.
const BLOCK = 2048;
let tail = new Array(BLOCK).fill(undefined);
let head = tail;
let taken = 0; // from head
let added = 0; // to tail
let next = []; // blocks between head and tail

function push(job) {
  if (added === BLOCK) {
    if (head !== tail) next.push(tail);
    tail = new Array(BLOCK).fill(undefined);
    added = 0;
  }
  tail[added++] = job;
  counts[TICKS] = 1;
}

function shift() {
  if (head === tail) {
    if (taken === added) {
      taken = added = 0;
      counts[TICKS] = 0;
      return undefined;
    }
  } else if (taken === BLOCK) {
    head = next.length > 0 ? next.shift() : tail;
    taken = 0;
  }
  const job = head[taken];
  head[taken++] = undefined;
  return job;
}

class Tick {
  constructor(callback, args) {
    this.callback = callback;
    this.args = args;
  }
}

function nextTick(callback, ...args) {
  if (typeof callback !== 'function') {
    const { ERR_INVALID_ARG_TYPE } = require('internal/errors').codes;
    throw new ERR_INVALID_ARG_TYPE('callback', 'Function', callback);
  }
  if (exports.exiting) return;
  push(new Tick(callback, args.length === 0 ? undefined : args));
}

function runTicks() {
  let job;
  while ((job = shift()) !== undefined) {
    try {
      const { callback, args } = job;
      if (args === undefined) callback();
      else if (args.length === 1) callback(args[0]);
      else callback(...args);
    } catch (error) {
      failed(error);
      return;
    }
  }
}

// The program's code threw, and nothing in the program caught it.
function failed(error) {
  require('internal/fatal').uncaughtException(error, 'uncaughtException');
  counts[FAILED] = 1;
}

// Called by C for each callback of the loop: calls it, then the ticks.
function enter(callback, a, b, c, d, e, f, g, h) {
  counts[FAILED] = 0;
  try {
    callback(a, b, c, d, e, f, g, h);
  } catch (error) {
    failed(error);
    return;
  }
  if (counts[TICKS] !== 0) runTicks();
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

const settled = Promise.resolve();
const then = Promise.prototype.then;

function queueMicrotask(callback) {
  if (typeof callback !== 'function') {
    const { ERR_INVALID_ARG_TYPE } = require('internal/errors').codes;
    throw new ERR_INVALID_ARG_TYPE('callback', 'Function', callback);
  }
  then.call(settled, () => {
    try {
      callback();
    } catch (error) {
      require('internal/fatal').uncaughtException(error, 'uncaughtException');
    }
  });
}

exports.nextTick = nextTick;
exports.queueMicrotask = queueMicrotask;
exports.enter = enter;
exports.drain = drain;
exports.runTicks = runTicks;
exports.failed = failed;
exports.exiting = false;
