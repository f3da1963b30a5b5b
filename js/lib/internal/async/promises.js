// SPDX-License-Identifier: MIT
// Keeps the frame of the asynchronous context across promises, for AsyncLocalStorage.
//
// js/engine/jobs.c explains it: the engine reports each job that it queues. A reaction to a pending
// promise is queued later, by the code that settles it. But both then() and `await` read the
// promise's constructor before they add their reaction. So, from the first storage on, that
// property is a getter that first adds a marker. A promise with its own constructor, such as an
// instance of a class that extends Promise, is marked when its then() is read.
//
// If the engine does not report jobs, the getter adds a reaction that restores the current frame.
// An `await` of a value that is not a promise reads no constructor, and keeps no frame then.
'use strict';
const { context } = require('internal/state');
const { isPromise } = require('internal/util/types').types;

let following = false;

// The marker of a frame, made when it is first needed, for each kind of then().
let markerOf;
let beginMark;
let endMark;
let noMarker;
let told = null; // internal/async/promise_events.js, while promises are reported to hooks
let awaited = null; // what it said of the job that comes next

function markerNow(promise) {
  const { frame } = context;
  if (told !== null && !exports.adding) return markerOf(told.awaits(promise, frame));
  if (frame === undefined) return noMarker ??= markerOf(undefined);
  return frame.marker ??= markerOf(frame);
}

// What a thenable is given calls back in the context in which it was asked.
function within(frame, callback) {
  return (value) => {
    const { frame: before } = context;
    context.frame = frame;
    try {
      return callback(value);
    } finally {
      context.frame = before;
    }
  };
}

function wrapThen(then, frame) {
  return function(resolve, reject) {
    return Reflect.apply(then, this, [within(frame, resolve), within(frame, reject)]);
  };
}

// The frame of a job that is reported to hooks in another way.
class Told {
  constructor(frame) { this.frame = frame; }
}

const library = {
  enter(frame) {
    if (frame !== undefined && frame.promise !== undefined) told?.enter(frame);
    else context.frame = frame instanceof Told ? frame.frame : frame;
  },
  leave(frame) {
    if (frame !== undefined && frame.promise !== undefined) told?.leave();
  },
  // isOld: a reaction from before there was a listener. isUnseen: a queued job, and perhaps a
  // marker; the engine reports when it runs, and asks again.
  describe(frame, isOld, isUnseen) {
    if (told === null) return frame;
    if (frame instanceof Told || told.isJob(frame)) return frame;
    if (exports.adding) return isUnseen ? new Told(frame) : frame;
    if (isUnseen && awaited === null) return frame;
    const job = awaited ?? (isOld ? told.oldJob() : told.job(frame));
    awaited = null;
    return job;
  },
  wrapThen,
};

function set(object, name, value) {
  Object.defineProperty(object, name, {
    value, writable: true, enumerable: true, configurable: true,
  });
}

// Puts getters into the Promise.prototype of a realm. `mark` adds what has to precede the next
// reaction.
function ask(Plain, then, mark) {
  const { prototype } = Plain;
  const { getPrototypeOf } = Object;
  let inside = false; // then() asks as well

  function markOnce(promise) {
    inside = true;
    try {
      mark(promise);
    } finally {
      inside = false;
    }
  }

  Object.defineProperty(prototype, 'constructor', {
    configurable: true,
    enumerable: false,
    get() {
      if (!inside && this !== prototype) markOnce(this);
      return Plain;
    },
    set(value) {
      set(this, 'constructor', value);
      if (this !== prototype) {
        Object.defineProperty(this, 'then', {
          value: thenOfOthers, writable: true, enumerable: false, configurable: true,
        });
      }
    },
  });

  const { then: thenOfOthers } = {
    then(onFulfilled, onRejected) {
      if (!inside) markOnce(this);
      return Reflect.apply(then, this, [onFulfilled, onRejected]);
    },
  };
  if (prototype.then !== then) return; // the program's own
  Object.defineProperty(prototype, 'then', {
    configurable: true,
    enumerable: false,
    get() {
      return this === prototype || getPrototypeOf(this) === prototype ? then : thenOfOthers;
    },
    set(value) { set(this, 'then', value); },
  });
}

const { constructor: Plain, then } = Promise.prototype;

const markByEngine = (then) => (promise) => {
  if (!beginMark(promise)) {
    if (told !== null && !exports.adding && isPromise(promise)) {
      awaited = told.awaits(promise, context.frame);
    }
    return;
  }
  const marker = markerNow(promise);
  endMark(promise, Reflect.apply(then, promise, [marker, marker]));
};

const markByReaction = (then) => (promise) => {
  const { frame } = context;
  const restore = () => { context.frame = frame; };
  try {
    Reflect.apply(then, promise, [restore, restore]);
  } catch {
    // Not a promise: something that inherits from Promise.prototype.
  }
};

function samplesOf(Plain, then) {
  const settled = Plain.resolve();
  return {
    promise: settled,
    settle(handler, value) { return then.call(Plain.resolve(value), handler); },
    resolve(object) { return Plain.resolve(object); },
    await: async (object) => { await object; },
  };
}

function follow() {
  if (following) return;
  following = true;
  const jobs = binding('async');
  const { followAll } = require('internal/async/realms');
  const byEngine = jobs.start(context, { ...samplesOf(Plain, then), ...library });
  const mark = byEngine ? markByEngine : markByReaction;
  ({ marker: markerOf, beginMark, endMark } = jobs);
  ask(Plain, then, mark(then));
  followAll((global) => {
    const { constructor, then } = prototypeIn(global);
    if (byEngine && !jobs.followRealm(global, samplesOf(constructor, then))) return;
    ask(constructor, then, mark(then));
  });
}

// The Promise.prototype of a realm, even if its programs have replaced Promise.
function prototypeIn(global) {
  const source = 'Object.getPrototypeOf((async () => {})())';
  return binding('contextify').evaluate(source, '', 1, global, 0);
}

// From now on promises are reported to hooks, or no longer.
function tell(events) {
  told = events;
  binding('async').hook(events !== null);
}

exports.follow = follow;
exports.tell = tell;
exports.Plain = Plain;
exports.then = then;
exports.adding = false; // then() is at work
