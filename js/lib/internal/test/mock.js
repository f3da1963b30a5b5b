// SPDX-License-Identifier: MIT
// Mocks of node:test: functions that record their calls, methods that are replaced for a while, and
// timers that only advance on request (internal/test/mock_timers.js).
'use strict';
const { codes } = require('internal/errors');
const {
  validateBoolean, validateFunction, validateInteger, validateObject,
} = require('internal/validators');

class MockFunctionContext {
  #calls = [];
  #implementation;
  #once = new Map();
  #times;
  #restore;
  #original;
  constructor(implementation, original, times, restore) {
    this.#implementation = implementation;
    this.#original = original;
    this.#times = times;
    this.#restore = restore;
  }
  get calls() { return this.#calls.slice(); }
  callCount() { return this.#calls.length; }
  mockImplementation(implementation) {
    validateFunction(implementation, 'implementation');
    this.#implementation = implementation;
  }
  mockImplementationOnce(implementation, onCall) {
    validateFunction(implementation, 'implementation');
    const at = onCall ?? this.#calls.length;
    validateInteger(at, 'onCall', this.#calls.length);
    this.#once.set(at, implementation);
  }
  restore() {
    this.#restore?.();
    this.#implementation = this.#original;
    this.#once.clear();
  }
  resetCalls() { this.#calls = []; }
  // The function for the call that begins now.
  static next(context) { return context.#next(); }
  static remember(context, call) { context.#remember(call); }
  #next() {
    const at = this.#calls.length;
    const once = this.#once.get(at);
    if (once !== undefined) {
      this.#once.delete(at);
      return once;
    }
    return at < this.#times ? this.#implementation : this.#original;
  }
  #remember(call) {
    this.#calls.push(call);
    if (this.#calls.length === this.#times) this.restore();
  }
}

const { next, remember } = MockFunctionContext;
delete MockFunctionContext.next;
delete MockFunctionContext.remember;

function invoke(context, args, self, target, run) {
  const implementation = next(context);
  const call = {
    arguments: args, error: undefined, result: undefined, stack: new Error(), target, this: self,
  };
  try {
    call.result = run(implementation);
    if (target !== undefined) call.this = call.result;
    return call.result;
  } catch (error) {
    call.error = error;
    throw error;
  } finally {
    remember(context, call);
  }
}

function makeMock(original, context) {
  const mock = new Proxy(original, {
    apply(_target, self, args) {
      return invoke(context, args, self, undefined, (fn) => Reflect.apply(fn, self, args));
    },
    construct(_target, args, newTarget) {
      const target = newTarget === mock ? original : newTarget;
      return invoke(context, args, undefined, target, (fn) => Reflect.construct(fn, args, target));
    },
    get(target, key, receiver) {
      return key === 'mock' ? context : Reflect.get(target, key, receiver);
    },
  });
  return mock;
}

function checkTimes(times = Infinity) {
  if (times !== Infinity) validateInteger(times, 'options.times', 1);
  return times;
}

function findDescriptor(object, name) {
  for (let at = object; at !== null && at !== undefined; at = Object.getPrototypeOf(at)) {
    const found = Object.getOwnPropertyDescriptor(at, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

class MockTracker {
  #mocks = [];
  #timers;
  get timers() {
    return this.#timers ??= new (require('internal/test/mock_timers').MockTimers)();
  }

  fn(original = function original() {}, implementation = original, options = {}) {
    if (original !== null && typeof original === 'object') {
      [original, implementation, options] = [function original() {}, undefined, original];
      implementation = original;
    } else if (implementation !== null && typeof implementation === 'object') {
      [implementation, options] = [original, implementation];
    }
    validateFunction(original, 'original');
    validateFunction(implementation, 'implementation');
    validateObject(options, 'options');
    const context = new MockFunctionContext(implementation, original, checkTimes(options.times));
    this.#mocks.push(context);
    return makeMock(original, context);
  }

  method(object, name, implementation, options = {}) {
    if (typeof name !== 'string' && typeof name !== 'symbol') {
      throw new codes.ERR_INVALID_ARG_TYPE('methodName', ['string', 'symbol'], name);
    }
    if (typeof object !== 'function') validateObject(object, 'object');
    if (implementation !== null && typeof implementation === 'object') {
      options = implementation;
      implementation = undefined;
    }
    validateObject(options, 'options');
    const { getter = false, setter = false, times } = options;
    validateBoolean(getter, 'options.getter');
    validateBoolean(setter, 'options.setter');
    if (implementation !== undefined) validateFunction(implementation, 'implementation');
    if (getter && setter) {
      throw new codes.ERR_INVALID_ARG_VALUE(
        'options.setter', setter, "cannot be used with 'options.getter'");
    }
    const kind = getter ? 'get' : setter ? 'set' : 'value';
    const descriptor = findDescriptor(object, name);
    const original = descriptor?.[kind];
    if (typeof original !== 'function') {
      throw new codes.ERR_INVALID_ARG_VALUE('methodName', original, 'must be a method');
    }
    const context = new MockFunctionContext(implementation ?? original, original,
      checkTimes(times), () => Object.defineProperty(object, name, descriptor));
    const mock = makeMock(original, context);
    Object.defineProperty(object, name, { ...descriptor, configurable: true, [kind]: mock });
    this.#mocks.push(context);
    return mock;
  }

  getter(object, name, implementation, options = {}) {
    return this.#accessor('getter', object, name, implementation, options);
  }

  setter(object, name, implementation, options = {}) {
    return this.#accessor('setter', object, name, implementation, options);
  }

  #accessor(kind, object, name, implementation, options) {
    if (implementation !== null && typeof implementation === 'object') {
      [implementation, options] = [undefined, implementation];
    }
    validateObject(options, 'options');
    if (options[kind] === false) {
      throw new codes.ERR_INVALID_ARG_VALUE(`options.${kind}`, false, 'cannot be false');
    }
    return this.method(object, name, implementation, { ...options, [kind]: true });
  }

  module(specifier, options = {}) {
    const { callerFile } = require('internal/stack/callers');
    const made = require('internal/test/mock_modules').mockModule(
      specifier, options, callerFile(this.module));
    this.#mocks.push(made);
    return made;
  }

  reset() {
    this.restoreAll();
    this.#timers?.reset();
    this.#mocks = [];
  }

  restoreAll() {
    for (const context of this.#mocks) context.restore();
  }
}

if (!require('internal/program').options.experimentalTestModuleMocks) {
  delete MockTracker.prototype.module;
}

let tracker;
exports.MockTracker = MockTracker;
exports.shared = () => (tracker ??= new MockTracker());
