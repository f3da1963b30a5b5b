// SPDX-License-Identifier: MIT
// util.format: the text that console.log writes.
'use strict';

// Loaded when something other than text is shown.
let inspecting;
let numbers;

function inspect(value, options) {
  inspecting ??= require('internal/inspect');
  return inspecting.inspect(value, options);
}

function separates(options) {
  inspecting ??= require('internal/inspect');
  return options?.numericSeparator ?? inspecting.defaults.numericSeparator;
}

function formatNumber(value, options) {
  numbers ??= require('internal/inspect/text');
  return numbers.number(value, separates(options));
}

function formatBigint(value, options) {
  numbers ??= require('internal/inspect/text');
  return numbers.bigint(value, separates(options));
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
    case 'number': return formatNumber(value, options);
    case 'bigint': return formatBigint(value, options);
    case 'object':
      if (value !== null && !hasOwnWords(value)) {
        return inspect(value, { ...options, depth: 0, colors: false, compact: 3 });
      }
      return String(value);
    default: return String(value);
  }
}

function asNumber(value, toNumber, options) {
  if (typeof value === 'bigint') return formatBigint(value, options);
  if (typeof value === 'symbol') return 'NaN';
  return formatNumber(toNumber(value), options);
}

function asJson(value) {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof TypeError && /cyclic structures/.test(error.message)) return '[Circular]';
    throw error;
  }
}

// The text that %x makes of a value, for the code of the letter x; undefined if there is no such
// %x.
function convert(code, value, options) {
  switch (code) {
    case 115: return asString(value, options); // s
    case 100: return asNumber(value, Number, options); // d
    case 105: return asNumber(value, parseInt, options); // i
    case 102: // f
      return typeof value === 'symbol' ? 'NaN' : formatNumber(parseFloat(value), options);
    case 106: return `${asJson(value)}`; // j; JSON has no text for undefined
    case 79: return inspect(value, options); // O
    case 111: // o
      return inspect(value, { ...options, showHidden: true, showProxy: true, depth: 4 });
    case 99: return ''; // c
    default: return undefined;
  }
}

// Fills in the first argument as a format; the arguments that are left follow it.
function fill(args, options) {
  const { 0: template } = args;
  let used = 1;
  let result = '';
  let done = 0;
  for (let at = template.indexOf('%'); at !== -1 && at < template.length - 1;
    at = template.indexOf('%', at)) {
    const code = template.charCodeAt(at + 1);
    if (code === 37) {
      result += template.slice(done, at + 1);
      done = at += 2;
      continue;
    }
    const made = used === args.length ? undefined : convert(code, args[used], options);
    if (made === undefined) {
      at++;
      continue;
    }
    result += template.slice(done, at) + made;
    used++;
    done = at += 2;
  }
  return append(result + template.slice(done), args, used, options);
}

function append(result, args, from, options) {
  for (let i = from; i < args.length; i++) {
    const value = args[i];
    const text = typeof value === 'string' ? value : inspect(value, options);
    result = i === 0 ? text : `${result} ${text}`;
  }
  return result;
}

function formatArguments(options, args) {
  const { 0: first } = args;
  if (typeof first !== 'string') return append('', args, 0, options);
  if (args.length === 1) return first;
  return first.indexOf('%') === -1 ? append(first, args, 1, options) : fill(args, options);
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
