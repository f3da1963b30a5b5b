// SPDX-License-Identifier: MIT
// Event, CustomEvent, EventTarget, and NodeEventTarget: an event target that also has the methods
// of an emitter (message ports).
//
// The listeners of a type are a linked list in the order in which they were added. It may grow and
// shrink while it is walked: a removed link keeps its successor, and the walk reads the successor
// before it calls.
'use strict';
const { codes } = require('internal/errors');
const { validateAbortSignal, validateObject } = require('internal/validators');
const EventEmitter = require('events');

const {
  kMaxEventTargetListeners: kLimit, kMaxEventTargetListenersWarned: kWarned,
} = EventEmitter;

const inspectCustom = Symbol.for('nodejs.util.inspect.custom');
const kIsEventTarget = Symbol.for('nodejs.event_target');
// For the library's own classes.
const kTrusted = Symbol('kTrusted'); // options of an Event: isTrusted is true
const kResistStopPropagation = Symbol('kResistStopPropagation');
const kCreateEvent = Symbol('kCreateEvent'); // makes the event of a NodeEventTarget's emit
const kNewListener = Symbol('kNewListener'); // called with (count, type)
const kRemoveListener = Symbol('kRemoveListener'); // called with (count, type)
const kHybridDispatch = Symbol('kHybridDispatch');
const kNodeStyle = Symbol('kNodeStyle'); // options of addEventListener: gets the value itself
const kWeakHandler = Symbol('kWeak'); // options of addEventListener: held weakly

let clock;
function now() {
  clock ??= require('internal/perf/clock').now;
  return clock();
}

function inspectAs(object, depth, options, fields) {
  const name = object.constructor.name;
  if (depth < 0) return name;
  const { inspect } = require('internal/inspect');
  return `${name} ${inspect(fields, {
    ...options, depth: Number.isInteger(options.depth) ? options.depth - 1 : options.depth,
  })}`;
}

let stateOf; // the private part of an event, for dispatch

class Event {
  #type;
  #cancelable;
  #bubbles;
  #composed;
  #trusted;
  #timeStamp = now();
  #propagationStopped = false;
  #state = {
    target: null, current: null, dispatching: false, stopped: false, prevented: false,
  };

  constructor(type, options = undefined) {
    if (arguments.length === 0) throw new codes.ERR_MISSING_ARGS('type');
    if (options != null) validateObject(options, 'options');
    this.#bubbles = !!options?.bubbles;
    this.#cancelable = !!options?.cancelable;
    this.#composed = !!options?.composed;
    this.#trusted = !!options?.[kTrusted];
    this.#type = `${type}`;
  }

  static {
    stateOf = (event) => event.#state;
  }

  static #check(event) {
    if (typeof event !== 'object' || event === null || !(#type in event)) {
      throw new codes.ERR_INVALID_THIS('Event');
    }
    return event;
  }

  initEvent(type, bubbles = false, cancelable = false) {
    if (arguments.length === 0) throw new codes.ERR_MISSING_ARGS('type');
    if (!(#type in this)) this.#bubbles = false; // that fails
    if (this.#state.dispatching) return;
    this.#type = `${type}`;
    this.#bubbles = !!bubbles;
    this.#cancelable = !!cancelable;
  }

  stopImmediatePropagation() {
    Event.#check(this);
    this.#propagationStopped = true;
    this.#state.stopped = true;
  }

  preventDefault() {
    Event.#check(this);
    this.#state.prevented = true;
  }

  get target() {
    return Event.#check(this).#state.target;
  }

  get currentTarget() {
    return Event.#check(this).#state.current;
  }

  get srcElement() {
    return Event.#check(this).#state.target;
  }

  get type() {
    return Event.#check(this).#type;
  }

  get cancelable() {
    return Event.#check(this).#cancelable;
  }

  get defaultPrevented() {
    return Event.#check(this).#cancelable && this.#state.prevented;
  }

  get timeStamp() {
    return Event.#check(this).#timeStamp;
  }

  composedPath() {
    Event.#check(this);
    return this.#state.dispatching ? [this.#state.current] : [];
  }

  get returnValue() {
    Event.#check(this);
    return !this.#cancelable || !this.#state.prevented;
  }

  get bubbles() {
    return Event.#check(this).#bubbles;
  }

  get composed() {
    return Event.#check(this).#composed;
  }

  get eventPhase() {
    return Event.#check(this).#state.dispatching ? Event.AT_TARGET : Event.NONE;
  }

  get cancelBubble() {
    return Event.#check(this).#propagationStopped;
  }

  set cancelBubble(value) {
    Event.#check(this);
    if (value) this.#propagationStopped = true;
  }

  stopPropagation() {
    Event.#check(this);
    this.#propagationStopped = true;
  }

  get isTrusted() {
    return Event.#check(this).#trusted;
  }

  [inspectCustom](depth, options) {
    Event.#check(this);
    return inspectAs(this, depth, options, {
      type: this.#type,
      defaultPrevented: this.defaultPrevented,
      cancelable: this.#cancelable,
      timeStamp: this.#timeStamp,
    });
  }
}

function makeEnumerable(prototype, ...names) {
  for (const name of names) Object.defineProperty(prototype, name, { enumerable: true });
}

function tag(Class, name) {
  Object.defineProperty(Class.prototype, Symbol.toStringTag, {
    value: name, writable: false, enumerable: false, configurable: true,
  });
}

for (const name of Object.getOwnPropertyNames(Event.prototype)) {
  if (name !== 'constructor') makeEnumerable(Event.prototype, name);
}
Object.defineProperty(Event.prototype, 'isTrusted', { configurable: false });
tag(Event, 'Event');
['NONE', 'CAPTURING_PHASE', 'AT_TARGET', 'BUBBLING_PHASE'].forEach((name, value) => {
  Object.defineProperty(Event, name, {
    value, writable: false, enumerable: true, configurable: false,
  });
});

class CustomEvent extends Event {
  #detail;

  constructor(type, options) {
    if (arguments.length === 0) throw new codes.ERR_MISSING_ARGS('type');
    super(type, options);
    this.#detail = options?.detail ?? null;
  }

  get detail() {
    if (typeof this !== 'object' || this === null || !(#detail in this)) {
      throw new codes.ERR_INVALID_THIS('CustomEvent');
    }
    return this.#detail;
  }
}
Object.defineProperty(CustomEvent, 'length', { value: 1, configurable: true });
Object.defineProperty(Event, 'length', { value: 1, configurable: true });
makeEnumerable(CustomEvent.prototype, 'detail');
tag(CustomEvent, 'CustomEvent');

// A link of a chain.
class Listener {
  constructor(listener, options, isNodeStyle) {
    this.next = null;
    this.previous = null;
    this.removed = false;
    this.once = options.once;
    this.capture = options.capture;
    this.passive = options.passive;
    this.resists = options.resists;
    this.isNodeStyle = isNodeStyle;
    this.isSimple = isNodeStyle && !options.once && !options.weak && typeof listener === 'function';
    this.listener = options.weak ? undefined : listener;
    this.weak = options.weak ? new WeakRef(listener) : undefined;
  }

  get() {
    return this.weak === undefined ? this.listener : this.weak.deref();
  }

  is(listener, capture) {
    return this.get() === listener && this.capture === capture;
  }
}

class Chain {
  first = null;
  last = null;
  count = 0;

  find(listener, capture) {
    let link = this.first;
    while (link !== null && !link.is(listener, capture)) link = link.next;
    return link;
  }

  append(link) {
    link.previous = this.last;
    if (this.last === null) this.first = link;
    else this.last.next = link;
    this.last = link;
    this.count++;
  }

  remove(link) {
    if (link.previous === null) this.first = link.next;
    else link.previous.next = link.next;
    if (link.next === null) this.last = link.previous;
    else link.next.previous = link.previous;
    link.removed = true;
    this.count--;
  }
}

const noOptions = { once: false, capture: false, passive: false, weak: false, resists: false };

function readOptions(options) {
  if (options === undefined || options === false) return noOptions;
  if (options === true) return { ...noOptions, capture: true };
  if (options === null) return noOptions;
  if (typeof options !== 'object' && typeof options !== 'function') {
    throw new codes.ERR_INVALID_ARG_TYPE('options', 'Object', options);
  }
  return {
    once: !!options.once,
    capture: !!options.capture,
    passive: !!options.passive,
    signal: options.signal,
    weak: !!options[kWeakHandler],
    resists: !!options[kResistStopPropagation],
  };
}

function usable(listener) {
  if (typeof listener === 'function') return true;
  if (listener == null) return false;
  if (typeof listener === 'object') return true;
  throw new codes.ERR_INVALID_ARG_TYPE('listener', 'EventListener', listener);
}

function asType(type) {
  if (typeof type === 'symbol') throw new codes.ERR_INVALID_ARG_VALUE('value', type);
  return `${type}`;
}

function warn(text, name, fields) {
  const warning = new Error(text);
  warning.name = name;
  Object.assign(warning, fields);
  require('internal/process').process.emitWarning(warning);
}

function rethrow(error) {
  require('internal/tick').nextTick(() => { throw error; });
}

function catchRejection(promise) {
  const { then } = promise;
  if (typeof then === 'function') then.call(promise, undefined, rethrow);
}

let chainsOf;

class EventTarget {
  static [kIsEventTarget] = true;

  #chains = new Map();

  constructor() {
    this[kLimit] = EventEmitter.defaultMaxListeners;
    this[kWarned] = false;
  }

  static {
    chainsOf = (target) => {
      if (typeof target === 'object' && target !== null && #chains in target) return target.#chains;
      if (!isEventTarget(target)) throw new codes.ERR_INVALID_THIS('EventTarget');
      return undefined; // a prototype: arguments are looked at before it fails
    };
  }

  addEventListener(type, listener, options = undefined) {
    const chains = chainsOf(this);
    if (arguments.length < 2) throw new codes.ERR_MISSING_ARGS('type', 'listener');
    const flags = readOptions(options);
    validateAbortSignal(flags.signal, 'options.signal');
    if (!usable(listener)) {
      warn(`addEventListener called with ${listener} which has no effect.`,
        'AddEventListenerArgumentTypeWarning', { target: this, type });
      return;
    }
    type = asType(type);
    if (flags.signal) {
      if (flags.signal.aborted) return;
      flags.signal.addEventListener('abort', () => {
        this.removeEventListener(type, listener, options);
      }, { once: true, [kResistStopPropagation]: true });
    }
    addLink(this, chains, type, listener, flags, options?.[kNodeStyle] === true);
  }

  removeEventListener(type, listener, options = undefined) {
    const chains = chainsOf(this);
    if (arguments.length < 2) throw new codes.ERR_MISSING_ARGS('type', 'listener');
    if (!usable(listener)) return;
    type = asType(type);
    const capture = options?.capture !== undefined ? !!options.capture : options === true;
    const chain = chains.get(type);
    const link = chain?.find(listener, capture);
    if (link) removeLink(this, chain, link, type);
  }

  dispatchEvent(event) {
    const chains = chainsOf(this);
    if (arguments.length < 1) throw new codes.ERR_MISSING_ARGS('event');
    if (!(event instanceof Event)) throw new codes.ERR_INVALID_ARG_TYPE('event', 'Event', event);
    if (stateOf(event).dispatching) throw new codes.ERR_EVENT_RECURSION(event.type);
    dispatch(this, chains, event.type, event, event);
    return event.defaultPrevented !== true;
  }

  // Listeners added by on() and once() get `value` itself, others an event made of it.
  [kHybridDispatch](value, type) {
    const chains = chainsOf(this);
    const chain = chains.get(type);
    if (chain === undefined) return;
    if (chain.count === 1 && chain.first.isSimple) callOne(this, chain.first.listener, value);
    else dispatch(this, chains, type, value, undefined);
  }

  [kCreateEvent](value, type) {
    return new CustomEvent(type, { detail: value });
  }

  [kNewListener](count, type) {
    if (this[kLimit] > 0 && count > this[kLimit] && !this[kWarned]) {
      this[kWarned] = true;
      const { inspect } = require('internal/inspect');
      warn(`Possible EventTarget memory leak detected. ${count} ${type} listeners added to ` +
        `${inspect(this, { depth: -1 })}. MaxListeners is ${this[kLimit]}. ` +
        'Use events.setMaxListeners() to increase limit', 'MaxListenersExceededWarning',
      { target: this, type, count });
    }
  }

  [kRemoveListener]() {}

  [inspectCustom](depth, options) {
    return inspectAs(this, depth, options, {});
  }
}
makeEnumerable(EventTarget.prototype, 'addEventListener', 'removeEventListener', 'dispatchEvent');
tag(EventTarget, 'EventTarget');

function addLink(target, chains, type, listener, flags, isNodeStyle) {
  let chain = chains.get(type);
  if (chain === undefined) chains.set(type, chain = new Chain());
  if (chain.find(listener, flags.capture) !== null) return;
  const link = new Listener(listener, flags, isNodeStyle);
  chain.append(link);
  if (flags.weak) watchWeak(target, listener, link, chain, type);
  target[kNewListener](chain.count, type, listener, flags.once, flags.capture, flags.passive,
    flags.weak);
}

function removeLink(target, chain, link, type) {
  if (link.removed) return;
  chain.remove(link);
  target[kRemoveListener](chain.count, type);
}

let weakListeners;
function watchWeak(target, listener, link, chain, type) {
  weakListeners ??= new FinalizationRegistry((forget) => forget());
  const weak = new WeakRef(target);
  weakListeners.register(listener, () => {
    const there = weak.deref();
    if (there !== undefined) removeLink(there, chain, link, type);
  });
}

// The same as dispatch() if there is one listener, which gets the value and stays.
function callOne(target, listener, value) {
  try {
    const result = listener.call(target, value);
    if (result !== undefined && result !== null) catchRejection(result);
  } catch (error) {
    rethrow(error);
  }
}

function begin(target, event) {
  const state = stateOf(event);
  state.target = target;
  state.current = target;
  state.dispatching = true;
  return state;
}

// `event` may be undefined: then it is made of the value when the first listener wants one.
function dispatch(target, chains, type, value, event) {
  const chain = chains.get(type);
  let state = event === undefined ? null : begin(target, event);
  let next = null;
  for (let link = chain?.first ?? null; link !== null; link = next) {
    next = link.next;
    if (link.removed || (state !== null && state.stopped && !link.resists)) continue;
    if (link.once) removeLink(target, chain, link, type);
    const listener = link.get();
    if (listener === undefined) continue;
    try {
      if (!link.isNodeStyle && event === undefined) {
        event = target[kCreateEvent](value, type);
        state = begin(target, event);
      }
      const argument = link.isNodeStyle ? value : event;
      let result;
      if (typeof listener === 'function') result = listener.call(target, argument);
      else if (typeof listener.handleEvent === 'function') result = listener.handleEvent(argument);
      if (result !== undefined && result !== null) catchRejection(result);
    } catch (error) {
      rethrow(error);
    }
  }
  if (state !== null) {
    state.dispatching = false;
    state.current = null;
  }
}

function isEventTarget(value) {
  return !!value?.constructor?.[kIsEventTarget];
}

function listenersOf(target, type) {
  const list = [];
  for (let link = chainsOf(target).get(`${type}`)?.first ?? null; link; link = link.next) {
    const listener = link.get();
    if (listener !== undefined) list.push(listener);
  }
  return list;
}

// The property on<name>: its value is one listener, which keeps its place when it is replaced.
function defineEventHandler(prototype, name, event = name, onSet = undefined) {
  const handlers = new WeakMap();
  const property = `on${name}`;
  const accessors = {
    get [property]() {
      return handlers.get(this)?.handler ?? null;
    },
    set [property](value) {
      let entry = handlers.get(this);
      if (entry === undefined) {
        entry = { handler: null, call: null };
        handlers.set(this, entry);
      }
      const had = entry.handler !== null;
      entry.handler = typeof value === 'function' || (typeof value === 'object' && value) ?
        value : null;
      if (entry.handler !== null && !had) {
        entry.call = function(argument) {
          if (typeof entry.handler !== 'function') return undefined;
          return entry.handler.call(this, argument);
        };
        this.addEventListener(event, entry.call);
      } else if (entry.handler === null && had) {
        this.removeEventListener(event, entry.call);
      }
      onSet?.call(this, entry.handler);
    },
  };
  Object.defineProperty(prototype, property, {
    ...Object.getOwnPropertyDescriptor(accessors, property), enumerable: true, configurable: true,
  });
}

module.exports = {
  Event,
  CustomEvent,
  EventTarget,
  isEventTarget,
  listenersOf,
  defineEventHandler,
  makeEnumerable,
  kTrusted,
  kCreateEvent,
  kHybridDispatch,
  kNewListener,
  kRemoveListener,
  kNodeStyle,
  kResistStopPropagation,
  kWeakHandler,
  chainsOf,
};
