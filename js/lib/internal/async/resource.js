// SPDX-License-Identifier: MIT
// AsyncResource: an operation of the program itself, with later callbacks.
'use strict';
const { context, currentId, newAsyncId } = require('internal/state');
const { codes } = require('internal/errors');
const { validateFunction, validateString } = require('internal/validators');

const kAsyncId = Symbol('async_id_symbol');
const kTriggerId = Symbol('trigger_async_id_symbol');
const loadHooks = () => require('internal/async/hooks');

class AsyncResource {
  #frame = context.frame;
  #state = { destroyed: false };

  constructor(type, options = {}) {
    validateString(type, 'type');
    let triggerId = options;
    let requireManualDestroy = false;
    if (typeof options !== 'number') {
      triggerId = options.triggerAsyncId === undefined ? currentId() : options.triggerAsyncId;
      requireManualDestroy = !!options.requireManualDestroy;
    }
    if (!Number.isSafeInteger(triggerId) || triggerId < -1) {
      throw new codes.ERR_INVALID_ASYNC_ID('triggerAsyncId', triggerId);
    }
    const asyncId = newAsyncId();
    this[kAsyncId] = asyncId;
    this[kTriggerId] = triggerId;
    const hooks = loadHooks();
    if (!hooks.any()) return;
    if (type.length === 0) throw new codes.ERR_ASYNC_TYPE(type);
    hooks.init(asyncId, type, triggerId, this);
    if (!requireManualDestroy) hooks.destroyWith(this, asyncId, this.#state);
  }

  // What the callback does to the context stays with the resource, as in Node.
  runInAsyncScope(callback, thisArg, ...args) {
    const { frame, asyncId, triggerId, resource } = context;
    const hooks = loadHooks();
    const id = this[kAsyncId];
    context.frame = this.#frame;
    context.asyncId = id;
    context.triggerId = this[kTriggerId];
    context.resource = this;
    hooks.before(id);
    try {
      return Reflect.apply(callback, thisArg, args);
    } finally {
      hooks.after(id);
      this.#frame = context.frame;
      context.frame = frame;
      context.asyncId = asyncId;
      context.triggerId = triggerId;
      context.resource = resource;
    }
  }

  emitDestroy() {
    const state = Object(this) === this && #state in this ? this.#state : { destroyed: true };
    if (!state.destroyed) {
      state.destroyed = true;
      loadHooks().destroy(this[kAsyncId]);
    }
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

exports.AsyncResource = AsyncResource;
exports.kAsyncId = kAsyncId;
exports.kTriggerId = kTriggerId;
