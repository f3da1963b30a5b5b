// SPDX-License-Identifier: MIT
// The property `stack` of errors in Node's form. The engine gives errors an own `stack` of lines
// "function@file:line:column", and only lazily. So the constructors of errors are wrapped: the
// error itself is made while the engine takes no traces, and gets an accessor; the trace is taken
// by a second error, hidden in a private field, and put into words when somebody asks. That costs
// less than twice an error of the engine; words at once would cost ten times as much.
//
// Errors that the engine itself throws pass no constructor: their `stack` is put right by
// toNodeForm() wherever the library meets one (inspect, reports, rejections).
//
// Part of every start, so it is short; internal/stack/format.js has the words.
'use strict';
const NativeError = Error;
const nativeCapture = Error.captureStackTrace;
const { construct, set, defineProperty } = Reflect;

const FRAMES_BELOW = 6; // frames of constructors and of this file, which are left out
const FRAMES_MAX = 1000;

class Trace {
  constructor(holder, below, limit) {
    this.holder = holder; // the engine's error with the trace
    this.header = undefined; // the first line, if it is not what toString() says
    this.below = below; // the function whose frame and what it called are left out
    this.limit = limit;
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
      trace.text = require('internal/stack/format').render(at, trace);
      trace.holder = trace.below = undefined;
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

// Takes the trace of this moment for an object. An engine without a limit takes none.
function trace(object, below, limit) {
  set(NativeError, 'stackTraceLimit', Math.min(Math.max(limit, 0), FRAMES_MAX) + FRAMES_BELOW);
  Traced.set(object, new Trace(new NativeError(), below, limit));
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
      if (hasLimit) defineProperty(error, 'stack', accessor);
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
    throw new TypeError('Invalid argument');
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
  Traced.set(object, new Trace(holder, undefined, limit));
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

// The first line of the stack of an error that was just made, if it is not to be "Name: message".
function setHeader(error, header) {
  const found = Traced.get(error);
  if (found !== undefined) found.header = header;
}

// An error that the engine threw, with stack and message as Node would have them. Others stay as
// they are.
function toNodeForm(error) {
  if (error !== null && typeof error === 'object' && Traced.get(error) === undefined) {
    require('internal/stack/format').translate(error);
  }
  return error;
}

// Whether what called a function is not the program's own code, but a package's or the library's.
// The engine is asked, and so no Error.prepareStackTrace of the program.
function isCalledFromPackage(below) {
  const limit = NativeError.stackTraceLimit;
  set(NativeError, 'stackTraceLimit', FRAMES_MAX);
  const holder = {};
  nativeCapture(holder, below);
  set(NativeError, 'stackTraceLimit', limit);
  return /^[^\n]*(?:@node:|[\\/]node_modules[\\/])/.test(holder.stack);
}

// The file of the code that called a function, undefined if it has none.
function callerFile(below) {
  const holder = {};
  nativeCapture(holder, below);
  return /^[^\n]*?@([^\n]+):\d+:\d+(?:\n|$)/.exec(holder.stack)?.[1];
}

// The calls that led to a function, in the engine's words.
function rawTrace(below) {
  const limit = NativeError.stackTraceLimit;
  set(NativeError, 'stackTraceLimit', FRAMES_MAX);
  const holder = {};
  nativeCapture(holder, below);
  set(NativeError, 'stackTraceLimit', limit);
  return holder.stack;
}

exports.rawTrace = rawTrace;
exports.callerFile = callerFile;
exports.isCalledFromPackage = isCalledFromPackage;
exports.setHeader = setHeader;
exports.toNodeForm = toNodeForm;
exports.settle = settle;
