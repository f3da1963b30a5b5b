// SPDX-License-Identifier: MIT
// The property `stack` of errors in Node's form. The engine gives errors an own `stack` of lines
// "function@file:line:column", and only lazily. So the constructors of errors are wrapped: the
// error itself is made while the engine takes no traces, and gets an accessor; the trace is taken
// by a second error, hidden in a private field, and made into text when it is read. That costs less
// than twice an error of the engine; making the text at once would cost ten times as much.
//
// Errors that the engine itself throws pass no constructor. firstLook() gets them before the
// program sees one of their properties (js/engine/first_look.c), and adds the same accessor. Where
// the engine does not allow that, toNodeForm() does it wherever the library handles one.
//
// Part of every start, so it is short; internal/stack/format.js makes the text.
'use strict';
const NativeError = Error;
const { set, defineProperty } = Reflect;

const FRAMES_BELOW = 6; // frames of constructors and of this file, which are left out
const FRAMES_MAX = 1000;

class Trace {
  constructor(holder, below, limit, awaits) {
    this.holder = holder; // the engine's error with the trace
    this.awaits = awaits; // the functions that await what runs (js/bind/awaits.c)
    this.header = undefined; // the first line, if it is not what toString() says
    this.below = below; // the function whose frame and what it called are left out
    this.limit = limit;
    this.place = undefined; // of a syntax error: { line, sourceURL }
    this.text = undefined;
    this.done = false;
  }
}

// Adds a private field to an object that exists already.
class Traced extends (function given(object) { return object; }) {
  #trace;
  constructor(object, trace) {
    super(object);
    this.#trace = trace;
  }
  static get(object) {
    return #trace in object ? object.#trace : undefined;
  }
  static set(object, trace) {
    if (#trace in object) object.#trace = trace;
    else new Traced(object, trace);
  }
}

function findTrace(object) {
  for (let at = object; at !== null && at !== undefined; at = Object.getPrototypeOf(at)) {
    const trace = Traced.get(at);
    if (trace !== undefined) return { at, trace };
  }
  return undefined;
}

function settle(object, value) {
  return defineProperty(object, 'stack', {
    __proto__: null, value, writable: true, enumerable: false, configurable: true,
  });
}

const accessor = {
  __proto__: null,
  get() {
    if (this === null || typeof this !== 'object' && typeof this !== 'function') return undefined;
    const found = findTrace(this);
    if (found === undefined) return undefined;
    const { at, trace } = found;
    if (!trace.done) {
      trace.done = true; // what asks while it is made finds nothing, as in Node
      Traced.set(trace.holder, trace); // it stays in the engine's words
      trace.text = require('internal/stack/format').render(at, trace);
      trace.holder = trace.below = trace.awaits = undefined;
      settle(at, trace.text);
    }
    return trace.text;
  },
  set(value) {
    settle(this, value);
  },
  enumerable: false,
  configurable: true,
};

// Puts our constructors of errors into a realm. It is run in this realm, and its text in each realm
// of vm: so it only sees what it is given.
function install({ Trace, Traced, accessor, given, isHooked, awaits, FRAMES_BELOW, FRAMES_MAX }) {
  const NativeError = Error;
  const nativeCapture = Error.captureStackTrace;
  const { construct, set, defineProperty } = Reflect;

  // Takes the trace of this moment for an object. An engine without a limit takes none.
  function trace(object, below, limit) {
    set(NativeError, 'stackTraceLimit', Math.min(Math.max(limit, 0), FRAMES_MAX) + FRAMES_BELOW);
    Traced.set(object, new Trace(new NativeError(), below, limit, awaits(limit)));
  }

  function wrap(Native) {
    const { name } = Native;
    const Wrapped = { [name]: function (message, options) {
      const target = new.target === undefined ? Wrapped : new.target;
      const limit = Exposed.stackTraceLimit;
      const hasLimit = typeof limit === 'number';
      let error;
      set(NativeError, 'stackTraceLimit', undefined);
      try {
        error = arguments.length < 2 ? construct(Native, [message], target) :
          construct(Native, arguments, target);
        // Without a stack, too, its shape must not be that of errors which the engine makes.
        if (hasLimit || isHooked) defineProperty(error, 'stack', accessor);
        if (!hasLimit) delete error.stack;
      } finally {
        set(NativeError, 'stackTraceLimit', FRAMES_BELOW);
      }
      if (hasLimit) trace(error, target === Wrapped ? undefined : target, limit);
      return error;
    } }[name];
    Object.defineProperties(Wrapped, {
      length: { value: Native.length },
      prototype: { value: Native.prototype, writable: false },
    });
    Object.defineProperty(Native.prototype, 'constructor', {
      value: Wrapped, writable: true, enumerable: false, configurable: true,
    });
    Object.defineProperty(globalThis, name, {
      value: Wrapped, writable: true, enumerable: false, configurable: true,
    });
    return Wrapped;
  }

  function captureStackTrace(object, below) {
    if (object === null || typeof object !== 'object' && typeof object !== 'function') {
      throw new TypeError(`Invalid argument`);
    }
    const limit = Exposed.stackTraceLimit;
    if (typeof limit !== 'number') return;
    if (!defineProperty(object, 'stack', accessor)) {
      throw new TypeError('Cannot define property stack, object is not extensible');
    }
    set(NativeError, 'stackTraceLimit', FRAMES_MAX);
    const holder = {};
    // The engine leaves out the frames down to a function only if it finds it on the stack.
    nativeCapture(holder, typeof below === 'function' ? below : captureStackTrace);
    Traced.set(object, new Trace(holder, undefined, limit, awaits(limit)));
    set(NativeError, 'stackTraceLimit', Math.max(limit, 0) + FRAMES_BELOW);
  }

  const names = ['TypeError', 'RangeError', 'SyntaxError', 'ReferenceError', 'EvalError',
    'URIError', 'AggregateError', 'SuppressedError'];

  const Exposed = wrap(NativeError);
  for (const name of names) {
    if (globalThis[name] !== undefined) Object.setPrototypeOf(wrap(globalThis[name]), Exposed);
  }
  if (NativeError.isError !== undefined) {
    Object.defineProperty(Exposed, 'isError', {
      value: NativeError.isError, writable: true, enumerable: false, configurable: true,
    });
  }
  Object.defineProperty(Exposed, 'captureStackTrace', {
    value: captureStackTrace, writable: true, enumerable: false, configurable: true,
  });
  Exposed.stackTraceLimit = 10;

  // The engine does not say what is wrong with a text: code that handles the error finds it here.
  const { parse, stringify } = JSON;
  const methods = {
    parse(text, reviver) {
      try {
        return parse(text, reviver);
      } catch (error) {
        if (error instanceof NativeError) given.set(error, text);
        throw error;
      }
    },
    stringify(value, replacer, space) {
      try {
        return stringify(value, replacer, space);
      } catch (error) {
        if (error instanceof NativeError) given.set(error, value);
        throw error;
      }
    },
  };
  JSON.parse = methods.parse;
  JSON.stringify = methods.stringify;
}

// An error that the engine has made, before the program sees it. A program may have damaged what
// loading the translation needs, and that may be what the error is about: then it stays as it is.
function firstLook(error) {
  if (Traced.get(error) !== undefined) return;
  let words;
  try {
    words = require('internal/stack/engine');
  } catch {
    return;
  }
  words.takeOver?.(error);
}

function isHookable() {
  set(NativeError, 'stackTraceLimit', undefined);
  const without = new NativeError();
  set(NativeError, 'stackTraceLimit', 10 + FRAMES_BELOW);
  return module.onFirstLook(firstLook, new NativeError(), without);
}

const given = new WeakMap(); // error -> what JSON.parse or stringify was given
const shared = {
  Trace, Traced, accessor, given, isHooked: isHookable(), awaits: module.awaits, FRAMES_BELOW,
  FRAMES_MAX,
};
install(shared);

// As programs find it, unless they set their own.
function ErrorPrepareStackTrace(error, trace) {
  return require('internal/stack/format').prepare(error, trace);
}
defineProperty(Error, 'prepareStackTrace', {
  value: ErrorPrepareStackTrace, writable: true, enumerable: false, configurable: true,
});

// The constructors of a realm of vm: install() itself, in that realm.
function installIn(evaluate) {
  return evaluate(`(${install})`)(shared);
}

// The stack of an error with which a callback of the loop settles a promise: the functions that
// await that promise.
function setAwaited(error, promise) {
  const trace = Traced.get(error);
  const awaits = trace && binding('awaits').ofPromise(promise, trace.limit);
  if (awaits === undefined) return;
  trace.awaits = awaits;
  trace.holder = { stack: '' };
}

// The first line of the stack of an error that was just made, if it is not to be "Name: message".
function setHeader(error, header) {
  const found = Traced.get(error);
  if (found !== undefined) found.header = header;
}

// Gives an error that the engine threw Node's stack and message. Others stay as they are.
function toNodeForm(error) {
  if (error !== null && typeof error === 'object' && Traced.get(error) === undefined) {
    firstLook(error);
  }
  return error;
}

// Where the engine says that a text is wrong: { line, sourceURL }; undefined if it does not.
function placeOf(error) {
  return Traced.get(error)?.place;
}

exports.NativeError = NativeError;
exports.ErrorPrepareStackTrace = ErrorPrepareStackTrace;
exports.FRAMES_MAX = FRAMES_MAX;
exports.setHeader = setHeader;
exports.setAwaited = setAwaited;
exports.toNodeForm = toNodeForm;
exports.settle = settle;
exports.placeOf = placeOf;
exports.installIn = installIn;
exports.given = given;
exports.Trace = Trace;
exports.Traced = Traced;
exports.accessor = accessor;
