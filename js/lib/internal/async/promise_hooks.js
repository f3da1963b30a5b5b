// SPDX-License-Identifier: MIT
// v8.promiseHooks, and the event 'multipleResolves' of process.
//
// The engine does not report what happens to promises. While there is a hook or a listener, the
// global Promise and then() are replaced by ones that report: together they see every promise that
// a program makes and every reaction that it adds. They do not see promises that the engine makes
// itself, for async functions and for `await`. Promises keep their constructor property: `await`
// and resolve() read it, and must find the original.
'use strict';
const { codes, isOverflow } = require('internal/errors');
const promises = require('internal/async/promises');
const { isAsyncFunction, isPromise } = require('internal/util/types').types;

const { Plain } = promises;
const { prototype } = Plain;
const { then: plainThen } = promises;
const { resolve: plainResolve, reject: plainReject } = Plain;

const NAMES = ['init', 'before', 'after', 'settled'];
let hooks = []; // a new array at every change: a hook may change it while it is walked
let listening = false; // somebody does to 'multipleResolves'
let inThen = false; // then() is making a promise, and reports it

function define(object, name, value) {
  Object.defineProperty(object, name, {
    value, writable: true, enumerable: false, configurable: true,
  });
}

function tell(name, promise, other) {
  for (const hook of hooks) {
    const callback = hook[name];
    if (callback === undefined) continue;
    try {
      callback(promise, other);
    } catch (error) {
      if (isOverflow(error)) throw error;
      require('internal/fatal').uncaughtException(error, 'uncaughtException');
    }
  }
}

// Reports the value that a promise is resolved with. A thenable is replaced by one that reports
// when its then() is called, and the result.
function adopt(promise, value) {
  const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function';
  if (isObject && value !== promise) {
    const { then } = value;
    if (typeof then === 'function') return { then: asked(promise, value, then) };
  }
  tell('settled', promise);
  return value;
}

function asked(promise, thenable, then) {
  return function(resolve, reject) {
    tell('before', promise);
    try {
      let done = false;
      Reflect.apply(then, thenable, [(value) => {
        if (done) return;
        done = true;
        settle(promise, value, resolve, reject);
      }, (reason) => {
        if (done) return;
        done = true;
        tell('settled', promise);
        reject(reason);
      }]);
    } finally {
      tell('after', promise);
    }
  };
}

function settle(promise, value, resolve, reject) {
  let given;
  try {
    given = adopt(promise, value);
  } catch (error) {
    tell('settled', promise);
    reject(error);
    return;
  }
  resolve(given);
}

// --- new Promise

function again(type, promise, value) {
  if (!listening) return;
  const { process } = require('internal/process');
  process.nextTick(() => process.emit('multipleResolves', type, promise, value));
}

function run(executor, promise, resolve, reject) {
  let done = false;
  function doResolve(value) {
    if (done) return again('resolve', promise, value);
    done = true;
    settle(promise, value, resolve, reject);
  }
  function doReject(reason) {
    if (done) return again('reject', promise, reason);
    done = true;
    tell('settled', promise);
    reject(reason);
  }
  try {
    executor(doResolve, doReject);
  } catch (error) {
    if (!done) doReject(error);
  }
}

function construct(executor, target) {
  if (typeof executor !== 'function') return Reflect.construct(Plain, [executor], target);
  if (inThen) {
    inThen = false;
    return Reflect.construct(Plain, [executor], target);
  }
  let resolve;
  let reject;
  const promise = Reflect.construct(Plain, [(a, b) => { resolve = a; reject = b; }], target);
  tell('init', promise, undefined);
  run(executor, promise, resolve, reject);
  return promise;
}

const Telling = { Promise: function Promise(executor) {
  if (new.target === undefined) return Plain(executor); // throws
  return construct(executor, new.target === Telling ? Plain : new.target);
} }.Promise;

Object.setPrototypeOf(Telling, Plain);
Object.defineProperty(Telling, 'prototype', { value: prototype, writable: false });

const statics = {
  resolve(value) {
    if (this !== Telling) return Reflect.apply(plainResolve, this, [value]);
    if (isPromise(value) && value.constructor === Plain) return value;
    return new Telling((resolve) => resolve(value));
  },
  reject(reason) {
    if (this !== Telling) return Reflect.apply(plainReject, this, [reason]);
    return new Telling((resolve, reject) => reject(reason));
  },
};
for (const name of Object.keys(statics)) define(Telling, name, statics[name]);

// --- then()

const identity = (value) => value;
const thrower = (reason) => { throw reason; };

const { then: tellingThen } = {
  then(onFulfilled, onRejected) {
    let child;
    const wrap = (callback) => (value) => {
      tell('before', child);
      try {
        return adopt(child, callback(value));
      } catch (error) {
        tell('settled', child);
        throw error;
      } finally {
        tell('after', child);
      }
    };
    inThen = true;
    promises.adding = true;
    try {
      child = plainThen.call(this,
        wrap(typeof onFulfilled === 'function' ? onFulfilled : identity),
        wrap(typeof onRejected === 'function' ? onRejected : thrower));
    } finally {
      inThen = false;
      promises.adding = false;
    }
    tell('init', child, this);
    return child;
  },
};

// Replaces the engine's by ours, or back; but not what a program has put there.
function changed() {
  const on = hooks.length > 0 || listening;
  const [constructor, then] = on ? [Telling, tellingThen] : [Plain, plainThen];
  if ([Telling, Plain].includes(globalThis.Promise)) define(globalThis, 'Promise', constructor);
  if ([tellingThen, plainThen].includes(prototype.then)) define(prototype, 'then', then);
}

// --- for v8 and process

function validate(callback, name) {
  if (typeof callback !== 'function' || isAsyncFunction(callback)) {
    throw new codes.ERR_INVALID_ARG_TYPE(`${name}Hook`, 'function', callback);
  }
}

function createHook(callbacks = {}) {
  const hook = {};
  for (const name of NAMES) {
    const callback = callbacks[name];
    if (callback !== undefined) validate(callback, name);
    hook[name] = callback;
  }
  hooks = [...hooks, hook];
  changed();
  return function stop() {
    hooks = hooks.filter((one) => one !== hook);
    changed();
  };
}

function only(name) {
  return (callback) => {
    validate(callback, name);
    return createHook({ [name]: callback });
  };
}

exports.promiseHooks = {
  createHook,
  onInit: only('init'),
  onBefore: only('before'),
  onAfter: only('after'),
  onSettled: only('settled'),
};

exports.listen = function listen(on) {
  listening = on;
  changed();
};
