// SPDX-License-Identifier: MIT
// createHook of async_hooks: init, before, after and destroy for timers, immediates, ticks,
// microtasks of queueMicrotask, and AsyncResources.
'use strict';
const { context, newAsyncId } = require('internal/state');
const { codes } = require('internal/errors');
const tick = require('internal/tick');

let enabled = []; // a new array at every change: a hook may change it while it is walked
let collected;
const destroyed = new WeakSet();

const names = ['init', 'before', 'after', 'destroy', 'promiseResolve'];

// What a hook throws ends the process: the program's own handlers are not asked.
function fatal(error) {
  require('internal/fatal').report(error);
  require('internal/process').process.reallyExit(1);
}

function emit(name, ...args) {
  for (const hook of enabled) {
    const callback = hook[name];
    if (callback === undefined) continue;
    try {
      callback(...args);
    } catch (error) {
      fatal(error);
    }
  }
}

function before(asyncId) {
  if (enabled.length > 0) emit('before', asyncId);
}

function after(asyncId) {
  if (enabled.length > 0) emit('after', asyncId);
}

function destroyNow(resource, asyncId) {
  if (resource !== undefined) {
    if (destroyed.has(resource)) return;
    destroyed.add(resource);
  }
  if (enabled.length > 0) emit('destroy', asyncId);
}

function destroyWith(resource, asyncId) {
  collected ??= new FinalizationRegistry((id) => emit('destroy', id));
  collected.register(resource, asyncId);
}

// Makes the callback of a timer, a tick and so on one that tells the hooks.
function wrap(type, callback) {
  const asyncId = newAsyncId();
  const triggerId = context.asyncId;
  const resource = { type };
  emit('init', asyncId, type, triggerId, resource);
  return function(...args) {
    const { asyncId: asyncId0, triggerId: triggerId0 } = context;
    context.asyncId = asyncId;
    context.triggerId = triggerId;
    emit('before', asyncId);
    try {
      return Reflect.apply(callback, this, args);
    } finally {
      emit('after', asyncId);
      context.asyncId = asyncId0;
      context.triggerId = triggerId0;
      emit('destroy', asyncId);
    }
  };
}

function changed() {
  const { scope } = tick;
  if (enabled.length === 0) tick.wrap = scope;
  else if (scope === null) tick.wrap = wrap;
  else tick.wrap = (type, ...args) => scope(type, wrap(type, args[0]), ...args.slice(1));
}

class AsyncHook {
  constructor(callbacks) {
    for (const name of names) {
      const callback = callbacks[name];
      if (callback !== undefined && typeof callback !== 'function') {
        throw new codes.ERR_ASYNC_CALLBACK(`hook.${name}`);
      }
      this[name] = callback;
    }
  }

  enable() {
    if (!enabled.includes(this)) enabled = [...enabled, this];
    changed();
    return this;
  }

  disable() {
    enabled = enabled.filter((hook) => hook !== this);
    changed();
    return this;
  }
}

exports.createHook = (callbacks) => new AsyncHook(callbacks);
exports.any = () => enabled.length > 0;
exports.init = (...args) => emit('init', ...args);
exports.before = before;
exports.after = after;
exports.destroyNow = destroyNow;
exports.destroyWith = destroyWith;
