// SPDX-License-Identifier: MIT
// The module 'async_hooks'. docs/node.md says what the engine does not let us do.
//
// The store of an AsyncLocalStorage lives in the frame, a Map from storage to store that is never
// changed once made; internal/state.js has the current one. Timers, immediates, ticks, microtasks
// and AsyncResources keep the frame in which they were made. For promises, see
// internal/async/promises.js.
'use strict';
const { context, newAsyncId } = require('internal/state');
const { codes } = require('internal/errors');
const { validateFunction, validateString } = require('internal/validators');

const kAsyncId = Symbol('async_id_symbol');
const kTriggerId = Symbol('trigger_async_id_symbol');

function executionAsyncId() {
  if (context.asyncId === 0) context.asyncId = newAsyncId();
  return context.asyncId;
}

function triggerAsyncId() {
  return context.triggerId;
}

const topLevel = {};

function executionAsyncResource() {
  return context.resource ?? topLevel;
}

// Calls with the frame and the ids of a resource.
function runIn(frame, asyncId, triggerId, resource, callback, self, args) {
  const { frame: frame0, asyncId: asyncId0, triggerId: triggerId0, resource: resource0 } = context;
  context.frame = frame;
  context.asyncId = asyncId;
  context.triggerId = triggerId;
  context.resource = resource;
  try {
    return Reflect.apply(callback, self, args);
  } finally {
    context.frame = frame0;
    context.asyncId = asyncId0;
    context.triggerId = triggerId0;
    context.resource = resource0;
  }
}

class AsyncResource {
  #frame = context.frame;

  constructor(type, options = {}) {
    validateString(type, 'type');
    let triggerId = options;
    let requireManualDestroy = false;
    if (typeof options !== 'number') {
      triggerId = options.triggerAsyncId === undefined ?
        executionAsyncId() : options.triggerAsyncId;
      requireManualDestroy = !!options.requireManualDestroy;
    }
    if (!Number.isSafeInteger(triggerId) || triggerId < -1) {
      throw new codes.ERR_INVALID_ASYNC_ID('triggerAsyncId', triggerId);
    }
    const asyncId = newAsyncId();
    this[kAsyncId] = asyncId;
    this[kTriggerId] = triggerId;
    const hooks = require('internal/async/hooks');
    if (hooks.any()) {
      if (type.length === 0) throw new codes.ERR_ASYNC_TYPE(type);
      hooks.init(asyncId, type, triggerId, this);
      if (!requireManualDestroy) hooks.destroyWith(this, asyncId);
    }
  }

  runInAsyncScope(callback, thisArg, ...args) {
    const hooks = require('internal/async/hooks');
    hooks.before(this[kAsyncId]);
    try {
      return runIn(this.#frame, this[kAsyncId], this[kTriggerId], this, callback, thisArg, args);
    } finally {
      hooks.after(this[kAsyncId]);
    }
  }

  emitDestroy() {
    require('internal/async/hooks').destroyNow(this, this[kAsyncId]);
    return this;
  }

  asyncId() {
    return this[kAsyncId];
  }

  triggerAsyncId() {
    return this[kTriggerId];
  }

  bind(callback, thisArg) {
    validateFunction(callback, 'fn');
    const resource = this;
    const bound = function(...args) {
      return resource.runInAsyncScope(callback, thisArg === undefined ? this : thisArg, ...args);
    };
    Object.defineProperties(bound, {
      length: {
        value: callback.length, writable: false, enumerable: false, configurable: true,
      },
      asyncResource: { value: this, writable: true, enumerable: true, configurable: true },
    });
    return bound;
  }

  static bind(callback, type, thisArg) {
    type = type || callback.name;
    return new AsyncResource(type || 'bound-anonymous-fn').bind(callback, thisArg);
  }
}

class AsyncLocalStorage {
  #enabled = false;

  static bind(callback) {
    return AsyncResource.bind(callback);
  }

  static snapshot() {
    return AsyncLocalStorage.bind((callback, ...args) => callback(...args));
  }

  #enable() {
    if (this.#enabled) return;
    this.#enabled = true;
    require('internal/async/promises').follow();
  }

  #with(store) {
    const frame = new Map(context.frame);
    frame.set(this, store);
    return frame;
  }

  disable() {
    if (!this.#enabled) return;
    this.#enabled = false;
    if (context.frame?.has(this)) {
      const frame = new Map(context.frame);
      frame.delete(this);
      context.frame = frame;
    }
  }

  enterWith(store) {
    this.#enable();
    context.frame = this.#with(store);
  }

  run(store, callback, ...args) {
    if (this.#enabled && Object.is(store, this.getStore())) {
      return Reflect.apply(callback, null, args);
    }
    this.#enable();
    const { frame } = context;
    context.frame = this.#with(store);
    try {
      return Reflect.apply(callback, null, args);
    } finally {
      context.frame = frame;
    }
  }

  exit(callback, ...args) {
    if (!this.#enabled) return Reflect.apply(callback, null, args);
    const { frame } = context;
    this.disable();
    try {
      return Reflect.apply(callback, null, args);
    } finally {
      this.#enable();
      context.frame = frame;
    }
  }

  getStore() {
    return this.#enabled ? context.frame?.get(this) : undefined;
  }
}

function createHook(callbacks) {
  return require('internal/async/hooks').createHook(callbacks);
}

module.exports = {
  AsyncLocalStorage,
  createHook,
  executionAsyncId,
  triggerAsyncId,
  executionAsyncResource,
  asyncWrapProviders: Object.freeze({
    __proto__: null, NONE: 0, Immediate: 1, Microtask: 2, TickObject: 3, Timeout: 4,
  }),
  AsyncResource,
};
