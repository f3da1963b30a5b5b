// SPDX-License-Identifier: MIT
// What assert.throws, rejects, doesNotThrow and doesNotReject check about an error.
'use strict';
const { codes } = require('internal/errors');
const { toNodeForm } = require('internal/stack');
const { inspect } = require('internal/inspect');
const { types } = require('internal/util/types');
const AssertionError = require('internal/assert/assertion_error');

const NONE = Symbol('no exception');

function isError(value) {
  return types.isNativeError(value) || value instanceof Error;
}

function innerFail(options) {
  if (options.message instanceof Error) throw options.message;
  throw new AssertionError(options);
}

function failAs(caller, options, generated) {
  const error = new AssertionError({ ...options, stackStartFn: caller });
  error.generatedMessage = generated;
  throw error;
}

// The properties of an error that are compared; shown in the message under this name.
class Comparison {
  constructor(error, keys, actual) {
    for (const key of keys) {
      if (!(key in error)) continue;
      const matched = actual !== undefined && typeof actual[key] === 'string' &&
        types.isRegExp(error[key]) && error[key].exec(actual[key]) !== null;
      this[key] = matched ? actual[key] : error[key];
    }
  }
}

function compareKey(caller, actual, expected, key, message, keys) {
  const { isDeepStrictEqual } = require('internal/comparisons');
  if (key in actual && isDeepStrictEqual(actual[key], expected[key])) return;
  if (!message) {
    const error = new AssertionError({
      actual: new Comparison(actual, keys),
      expected: new Comparison(expected, keys, actual),
      operator: 'deepStrictEqual',
      stackStartFn: caller,
    });
    error.actual = actual;
    error.expected = expected;
    error.operator = caller.name;
    throw error;
  }
  innerFail({ actual, expected, message, operator: caller.name, stackStartFn: caller });
}

function expectProperties(caller, actual, expected, message) {
  if (typeof actual !== 'object' || actual === null) {
    const error = new AssertionError({
      actual, expected, message, operator: 'deepStrictEqual', stackStartFn: caller,
    });
    error.operator = caller.name;
    throw error;
  }
  const keys = Object.keys(expected);
  if (expected instanceof Error) {
    keys.push('name', 'message');
  } else if (keys.length === 0) {
    throw new codes.ERR_INVALID_ARG_VALUE('error', expected, 'may not be an empty object');
  }
  for (const key of keys) {
    if (typeof actual[key] === 'string' && types.isRegExp(expected[key]) &&
        expected[key].exec(actual[key]) !== null) {
      continue;
    }
    compareKey(caller, actual, expected, key, message, keys);
  }
}

function instanceMessage(actual, expected) {
  const text = `The error is expected to be an instance of "${expected.name}". Received `;
  if (!isError(actual)) return `${text}"${inspect(actual, { depth: -1 })}"`;
  return `${text}"${actual.name}"\n\nError message:\n\n${actual.message}`;
}

function validationMessage(actual, expected, result) {
  const name = expected.name ? `"${expected.name}" ` : '';
  let text = `The ${name}validation function is expected to return "true". Received ${
    inspect(result)}`;
  if (isError(actual)) text += `\n\nCaught error:\n\n${actual}`;
  return text;
}

function expectMatch(caller, actual, expected, message) {
  let generated;
  if (types.isRegExp(expected)) {
    const text = String(actual);
    if (expected.exec(text) !== null) return;
    generated = () => `The input did not match the regular expression ${
      inspect(expected)}. Input:\n\n${inspect(text)}\n`;
  } else if (typeof expected !== 'function') {
    expectProperties(caller, actual, expected, message);
    return;
  } else if (expected.prototype !== undefined && actual instanceof expected) {
    return;
  } else if (Object.prototype.isPrototypeOf.call(Error, expected)) {
    generated = () => instanceMessage(actual, expected);
  } else {
    const result = Reflect.apply(expected, {}, [actual]);
    if (result === true) return;
    generated = () => validationMessage(actual, expected, result);
  }
  if (message instanceof Error) throw message;
  failAs(caller, {
    actual, expected, message: message || generated(), operator: caller.name,
  }, !message);
}

const errorTypes = ['Object', 'Error', 'Function', 'RegExp'];

// `args`: [error, message] as far as they were given.
function expectError(caller, kind, actual, args) {
  let [error, message] = args;
  if (typeof error === 'string') {
    if (args.length > 1) throw new codes.ERR_INVALID_ARG_TYPE('error', errorTypes, error);
    if (typeof actual === 'object' && actual !== null) {
      if (actual.message === error) {
        throw new codes.ERR_AMBIGUOUS_ARGUMENT('error/message',
          `The error message "${actual.message}" is identical to the message.`);
      }
    } else if (actual === error) {
      throw new codes.ERR_AMBIGUOUS_ARGUMENT('error/message',
        `The error "${actual}" is identical to the message.`);
    }
    message = error;
    error = undefined;
  } else if (error != null && typeof error !== 'object' && typeof error !== 'function') {
    throw new codes.ERR_INVALID_ARG_TYPE('error', errorTypes, error);
  }
  if (actual === NONE) {
    const name = error?.name ? ` (${error.name})` : '';
    const details = message ? `: ${message}` : '.';
    innerFail({
      actual: undefined,
      expected: error,
      operator: caller.name,
      message: `Missing expected ${kind}${name}${details}`,
      stackStartFn: caller,
    });
  }
  if (error) expectMatch(caller, actual, error, message);
}

function isUnwanted(actual, expected) {
  if (typeof expected !== 'function') {
    if (types.isRegExp(expected)) return expected.exec(String(actual)) !== null;
    throw new codes.ERR_INVALID_ARG_TYPE('expected', ['Function', 'RegExp'], expected);
  }
  if (expected.prototype !== undefined && actual instanceof expected) return true;
  if (Object.prototype.isPrototypeOf.call(Error, expected)) return false;
  return Reflect.apply(expected, {}, [actual]) === true;
}

function expectNoError(caller, kind, actual, [error, message]) {
  if (actual === NONE) return;
  if (typeof error === 'string') {
    message = error;
    error = undefined;
  }
  if (!error || isUnwanted(actual, error)) {
    const details = message ? `: ${message}` : '.';
    innerFail({
      actual,
      expected: error,
      operator: caller.name,
      message: `Got unwanted ${kind}${details}\nActual message: "${actual && actual.message}"`,
      stackStartFn: caller,
    });
  }
  throw actual;
}

// What the function throws, or NONE.
function caught(fn) {
  require('internal/validators').validateFunction(fn, 'fn');
  try {
    fn();
  } catch (error) {
    return toNodeForm(error);
  }
  return NONE;
}

function isThenable(value) {
  return types.isPromise(value) || (value !== null && typeof value === 'object' &&
    typeof value.then === 'function' && typeof value.catch === 'function');
}

async function rejection(promiseFn) {
  let promise;
  if (typeof promiseFn === 'function') {
    promise = promiseFn();
    if (!isThenable(promise)) {
      throw new codes.ERR_INVALID_RETURN_VALUE('instance of Promise', 'promiseFn', promise);
    }
  } else if (isThenable(promiseFn)) {
    promise = promiseFn;
  } else {
    throw new codes.ERR_INVALID_ARG_TYPE('promiseFn', ['Function', 'Promise'], promiseFn);
  }
  try {
    await promise;
  } catch (error) {
    return toNodeForm(error);
  }
  return NONE;
}

module.exports = {
  caught, rejection, expectError, expectNoError, innerFail, failAs, isError,
};
