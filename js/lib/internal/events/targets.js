// SPDX-License-Identifier: MIT
// Functions for both emitters and event targets.
'use strict';
const EventEmitter = require('events');
const { codes } = require('internal/errors');

const {
  kMaxEventTargetListeners: kLimit, kMaxEventTargetListenersWarned: kWarned,
} = EventEmitter;

function asTarget(value) {
  return require('internal/event_target').isEventTarget(value);
}

function getEventListeners(source, type) {
  if (typeof source.listeners === 'function') return source.listeners(type);
  if (asTarget(source)) return require('internal/event_target').listenersOf(source, type);
  throw new codes.ERR_INVALID_ARG_TYPE('emitter', ['EventEmitter', 'EventTarget'], source);
}

function getMaxListeners(source) {
  if (typeof source?.getMaxListeners === 'function') {
    return EventEmitter.prototype.getMaxListeners.call(source);
  }
  if (source?.[kLimit] !== undefined) return source[kLimit];
  throw new codes.ERR_INVALID_ARG_TYPE('emitter', ['EventEmitter', 'EventTarget'], source);
}

function setMaxListeners(n, sources) {
  for (const source of sources) {
    if (asTarget(source)) {
      source[kLimit] = n;
      source[kWarned] = false;
    } else if (typeof source.setMaxListeners === 'function') {
      source.setMaxListeners(n);
    } else {
      throw new codes.ERR_INVALID_ARG_TYPE('eventTargets', ['EventEmitter', 'EventTarget'], source);
    }
  }
}

// on and off, whichever kind the source is.
function listen(source, name, listener, flags) {
  if (typeof source.on === 'function') {
    if (flags?.once) source.once(name, listener);
    else source.on(name, listener);
  } else if (typeof source.addEventListener === 'function') {
    source.addEventListener(name, listener, flags);
  } else {
    throw new codes.ERR_INVALID_ARG_TYPE('emitter', 'EventEmitter', source);
  }
}

function ignore(source, name, listener, flags) {
  if (typeof source.removeListener === 'function') {
    source.removeListener(name, listener);
  } else if (typeof source.removeEventListener === 'function') {
    source.removeEventListener(name, listener, flags);
  } else {
    throw new codes.ERR_INVALID_ARG_TYPE('emitter', 'EventEmitter', source);
  }
}

exports.getEventListeners = getEventListeners;
exports.getMaxListeners = getMaxListeners;
exports.setMaxListeners = setMaxListeners;
exports.listen = listen;
exports.ignore = ignore;
