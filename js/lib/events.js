// SPDX-License-Identifier: MIT
// EventEmitter. The process object is one, so this file is loaded at every start. What only some
// programs use (once() and on() with promises, event targets, warnings) is in internal/events/*.js
// and loaded when it is called.
//
// An emitter stores its listeners in _events, an object without prototype: a function for a type
// that has one listener, an array for more. Programs read that, and _eventsCount.
'use strict';

const kCapture = Symbol('kCapture');
const kShapeMode = Symbol('shapeMode'); // _events was given: names in it stay when they are empty
const kErrorMonitor = Symbol('events.errorMonitor');
const kRejection = Symbol.for('nodejs.rejection');
const kMaxEventTargetListeners = Symbol('events.maxEventTargetListeners');
const kMaxEventTargetListenersWarned = Symbol('events.maxEventTargetListenersWarned');

let defaultMaxListeners = 10;

function EventEmitter(opts) {
  EventEmitter.init.call(this, opts);
}

const prototype = EventEmitter.prototype;
prototype._events = undefined;
prototype._eventsCount = 0;
prototype._maxListeners = undefined;
Object.defineProperty(prototype, kCapture, {
  value: false, writable: true, enumerable: false, configurable: false,
});

function noEvents() {
  return Object.create(null);
}

EventEmitter.init = function(opts) {
  const events = this._events;
  if (events === undefined || events === Object.getPrototypeOf(this)._events) {
    this._events = noEvents();
    this._eventsCount = 0;
    this[kShapeMode] = false;
  } else {
    this[kShapeMode] = true;
  }
  this._maxListeners = this._maxListeners || undefined;
  const capture = opts?.captureRejections;
  if (capture) {
    require('internal/validators').validateBoolean(capture, 'options.captureRejections');
    this[kCapture] = capture;
  } else {
    this[kCapture] = prototype[kCapture];
  }
};

function checkListener(listener) {
  if (typeof listener !== 'function') {
    const { ERR_INVALID_ARG_TYPE } = require('internal/errors').codes;
    throw new ERR_INVALID_ARG_TYPE('listener', 'Function', listener);
  }
}

prototype.setMaxListeners = function setMaxListeners(n) {
  require('internal/validators').validateNumber(n, 'setMaxListeners', 0);
  this._maxListeners = n;
  return this;
};

prototype.getMaxListeners = function getMaxListeners() {
  return limitOf(this);
};

function limitOf(emitter) {
  const limit = emitter._maxListeners;
  return limit === undefined ? defaultMaxListeners : limit;
}

// 'error' without a listener.
function throwUnhandled(error, emitter) {
  if (error instanceof Error) {
    require('internal/events/unhandled').note(error, emitter, prototype.emit);
    throw error;
  }
  let shown;
  try {
    shown = require('internal/inspect').inspect(error);
  } catch {
    shown = error;
  }
  const { ERR_UNHANDLED_ERROR } = require('internal/errors').codes;
  const unhandled = new ERR_UNHANDLED_ERROR(shown);
  unhandled.context = error;
  throw unhandled;
}

// A listener of an emitter that captures rejections returned something.
function capture(emitter, result, type, args) {
  require('internal/events/capture').watch(emitter, result, type, args, kCapture);
}

function allButFirst(list) {
  return Array.prototype.slice.call(list, 1);
}

// COUNT arguments: the first three, or all of them.
function callPlainly(emitter, listener, type, count, first, second, third, all) {
  let result;
  switch (count) {
    case 0: result = listener.call(emitter); break;
    case 1: result = listener.call(emitter, first); break;
    case 2: result = listener.call(emitter, first, second); break;
    case 3: result = listener.call(emitter, first, second, third); break;
    default: result = listener.apply(emitter, all);
  }
  if (result !== undefined && result !== null && emitter[kCapture]) {
    capture(emitter, result, type, all ?? [first, second, third].slice(0, count));
  }
}

let callOne = callPlainly;

// From now on calls of listeners are reported to the tracer, if it wants them.
require('internal/state').traceListeners = ({ beginListener, endListener }) => {
  callOne = (emitter, listener, type, count, first, second, third, all) => {
    const isTold = beginListener(listener);
    try {
      callPlainly(emitter, listener, type, count, first, second, third, all);
    } finally {
      if (isTold) endListener();
    }
  };
};

// By `arguments`: an array of them would have to be made for each event.
prototype.emit = function emit(type, first, second, third) {
  const events = this._events;
  if (type === 'error') {
    if (events !== undefined && events[kErrorMonitor] !== undefined) {
      this.emit(kErrorMonitor, ...allButFirst(arguments));
    }
    if (events === undefined || events.error === undefined) throwUnhandled(first, this);
  }
  if (events === undefined) return false;
  const handler = events[type];
  if (handler === undefined) return false;
  const count = arguments.length - 1;
  const all = count > 3 ? allButFirst(arguments) : undefined;
  if (typeof handler === 'function') {
    callOne(this, handler, type, count, first, second, third, all);
    return true;
  }
  // Listeners that come or go meanwhile change nothing for this event.
  const list = handler.slice();
  for (let i = 0; i < list.length; i++) {
    callOne(this, list[i], type, count, first, second, third, all);
  }
  return true;
};
Object.defineProperty(prototype.emit, 'length', { value: 1, configurable: true });

function add(emitter, type, listener, first) {
  checkListener(listener);
  let events = emitter._events;
  let there;
  if (events === undefined) {
    events = emitter._events = noEvents();
    emitter._eventsCount = 0;
  } else {
    if (events.newListener !== undefined) {
      emitter.emit('newListener', type, listener.listener ?? listener);
      events = emitter._events; // a listener may have removed all
    }
    there = events[type];
  }
  if (there === undefined) {
    events[type] = listener;
    ++emitter._eventsCount;
    return emitter;
  }
  if (typeof there === 'function') {
    there = events[type] = first ? [listener, there] : [there, listener];
  } else if (first) {
    there.unshift(listener);
  } else {
    there.push(listener);
  }
  const limit = limitOf(emitter);
  if (limit > 0 && there.length > limit && !there.warned) {
    there.warned = true;
    require('internal/events/capture').warnOfLeak(emitter, type, there.length, limit);
  }
  return emitter;
}

prototype.addListener = function addListener(type, listener) {
  return add(this, type, listener, false);
};

prototype.on = prototype.addListener;

prototype.prependListener = function prependListener(type, listener) {
  return add(this, type, listener, true);
};

function onceWrapper() {
  if (this.fired) return undefined;
  this.target.removeListener(this.type, this.wrapFn);
  this.fired = true;
  const args = arguments;
  switch (args.length) {
    case 0: return this.listener.call(this.target);
    case 1: return this.listener.call(this.target, args[0]);
    default: return this.listener.apply(this.target, args);
  }
}

function wrapOnce(target, type, listener) {
  const state = { fired: false, wrapFn: undefined, target, type, listener };
  const wrapped = onceWrapper.bind(state);
  wrapped.listener = listener;
  state.wrapFn = wrapped;
  return wrapped;
}

prototype.once = function once(type, listener) {
  checkListener(listener);
  this.on(type, wrapOnce(this, type, listener));
  return this;
};

prototype.prependOnceListener = function prependOnceListener(type, listener) {
  checkListener(listener);
  this.prependListener(type, wrapOnce(this, type, listener));
  return this;
};

function removeType(emitter, type) {
  emitter._eventsCount--;
  if (emitter[kShapeMode]) emitter._events[type] = undefined;
  else if (emitter._eventsCount === 0) emitter._events = noEvents();
  else delete emitter._events[type];
}

prototype.removeListener = function removeListener(type, listener) {
  checkListener(listener);
  const events = this._events;
  const there = events?.[type];
  if (there === undefined) return this;
  if (there === listener || there.listener === listener) {
    removeType(this, type);
    if (events.removeListener) this.emit('removeListener', type, there.listener || listener);
    return this;
  }
  if (typeof there === 'function') return this;
  let at = there.length - 1;
  while (at >= 0 && there[at] !== listener && there[at].listener !== listener) at--;
  if (at < 0) return this;
  if (at === 0) there.shift();
  else there.splice(at, 1);
  if (there.length === 1) events[type] = there[0];
  if (events.removeListener !== undefined) this.emit('removeListener', type, listener);
  return this;
};

prototype.off = prototype.removeListener;

prototype.removeAllListeners = function removeAllListeners(type) {
  const events = this._events;
  if (events === undefined) return this;
  if (events.removeListener === undefined) {
    if (arguments.length === 0) {
      this._events = noEvents();
      this._eventsCount = 0;
    } else if (events[type] !== undefined) {
      if (--this._eventsCount === 0) this._events = noEvents();
      else delete events[type];
    }
    this[kShapeMode] = false;
    return this;
  }
  if (arguments.length === 0) {
    for (const key of Reflect.ownKeys(events)) {
      if (key !== 'removeListener') this.removeAllListeners(key);
    }
    this.removeAllListeners('removeListener');
    this._events = noEvents();
    this._eventsCount = 0;
    this[kShapeMode] = false;
    return this;
  }
  const there = events[type];
  if (typeof there === 'function') {
    this.removeListener(type, there);
  } else if (there !== undefined) {
    for (let i = there.length - 1; i >= 0; i--) this.removeListener(type, there[i]);
  }
  return this;
};

function listOf(emitter, type, unwrap) {
  const there = emitter._events?.[type];
  if (there === undefined) return [];
  const list = typeof there === 'function' ? [there] : there.slice();
  return unwrap ? list.map((one) => one.listener || one) : list;
}

prototype.listeners = function listeners(type) {
  return listOf(this, type, true);
};

prototype.rawListeners = function rawListeners(type) {
  return listOf(this, type, false);
};

prototype.listenerCount = function listenerCount(type, listener) {
  const there = this._events?.[type];
  if (there === undefined) return 0;
  if (listener != null) {
    return listOf(this, type, false)
      .filter((one) => one === listener || one.listener === listener).length;
  }
  return typeof there === 'function' ? 1 : there.length;
};

prototype.eventNames = function eventNames() {
  if (!(this._eventsCount > 0)) return [];
  const names = Reflect.ownKeys(this._events);
  return this[kShapeMode] ? names.filter((name) => this._events[name] !== undefined) : names;
};

function constant(name, value) {
  Object.defineProperty(EventEmitter, name, {
    value, writable: false, enumerable: false, configurable: false,
  });
}

function addAbortListener(signal, listener) {
  return require('internal/events/abort_listener').addAbortListener(signal, listener);
}

async function once(emitter, name, options = undefined) {
  return require('internal/events/once').once(emitter, name, options);
}

function on(emitter, event, options = undefined) {
  return require('internal/events/on').on(emitter, event, options);
}

function getEventListeners(emitterOrTarget, type) {
  return require('internal/events/targets').getEventListeners(emitterOrTarget, type);
}

function getMaxListeners(emitterOrTarget) {
  return require('internal/events/targets').getMaxListeners(emitterOrTarget);
}

module.exports = EventEmitter;
EventEmitter.addAbortListener = addAbortListener;
EventEmitter.once = once;
EventEmitter.on = on;
EventEmitter.getEventListeners = getEventListeners;
EventEmitter.getMaxListeners = getMaxListeners;
EventEmitter.EventEmitter = EventEmitter;
EventEmitter.usingDomains = false;
EventEmitter.captureRejectionSymbol = kRejection;
Object.defineProperties(EventEmitter, {
  captureRejections: {
    enumerable: true,
    get() { return prototype[kCapture]; },
    set(value) {
      require('internal/validators').validateBoolean(value, 'EventEmitter.captureRejections');
      prototype[kCapture] = value;
    },
  },
  EventEmitterAsyncResource: {
    enumerable: true,
    configurable: true,
    get: function lazyEventEmitterAsyncResource() {
      return require('internal/events/async_resource').EventEmitterAsyncResource;
    },
    set: undefined,
  },
});
EventEmitter.errorMonitor = kErrorMonitor;
Object.defineProperty(EventEmitter, 'defaultMaxListeners', {
  enumerable: true,
  get() { return defaultMaxListeners; },
  set(value) {
    require('internal/validators').validateNumber(value, 'defaultMaxListeners', 0);
    defaultMaxListeners = value;
  },
});
constant('kMaxEventTargetListeners', kMaxEventTargetListeners);
constant('kMaxEventTargetListenersWarned', kMaxEventTargetListenersWarned);
EventEmitter.setMaxListeners = function(n = defaultMaxListeners, ...eventTargets) {
  require('internal/validators').validateNumber(n, 'setMaxListeners', 0);
  if (eventTargets.length === 0) defaultMaxListeners = n;
  else require('internal/events/targets').setMaxListeners(n, eventTargets);
};
EventEmitter.listenerCount = function(emitter, type) {
  if (typeof emitter.listenerCount === 'function') return emitter.listenerCount(type);
  return prototype.listenerCount.call(emitter, type);
};
// Their names are not those of the properties.
for (const name of ['setMaxListeners', 'init', 'listenerCount']) {
  Object.defineProperty(EventEmitter[name], 'name', { value: '', configurable: true });
}
