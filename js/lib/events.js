// SPDX-License-Identifier: MIT
// EventEmitter.
'use strict';

function EventEmitter(options) {
  EventEmitter.init.call(this, options);
}

EventEmitter.prototype._events = undefined;
EventEmitter.prototype._eventsCount = 0;
EventEmitter.prototype._maxListeners = undefined;

EventEmitter.init = function init() {
  if (this._events === undefined || this._events === Object.getPrototypeOf(this)._events) {
    this._events = Object.create(null);
    this._eventsCount = 0;
  }
};

EventEmitter.prototype.emit = function emit(type, ...args) {
  const handler = this._events?.[type];
  if (handler === undefined) {
    if (type !== 'error') return false;
    if (args[0] instanceof Error) throw args[0];
    const { ERR_UNHANDLED_ERROR } = require('internal/errors').codes;
    throw new ERR_UNHANDLED_ERROR(args[0]);
  }
  if (typeof handler === 'function') {
    handler.apply(this, args);
  } else {
    for (const one of handler.slice()) one.apply(this, args);
  }
  return true;
};

function add(target, type, listener, first) {
  if (typeof listener !== 'function') {
    const { ERR_INVALID_ARG_TYPE } = require('internal/errors').codes;
    throw new ERR_INVALID_ARG_TYPE('listener', 'Function', listener);
  }
  target._events ??= Object.create(null);
  if (target._events.newListener !== undefined) {
    target.emit('newListener', type, listener.listener ?? listener);
  }
  const there = target._events[type];
  if (there === undefined) {
    target._events[type] = listener;
    target._eventsCount++;
  } else if (typeof there === 'function') {
    target._events[type] = first ? [listener, there] : [there, listener];
  } else if (first) {
    there.unshift(listener);
  } else {
    there.push(listener);
  }
  return target;
}

EventEmitter.prototype.on = EventEmitter.prototype.addListener = function on(type, listener) {
  return add(this, type, listener, false);
};

EventEmitter.prototype.once = function once(type, listener) {
  const wrapped = (...args) => {
    this.removeListener(type, wrapped);
    return listener.apply(this, args);
  };
  wrapped.listener = listener;
  return this.on(type, wrapped);
};

EventEmitter.prototype.off = EventEmitter.prototype.removeListener = function off(type, listener) {
  const there = this._events?.[type];
  if (there === undefined) return this;
  const list = (typeof there === 'function' ? [there] : there).slice();
  const at = list.findLastIndex((one) => one === listener || one.listener === listener);
  if (at === -1) return this;
  list.splice(at, 1);
  if (list.length === 0) {
    delete this._events[type];
    this._eventsCount--;
  } else {
    this._events[type] = list.length === 1 ? list[0] : list;
  }
  if (this._events.removeListener !== undefined) this.emit('removeListener', type, listener);
  return this;
};

EventEmitter.prototype.listenerCount = function listenerCount(type) {
  const there = this._events?.[type];
  return there === undefined ? 0 : typeof there === 'function' ? 1 : there.length;
};

module.exports = EventEmitter;
EventEmitter.EventEmitter = EventEmitter;
