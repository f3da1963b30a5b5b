// SPDX-License-Identifier: MIT
// The module 'domain', which Node keeps for old programs: errors of emitters and of what was begun
// within a domain go to the domain.
'use strict';
const EventEmitter = require('events');
const { codes } = require('internal/errors');
const { AsyncLocalStorage } = require('async_hooks');
const { process } = require('internal/process');

const storage = new AsyncLocalStorage(); // the domain of what runs later
let stack = [];
let none = null; // what process.domain is without one: undefined after one was left

function setActive(domain) {
  exports.active = domain;
  none = domain === null ? null : undefined;
}

Object.defineProperty(process, 'domain', {
  configurable: true,
  enumerable: true,
  get() { return stack.at(-1) ?? storage.getStore() ?? none; },
  set() {}, // the stack says which it is
});

class Domain extends EventEmitter {
  constructor() {
    super();
    this.members = [];
  }

  enter() {
    stack = [...stack, this];
    storage.enterWith(this);
    setActive(this);
  }

  exit() {
    const at = stack.lastIndexOf(this);
    if (at === -1) return;
    stack = stack.slice(0, at);
    storage.enterWith(stack.at(-1));
    setActive(stack.at(-1));
  }

  add(emitter) {
    if (emitter.domain === this) return;
    emitter.domain?.remove(emitter);
    Object.defineProperty(emitter, 'domain', {
      configurable: true, enumerable: false, value: this, writable: true,
    });
    this.members.push(emitter);
  }

  remove(emitter) {
    emitter.domain = null;
    const at = this.members.indexOf(emitter);
    if (at !== -1) this.members.splice(at, 1);
  }

  run(callback, ...args) {
    this.enter();
    const result = Reflect.apply(callback, this, args);
    this.exit();
    return result;
  }

  bind(callback) {
    const self = this;
    function runBound(...args) {
      self.enter();
      const result = Reflect.apply(callback, this, args);
      self.exit();
      return result;
    }
    Object.defineProperty(runBound, 'domain', {
      configurable: true, enumerable: false, value: this, writable: true,
    });
    return runBound;
  }

  intercept(callback) {
    return this.bind((error, ...args) => {
      if (error && error instanceof Error) {
        error.domainBound = callback;
        error.domainThrown = false;
        Object.defineProperty(error, 'domain', {
          configurable: true, enumerable: false, value: this, writable: true,
        });
        this.emit('error', error);
        return undefined;
      }
      return Reflect.apply(callback, this, args);
    });
  }

  // An error that nothing caught; true if the domain took it.
  _errorHandler(error) {
    if (error !== null && typeof error === 'object') {
      Object.defineProperty(error, 'domain', {
        configurable: true, enumerable: false, value: this, writable: true,
      });
      error.domainThrown = true;
    }
    if (this.listenerCount('error') === 0) return false;

    stack = stack.slice(0, Math.max(0, stack.lastIndexOf(this)));
    storage.enterWith(stack.at(-1));
    setActive(stack.at(-1));
    try {
      return this.emit('error', error);
    } finally {
      stack = [];
      storage.enterWith(undefined);
      setActive(null);
    }
  }
}

const plainEmit = EventEmitter.prototype.emit;
const plainInit = EventEmitter.init;

EventEmitter.usingDomains = true;
EventEmitter.init = function(options) {
  Object.defineProperty(this, 'domain', {
    configurable: true, enumerable: false, value: null, writable: true,
  });
  if (process.domain && !(this instanceof Domain)) this.domain = process.domain;
  return plainInit.call(this, options);
};

EventEmitter.prototype.emit = function emit(type, ...args) {
  const { domain } = this;
  if (domain == null || this === process || domain === this) {
    return plainEmit.call(this, type, ...args);
  }
  const unhandled = type === 'error' && this.listenerCount('error') === 0;
  if (unhandled) {
    const error = args.length > 0 && args[0] ? args[0] : new codes.ERR_UNHANDLED_ERROR(args[0]);
    if (typeof error === 'object') {
      error.domainEmitter = this;
      Object.defineProperty(error, 'domain', {
        configurable: true, enumerable: false, value: domain, writable: true,
      });
      error.domainThrown = false;
    }
    return domain.emit('error', error);
  }
  domain.enter();
  const result = plainEmit.call(this, type, ...args);
  domain.exit();
  return result;
};

// Called for every error that nothing caught (internal/fatal.js), before the program's handlers.
function takeUncaught(error) {
  const domain = process.domain;
  return domain ? domain._errorHandler(error) : false;
}

function create() {
  return new Domain();
}

exports.Domain = Domain;
exports.create = create;
exports.createDomain = create;
exports.active = null;
require('internal/fatal').takeInDomain = takeUncaught;
Object.defineProperty(exports, '_stack', { get: () => stack, enumerable: true });
