// SPDX-License-Identifier: MIT
// util.format: the text that console.log writes.
'use strict';

// Loaded when something other than text is shown.
function inspect(value, options) {
  return require('internal/inspect').inspect(value, options);
}
const text = {
  number: (value, options) => (
    require('internal/inspect/text').number(value, separates(options))),
  bigint: (value, options) => (
    require('internal/inspect/text').bigint(value, separates(options))),
};

function separates(options) {
  return options?.numericSeparator ?? require('internal/inspect').defaults.numericSeparator;
}

function hasOwnWords(value) {
  // A toString (or toPrimitive) of the program, not one of the language.
  const { types, proxyDetails } = require('internal/util/types');
  for (let proxy = proxyDetails(value); proxy !== undefined; proxy = proxyDetails(value)) {
    if (proxy.target === null) return false;
    value = proxy.target;
  }
  if (types.isNativeError(value) && !Object.hasOwn(value, 'toString') &&
      Object.getPrototypeOf(value)?.toString === Error.prototype.toString) {
    return false;
  }
  if (typeof value[Symbol.toPrimitive] === 'function' && isOwnWork(value, Symbol.toPrimitive)) {
    return true;
  }
  return typeof value.toString === 'function' && isOwnWork(value, 'toString');
}

// Whether a method is an object's own, or of a class of the program.
function isOwnWork(value, name) {
  if (Object.hasOwn(value, name)) return true;
  for (let at = value; at !== null; at = Object.getPrototypeOf(at)) {
    if (Object.hasOwn(at, name)) {
      const made = Object.getOwnPropertyDescriptor(at, 'constructor')?.value;
      return typeof made !== 'function' ||
        !require('internal/inspect/names').isBuiltin(made.name);
    }
  }
  return false;
}

function asString(value, options) {
  switch (typeof value) {
    case 'number': return text.number(value, options);
    case 'bigint': return text.bigint(value, options);
    case 'object':
      if (value !== null && !hasOwnWords(value)) {
        return inspect(value, { ...options, depth: 0, colors: false, compact: 3 });
      }
      return String(value);
    default: return String(value);
  }
}

function asNumber(value, toNumber, options) {
  if (typeof value === 'bigint') return text.bigint(value, options);
  if (typeof value === 'symbol') return 'NaN';
  return text.number(toNumber(value), options);
}

function asJson(value) {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof TypeError && /cyclic structures/.test(error.message)) return '[Circular]';
    throw error;
  }
}

// The result of %x for a value; undefined if there is no such %x.
function convert(letter, value, options) {
  switch (letter) {
    case 's': return asString(value, options);
    case 'd': return asNumber(value, Number, options);
    case 'i': return asNumber(value, parseInt, options);
    case 'f': return typeof value === 'symbol' ? 'NaN' : text.number(parseFloat(value), options);
    case 'j': return asJson(value);
    case 'O': return inspect(value, options);
    case 'o': return inspect(value, {
      ...options, showHidden: true, showProxy: true, depth: 4,
    });
    case 'c': return '';
    default: return undefined;
  }
}

// Fills in the first argument as a format; `used` is how many arguments that took.
function fill(args, options) {
  const { 0: template } = args;
  let used = 1;
  let result = '';
  let done = 0;
  for (let at = template.indexOf('%'); at !== -1 && at < template.length - 1;
    at = template.indexOf('%', at)) {
    const letter = template[at + 1];
    if (letter === '%') {
      result += `${template.slice(done, at)}%`;
      done = at += 2;
      continue;
    }
    const made = used === args.length ? undefined : convertNext(letter, args, used, options);
    if (made === undefined) {
      at++;
      continue;
    }
    result += template.slice(done, at) + made;
    used++;
    done = at += 2;
  }
  return { result: done === 0 ? template : result + template.slice(done), used };
}

function convertNext(letter, args, index, options) {
  if (!'sdifjOoc'.includes(letter)) return undefined;
  return String(convert(letter, args[index], options)); // JSON has no text for undefined
}

function formatArguments(options, args) {
  if (args.length === 1) {
    const { 0: only } = args;
    return typeof only === 'string' ? only : inspect(only, options);
  }
  if (args.length === 0) return '';
  let result = '';
  let start = 0;
  let joint = '';
  if (typeof args[0] === 'string') {
    if (args[0].includes('%')) ({ result, used: start } = fill(args, options));
    else ({ 0: result, length: start } = [args[0]]);
    joint = ' ';
  }
  for (let i = start; i < args.length; i++) {
    result += joint;
    result += typeof args[i] === 'string' ? args[i] : inspect(args[i], options);
    joint = ' ';
  }
  return result;
}

function format(...args) {
  return formatArguments(undefined, args);
}

function formatWithOptions(options, ...args) {
  require('internal/validators').validateObject(options, 'inspectOptions', {
    allowArray: true, allowFunction: false,
  });
  return formatArguments(options, args);
}

exports.format = format;
exports.formatWithOptions = formatWithOptions;
exports.formatArguments = formatArguments;
