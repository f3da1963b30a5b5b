// SPDX-License-Identifier: MIT
// The module 'domain', which Node keeps for old programs: errors of emitters, and of operations
// that were started within a domain, go to the domain.
'use strict';
const EventEmitter = require('events');
const { codes } = require('internal/errors');
const { context } = require('internal/state');
const { AsyncLocalStorage } = require('async_hooks');
const { captureCallback, process } = require('internal/process');

if (captureCallback() !== null) throw new codes.ERR_DOMAIN_CALLBACK_NOT_AVAILABLE();

const storage = new AsyncLocalStorage(); // the domain of what runs later
let stack = []; // those that were entered, the innermost last
let none = null; // what process.domain is without one: undefined after one was left
let seen; // the frame in which the stack was last right

// What is called later begins with the domain in which it was made.
function sync() {
  if (context.frame === seen) return;
  seen = context.frame;
  const domain = storage.getStore();
  if (domain !== stack.at(-1)) stack = domain === undefined ? [] : [domain];
}

function setStack(domains, nothing) {
  stack = domains;
  none = nothing;
  storage.enterWith(stack.at(-1));
  seen = context.frame;
}

function active() {
  sync();
  return stack.length === 0 ? none : stack.at(-1);
}

Object.defineProperty(process, 'domain', {
  configurable: true,
  enumerable: true,
  get: active,
  set(domain) { setStack(domain ? [...stack.slice(0, -1), domain] : [], domain); },
});

function hide(object, name, value) {
  Object.defineProperty(object, name, {
    configurable: true, enumerable: false, value, writable: true,
  });
}

const isObject = (value) =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';

class Domain extends EventEmitter {
  constructor() {
    super();
    this.members = [];
  }

  enter() {
    sync();
    setStack([...stack, this], none);
  }

  exit() {
    sync();
    const at = stack.lastIndexOf(this);
    if (at !== -1) setStack(stack.slice(0, at), undefined);
  }

  add(emitter) {
    if (emitter.domain === this) return;
    emitter.domain?.remove(emitter);
    if (emitter instanceof Domain) { // none may be within itself
      for (let { domain } = this; domain; { domain } = domain) {
        if (domain === emitter) return;
      }
    }
    hide(emitter, 'domain', this);
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
    hide(runBound, 'domain', this);
    return runBound;
  }

  intercept(callback) {
    return this.bind((error, ...args) => {
      if (error && error instanceof Error) {
        error.domainBound = callback;
        error.domainThrown = false;
        hide(error, 'domain', this);
        this.emit('error', error);
        return undefined;
      }
      return Reflect.apply(callback, this, args);
    });
  }

  // An error that nothing caught. It is handled outside of this domain.
  _errorHandler(error) {
    if (isObject(error)) {
      hide(error, 'domain', this);
      error.domainThrown = true;
    }
    while (active() === this) this.exit();
    try {
      return stack.length === 0 ? this.#tellAlone(error) : this.#tellOthers(error);
    } finally {
      clear();
    }
  }

  #tellAlone(error) {
    return this.listenerCount('error') > 0 && this.emit('error', error);
  }

  // What its handler throws is for the domain around it.
  #tellOthers(error) {
    try {
      return this.emit('error', error);
    } catch (thrown) {
      sync();
      if (stack.length === 0) throw thrown;
      return stack.at(-1)._errorHandler(thrown);
    }
  }
}

function clear() {
  setStack([], null);
}

const plainEmit = EventEmitter.prototype.emit;
const plainInit = EventEmitter.init;

EventEmitter.usingDomains = true;
EventEmitter.init = function(options) {
  hide(this, 'domain', null);
  const domain = active();
  if (domain && !(this instanceof Domain)) this.domain = domain;
  return plainInit.call(this, options);
};

// An 'error' of an emitter without listeners: its domain gets it, while the domains around it are
// the ones that were entered.
function emitError(emitter, domain, args) {
  const error = args.length > 0 && args[0] ? args[0] : new codes.ERR_UNHANDLED_ERROR(args[0]);
  if (isObject(error)) {
    error.domainEmitter = emitter;
    hide(error, 'domain', domain);
    error.domainThrown = false;
  }
  const now = active();
  const before = stack;
  const nothing = none;
  let end = before.length;
  while (end > 0 && before[end - 1] === now) end--;
  setStack(before.slice(0, end), null);
  domain.emit('error', error);
  setStack(before, nothing);
  return false;
}

EventEmitter.prototype.emit = function emit(type, ...args) {
  const { domain } = this;
  if (domain === null || domain === undefined || this === process) {
    return plainEmit.call(this, type, ...args);
  }
  if (type === 'error' && this.listenerCount('error') === 0) return emitError(this, domain, args);
  domain.enter();
  const result = plainEmit.call(this, type, ...args);
  domain.exit();
  return result;
};

// Called for every error that nothing caught (internal/fatal.js), before the program's handlers.
function takeUncaught(error) {
  sync();
  if (stack.every((domain) => domain.listenerCount('error') === 0)) {
    if (process.listenerCount('uncaughtException') > 0) clear();
    return false;
  }
  stack.at(-1)._errorHandler(error);
  return true;
}

function create() {
  return new Domain();
}

exports.Domain = Domain;
exports.create = create;
exports.createDomain = create;
require('internal/fatal').takeInDomain = takeUncaught;
const { stack: loadedAt } = new Error('require(`domain`) at this point');
require('internal/process').refuseCapture(() => {
  const error = new codes.ERR_DOMAIN_CANNOT_SET_UNCAUGHT_EXCEPTION_CAPTURE();
  error.stack += `\n${'-'.repeat(40)}\n${loadedAt}`;
  return error;
});
Object.defineProperties(exports, {
  _stack: { get: () => (sync(), stack), enumerable: true },
  active: { get: active, set() {}, enumerable: true },
});
