// SPDX-License-Identifier: MIT
// Errors with a code, as in Node: codes.ERR_X is a class whose arguments are those of its message
// in internal/error_messages.js. Also errors of system calls.
'use strict';
const { setHeader } = require('internal/stack');

const bases = { Error, TypeError, RangeError, SyntaxError, URIError };

// `name` stays that of the base class; the code shows in toString and in the stack's first line.
function make(code) {
  const entry = require('internal/error_messages')[code]; // most programs need none of them
  if (entry === undefined) throw new Error(`gyre has no error ${code}`);
  const [message, ...baseNames] = entry;
  const classes = baseNames.map((baseName) => makeClass(code, message, bases[baseName]));
  const [first, ...others] = classes;
  others.forEach((other) => { first[Object.getPrototypeOf(other).name] = other; });
  return first;
}

// An error of a system call with its own code; the system's message follows its text.
function makeSystemError(code, prefix) {
  class SystemError extends Error {
    constructor(context) {
      const { syscall, path, dest, message } = context;
      let text = `${prefix}: ${syscall} returned ${context.code} (${message})`;
      if (path !== undefined) text += ` ${path}`;
      if (dest !== undefined) text += ` => ${dest}`;
      super(text);
      this.code = code;
      Object.defineProperties(this, {
        name: { value: 'SystemError', writable: true, configurable: true },
        info: { value: context, enumerable: true, configurable: true },
        errno: { value: context.errno, enumerable: true, writable: true, configurable: true },
        syscall: { value: syscall, enumerable: true, writable: true, configurable: true },
      });
      if (path !== undefined) this.path = String(path);
      if (dest !== undefined) this.dest = String(dest);
    }
    toString() { return `${this.name} [${code}]: ${this.message}`; }
  }
  return SystemError;
}

function makeClass(code, message, Base) {
  if (Base === undefined) return makeSystemError(code, message);
  function NodeError(...args) {
    const text = typeof message === 'function' ? message(...args) : format(message, args);
    const error = Reflect.construct(Base, [text], new.target ?? NodeError);
    Object.defineProperties(error, {
      message: {
        __proto__: null, value: text, enumerable: false, writable: true, configurable: true,
      },
      toString: {
        __proto__: null,
        value() { return `${this.name} [${code}]: ${this.message}`; },
        enumerable: false, writable: true, configurable: true,
      },
    });
    error.code = code;
    setHeader(error, `${error.name} [${code}]: ${text}`);
    return error;
  }
  Object.setPrototypeOf(NodeError, Base);
  NodeError.prototype = Object.create(Base.prototype, {
    constructor: { value: Base, writable: true, configurable: true },
  });
  NodeError.HideStackFramesError = NodeError;
  return NodeError;
}

function format(message, args) {
  let i = 0;
  return message.replace(/%[sd]/g, () => {
    const value = args[i++];
    return typeof value === 'string' ? value : require('internal/format').format('%s', value);
  });
}

const codes = new Proxy({}, {
  get(made, code) {
    return made[code] ??= make(code);
  },
});

const uv = binding('uv');
let names;

function errorMap() {
  if (names === undefined) {
    names = new Map();
    for (const [number, name, text] of uv.errors()) names.set(number, [name, text]);
  }
  return names;
}

function nameOf(number) {
  return errorMap().get(number)?.[0] ?? `Unknown system error ${number}`;
}

// An error of a system call that C gave as a negative number: "ENOENT: no such file..., open 'x'".
function uvException({ errno, syscall, path, dest, message, code: given }) {
  const [code, text] = errorMap().get(errno) ?? ['UNKNOWN', 'unknown error'];
  let full = `${given ?? code}: ${message ?? text}, ${syscall}`;
  if (path !== undefined) full += ` '${path}'`;
  if (dest !== undefined) full += ` -> '${dest}'`;
  const error = new Error(full);
  error.errno = errno;
  error.code = given ?? code;
  error.syscall = syscall;
  if (path !== undefined) error.path = path;
  if (dest !== undefined) error.dest = dest;
  return error;
}

// The shorter form: "connect ECONNREFUSED".
function errnoException(errno, syscall, original) {
  const code = nameOf(errno);
  const error = new Error(original ? `${syscall} ${code} ${original}` : `${syscall} ${code}`);
  error.errno = errno;
  error.code = code;
  error.syscall = syscall;
  return error;
}

// With an address: "connect ECONNREFUSED 127.0.0.1:80".
function exceptionWithHostPort(errno, syscall, address, port, additional) {
  const code = nameOf(errno);
  let details = '';
  if (port && port > 0) details = ` ${address}:${port}`;
  else if (address) details = ` ${address}`;
  if (additional) details += ` - Local (${additional})`;
  const error = new Error(`${syscall} ${code}${details}`);
  error.errno = errno;
  error.code = code;
  error.syscall = syscall;
  error.address = address;
  if (port) error.port = port;
  return error;
}

class AbortError extends Error {
  constructor(message = 'The operation was aborted', options = undefined) {
    if (options !== undefined && typeof options !== 'object') {
      throw new codes.ERR_INVALID_ARG_TYPE('options', 'Object', options);
    }
    super(message, options);
    this.code = 'ABORT_ERR';
    this.name = 'AbortError';
  }
}

function aggregateTwoErrors(inner, outer) {
  if (inner && outer && inner !== outer) {
    if (Array.isArray(outer.errors)) {
      outer.errors.push(inner);
      return outer;
    }
    const error = new AggregateError([outer, inner], outer.message);
    error.code = outer.code;
    return error;
  }
  return inner || outer;
}

// The stack was full.
function isOverflow(error) {
  return error instanceof RangeError && error.message.startsWith('Maximum call stack');
}

exports.codes = codes;
exports.isOverflow = isOverflow;
exports.uvException = uvException;
exports.errnoException = errnoException;
exports.exceptionWithHostPort = exceptionWithHostPort;
exports.errorMap = errorMap;
exports.nameOf = nameOf;
exports.AbortError = AbortError;
exports.aggregateTwoErrors = aggregateTwoErrors;
