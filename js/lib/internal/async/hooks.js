// SPDX-License-Identifier: MIT
// createHook of async_hooks: calls hooks when operations begin, are called, and end.
'use strict';
const { context, currentId, newAsyncId } = require('internal/state');
const { codes, isOverflow } = require('internal/errors');
const tick = require('internal/tick');
const resources = require('internal/async/resources');

let enabled = []; // a new array at every change: a hook may change it while it is walked
let collected;
let isDestroyWanted = false;
let gone = []; // ids of ended operations, until hooks are called
const called = []; // ids of what is running, the innermost last

const names = ['init', 'before', 'after', 'destroy', 'promiseResolve'];

// What a hook throws ends the process: the program's own handlers are not asked.
function fatal(error) {
  const { process } = require('internal/process');
  const known = error !== null && typeof error === 'object' && typeof error.stack === 'string';
  process._rawDebug(known ? error.stack : new Error(String(error)).stack);
  require('internal/fatal').abortIfWanted();
  process.reallyExit(1);
}

function emit(name, a, b, c, d) {
  for (const hook of enabled) {
    const callback = hook[name];
    if (callback === undefined) continue;
    try {
      Reflect.apply(callback, hook, name === 'init' ? [a, b, c, d] : [a]);
    } catch (error) {
      if (isOverflow(error)) throw error; // the program's, which may catch it
      fatal(error);
    }
  }
}

// Node's order: the current resource is set before hooks are called.
function before(asyncId) {
  if (enabled.length === 0) return;
  called.push(asyncId);
  emit('before', asyncId);
}

function after(asyncId) {
  if (called.at(-1) === asyncId) called.pop();
  if (enabled.length > 0) emit('after', asyncId);
}

// Something threw, and handlers have been called: what was in progress is over.
function unwind() {
  while (called.length > 0) emit('after', called.pop());
}

function tellGone() {
  const ids = gone;
  gone = [];
  for (const id of ids) emit('destroy', id);
}

// Not at once: as in Node, when the loop comes to its check phase.
function destroy(asyncId) {
  if (!isDestroyWanted) return;
  if (gone.length === 0) require('internal/immediates').setQuiet(tellGone);
  gone.push(asyncId);
}

function destroyWith(resource, asyncId, state) {
  collected ??= new FinalizationRegistry(({ asyncId, state }) => {
    if (!state.destroyed) destroy(asyncId);
  });
  collected.register(resource, { asyncId, state });
}

// Wraps the callback of a tick or a microtask so that hooks are called.
function wrap(type, callback) {
  const asyncId = newAsyncId();
  const triggerId = currentId();
  const resource = { type, callback };
  emit('init', asyncId, type, triggerId, resource);
  return function(...args) {
    const { asyncId: asyncId0, triggerId: triggerId0, resource: resource0 } = context;
    context.asyncId = asyncId;
    context.triggerId = triggerId;
    context.resource = resource;
    before(asyncId);
    const result = Reflect.apply(callback, this, args);
    after(asyncId);
    context.asyncId = asyncId0;
    context.triggerId = triggerId0;
    context.resource = resource0;
    destroy(asyncId);
    return result;
  };
}

function changed() {
  const on = enabled.length > 0;
  const { scope } = tick;
  isDestroyWanted = enabled.some((hook) => hook.destroy !== undefined);
  if (!on) tick.wrap = scope ?? tick.plainWrap;
  else if (scope === null) tick.wrap = wrap;
  else tick.wrap = (type, ...args) => scope(type, wrap(type, args[0]), ...args.slice(1));
  tick.hooks = on ? exports : null;
  resources.setHooks(on ? exports : null);
  if (on) resources.start();
  const wanted = ['init', 'before', 'after', 'promiseResolve'];
  const promises = enabled.some((hook) => wanted.some((name) => hook[name] !== undefined));
  require('internal/async/promise_events').set(promises, exports);
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
    if (enabled.includes(this)) return this;
    enabled = [...enabled, this];
    changed();
    return this;
  }

  disable() {
    if (!enabled.includes(this)) return this;
    enabled = enabled.filter((hook) => hook !== this);
    changed();
    return this;
  }
}

exports.createHook = (callbacks) => new AsyncHook(callbacks);
exports.any = () => enabled.length > 0;
exports.init = (asyncId, type, triggerId, resource) =>
  emit('init', asyncId, type, triggerId, resource);
exports.before = before;
exports.after = after;
exports.destroy = destroy;
exports.destroyWith = destroyWith;
exports.resolved = (asyncId) => emit('promiseResolve', asyncId);
exports.triggerFor = () => undefined;
exports.unwind = unwind;
