// SPDX-License-Identifier: MIT
// The events of createHook about promises. internal/async/promise_hooks.js reports promises that a
// program makes and adds reactions to; the engine's jobs report the rest of an `await`.
'use strict';
const { context, currentId, newAsyncId } = require('internal/state');
const promises = require('internal/async/promises');

const known = new WeakMap(); // { asyncId, triggerId } by promise
let hooks = null;
let stop = null;

function describe(promise, triggerId, isTold) {
  const seen = { asyncId: newAsyncId(), triggerId };
  known.set(promise, seen);
  if (isTold && hooks !== null) hooks.init(seen.asyncId, 'PROMISE', triggerId, promise);
  return seen;
}

function ofPromise(promise) {
  return known.get(promise) ?? describe(promise, currentId(), true);
}

// --- promises of the program

const saved = []; // contexts of what runs

const events = {
  init(promise, parent) {
    describe(promise, parent === undefined ? currentId() : ofPromise(parent).asyncId, true);
  },
  before(promise) {
    enter(ofPromise(promise), promise);
  },
  after() {
    leave();
  },
  settled(promise) {
    hooks?.resolved(ofPromise(promise).asyncId);
  },
};

function enter({ asyncId, triggerId }, promise) {
  saved.push([asyncId, context.asyncId, context.triggerId, context.resource]);
  context.asyncId = asyncId;
  context.triggerId = triggerId;
  context.resource = promise;
  hooks?.before(asyncId);
}

function leave() {
  const entry = saved.pop();
  if (entry === undefined) return;
  const asyncId = entry[0];
  hooks?.after(asyncId);
  [, context.asyncId, context.triggerId, context.resource] = entry;
}

// --- `await`

// What a job is queued with: its frame, and the promise that stands for it.
class Job {
  constructor(frame, triggerId, isTold = true) {
    this.frame = frame;
    this.promise = new Placeholder();
    this.ids = describe(this.promise, triggerId, isTold);
  }
}

class Placeholder {}
Object.defineProperty(Placeholder, 'name', { value: 'Promise' });

const library = {
  // An `await` of a promise, when it begins.
  awaits(promise, frame) { return new Job(frame, ofPromise(promise).asyncId); },
  // A job that nobody has spoken for: an `await` of a value.
  job(frame) { return new Job(frame, describe(new Placeholder(), currentId(), true).asyncId); },
  oldJob() { return new Job(undefined, currentId(), false); },
  enter(job) {
    context.frame = job.frame;
    enter(job.ids, job.promise);
  },
  leave() {
    hooks?.resolved(saved.at(-1)?.[0]);
    leave();
  },
  isJob: (value) => value instanceof Job,
};

function set(on, theHooks) {
  if (on === (stop !== null)) return;
  hooks = on ? theHooks : null;
  if (on) {
    const { promiseHooks } = require('internal/async/promise_hooks');
    promises.follow();
    promises.tell(library);
    stop = promiseHooks.createHook(events);
  } else {
    promises.tell(null);
    stop();
    stop = null;
  }
}

exports.set = set;
