// SPDX-License-Identifier: MIT
// The asynchronous contexts of operations in C: handles and requests. A function that C will call
// has its context attached (js/runtime/async.c); the object of a handle or a request has it as a
// property. It exists only if there was an AsyncLocalStorage or a hook when the operation began.
'use strict';
const { context, counts, currentId, newAsyncId, CONTEXTS } = require('internal/state');

let hooks = null; // internal/async/hooks, while one is enabled

class Resource {
  constructor(type, object) {
    this.frame = context.frame;
    this.object = object ?? this;
    this.type = type;
    this.asyncId = 0;
    this.triggerId = 0;
    if (hooks !== null) this.tell();
  }

  tell() {
    this.asyncId = newAsyncId();
    this.triggerId = hooks.triggerFor(this.object) ?? currentId();
    hooks.init(this.asyncId, this.type, this.triggerId, this.object);
  }

  // Calls a function in this context. What it does to the context stays, as in Node.
  call(self, callback, a, b, c, d, e, f, g, h) {
    const { frame, asyncId, triggerId, resource } = context;
    context.frame = this.frame;
    context.asyncId = this.asyncId;
    context.triggerId = this.triggerId;
    context.resource = this.object;
    if (hooks !== null && this.asyncId !== 0) hooks.before(this.asyncId);
    let done = false;
    try {
      const result = callback.call(self, a, b, c, d, e, f, g, h);
      done = true;
      return result;
    } finally {
      this.frame = context.frame;
      if (done) {
        if (hooks !== null && this.asyncId !== 0) hooks.after(this.asyncId);
        context.frame = frame;
        context.asyncId = asyncId;
        context.triggerId = triggerId;
        context.resource = resource;
      }
    }
  }

  // The same in two steps: what enter() returned is for leave().
  enter() {
    const saved = { ...context };
    context.frame = this.frame;
    context.asyncId = this.asyncId;
    context.triggerId = this.triggerId;
    context.resource = this.object;
    if (hooks !== null && this.asyncId !== 0) hooks.before(this.asyncId);
    return saved;
  }

  leave({ frame, asyncId, triggerId, resource }) {
    this.frame = context.frame;
    if (hooks !== null && this.asyncId !== 0) hooks.after(this.asyncId);
    context.frame = frame;
    context.asyncId = asyncId;
    context.triggerId = triggerId;
    context.resource = resource;
  }

  destroy() {
    if (hooks !== null && this.asyncId !== 0) hooks.destroy(this.asyncId);
  }
}

// For C: the function that it is to call.
function bind(callback, type, isOften) {
  if (hooks === null && !isOften) {
    const { frame } = context;
    if (frame === undefined) return callback;
    return (a, b, c, d, e) => {
      context.frame = frame;
      callback(a, b, c, d, e);
    };
  }
  const resource = new Resource(type);
  return (a, b, c, d, e) => {
    resource.call(undefined, callback, a, b, c, d, e);
    if (!isOften) resource.destroy();
  };
}

function start() {
  if (counts[CONTEXTS] !== 0) return;
  counts[CONTEXTS] = 1;
  binding('async').onCallback(bind);
}

exports.Resource = Resource;
exports.start = start;
exports.setHooks = (value) => { hooks = value; };
