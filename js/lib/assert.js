// SPDX-License-Identifier: MIT
// The module assert.
'use strict';
const { codes } = require('internal/errors');
const { inspect } = require('internal/inspect');
const { types } = require('internal/util/types');
const AssertionError = require('internal/assert/assertion_error');
const {
  caught, rejection, expectError, expectNoError, innerFail, failAs, isError,
} = require('internal/assert/exceptions');

function check(caller, args) {
  const [value, message] = args;
  if (value) return;
  let text = message;
  let generated = false;
  if (args.length === 0) {
    generated = true;
    text = 'No value argument passed to `assert.ok()`';
  } else if (message == null) {
    generated = true;
    text = require('internal/assert/expression').describeCall(caller);
  } else if (isError(message)) {
    throw message;
  }
  failAs(caller, { actual: value, expected: true, message: text, operator: '==' }, generated);
}

function ok(...args) {
  if (!args[0]) check(ok, args);
}
const assert = ok;
module.exports = assert;

let warnedOfFail = false;

assert.fail = function fail(actual, expected, message, operator, stackStartFn) {
  const count = arguments.length;
  let generated = false;
  if (actual == null && count <= 1) {
    generated = true;
    message = 'Failed';
  } else if (count === 1) {
    message = actual;
    actual = undefined;
  } else {
    if (!warnedOfFail) {
      warnedOfFail = true;
      process.emitWarning('assert.fail() with more than one argument is deprecated. ' +
        'Please use assert.strictEqual() instead or only pass a message.',
      'DeprecationWarning', 'DEP0094');
    }
    if (count === 2) operator = '!=';
  }
  if (isError(message)) throw message;
  const error = new AssertionError({
    actual, expected, operator: operator ?? 'fail', stackStartFn: stackStartFn || fail, message,
  });
  if (generated) error.generatedMessage = true;
  throw error;
};

assert.AssertionError = AssertionError;
assert.ok = ok;

// An assertion about two values; `holds` checks them.
function comparing(name, operator, holds) {
  const assertion = { [name](actual, expected, message) {
    if (arguments.length < 2) throw new codes.ERR_MISSING_ARGS('actual', 'expected');
    if (!holds(actual, expected)) {
      innerFail({ actual, expected, message, operator, stackStartFn: assertion });
    }
  } }[name];
  Object.defineProperty(assertion, 'prototype', { value: {}, writable: true });
  assert[name] = assertion;
}

const deep = (a, b) => require('internal/comparisons').isDeepEqual(a, b);
const deepStrict = (a, b) => require('internal/comparisons').isDeepStrictEqual(a, b);
/* eslint-disable eqeqeq, no-self-compare */
const loose = (a, b) => a == b || (a !== a && b !== b);
/* eslint-enable eqeqeq, no-self-compare */
comparing('equal', '==', loose);
comparing('notEqual', '!=', (a, b) => !loose(a, b));
comparing('deepEqual', 'deepEqual', deep);
comparing('notDeepEqual', 'notDeepEqual', (a, b) => !deep(a, b));
comparing('deepStrictEqual', 'deepStrictEqual', deepStrict);
comparing('notDeepStrictEqual', 'notDeepStrictEqual', (a, b) => !deepStrict(a, b));
comparing('strictEqual', 'strictEqual', Object.is);
comparing('notStrictEqual', 'notStrictEqual', (a, b) => !Object.is(a, b));

assert.throws = function throws(fn, ...args) {
  expectError(throws, 'exception', caught(fn), args);
};

// After a promise was awaited, the caller is no longer on the stack: so the stack of the call is
// kept, and used in the error.
function here() {
  const place = {};
  Error.captureStackTrace(place, here);
  return place;
}

function checkedAt(place, check) {
  try {
    check();
  } catch (error) {
    if (error instanceof AssertionError && error.stack.endsWith(error.message)) {
      error.stack += place.stack.slice(place.stack.indexOf('\n    at '))
        .replaceAll('\n    at ', '\n    at async ');
    }
    throw error;
  }
}

assert.rejects = async function rejects(promiseFn, ...args) {
  const place = here();
  const actual = await rejection(promiseFn);
  checkedAt(place, () => expectError(rejects, 'rejection', actual, args));
};

assert.doesNotThrow = function doesNotThrow(fn, ...args) {
  expectNoError(doesNotThrow, 'exception', caught(fn), args);
};

assert.doesNotReject = async function doesNotReject(fn, ...args) {
  const place = here();
  const actual = await rejection(fn);
  checkedAt(place, () => expectNoError(doesNotReject, 'rejection', actual, args));
};

// The frames of the error that came stand below those from here to where they meet.
function joinStacks(error, original) {
  const start = original.indexOf('\n    at');
  if (start === -1) return;
  const frames = original.slice(start + 1).split('\n');
  let own = error.stack.split('\n');
  for (const frame of frames) {
    const at = own.indexOf(frame);
    if (at !== -1) {
      own = own.slice(0, at);
      break;
    }
  }
  error.stack = `${own.join('\n')}\n${frames.join('\n')}`;
}

assert.ifError = function ifError(value) {
  if (value === null || value === undefined) return;
  let message = 'ifError got unwanted exception: ';
  if (typeof value === 'object' && typeof value.message === 'string') {
    message += value.message.length === 0 && value.constructor ?
      value.constructor.name : value.message;
  } else {
    message += inspect(value);
  }
  const error = new AssertionError({
    actual: value, expected: null, operator: 'ifError', message, stackStartFn: ifError,
  });
  if (typeof value.stack === 'string') joinStacks(error, value.stack);
  throw error;
};

function checkMatch(caller, wanted, string, regexp, message) {
  if (!types.isRegExp(regexp)) throw new codes.ERR_INVALID_ARG_TYPE('regexp', 'RegExp', regexp);
  if (typeof string === 'string' && (regexp.exec(string) !== null) === wanted) return;
  if (message instanceof Error) throw message;
  let text = message;
  if (!message) {
    text = typeof string !== 'string' ?
      `The "string" argument must be of type string. Received type ${typeof string} (${
        inspect(string)})` :
      `The input ${wanted ? 'did not match' : 'was expected to not match'} the regular ` +
        `expression ${inspect(regexp)}. Input:\n\n${inspect(string)}\n`;
  }
  failAs(caller, {
    actual: string, expected: regexp, message: text, operator: caller.name,
  }, !message);
}

assert.match = function match(string, regexp, message) {
  checkMatch(match, true, string, regexp, message);
};

assert.doesNotMatch = function doesNotMatch(string, regexp, message) {
  checkMatch(doesNotMatch, false, string, regexp, message);
};

Object.defineProperty(assert, 'CallTracker', {
  configurable: true,
  enumerable: true,
  get() {
    const value = require('internal/assert/call_tracker');
    Object.defineProperty(assert, 'CallTracker', {
      value, writable: true, enumerable: true, configurable: true,
    });
    return value;
  },
});

function strict(...args) {
  if (!args[0]) check(strict, args);
}

const descriptors = Object.getOwnPropertyDescriptors(assert);
for (const name of ['length', 'name', 'prototype']) delete descriptors[name];
assert.strict = Object.defineProperties(strict, descriptors);
strict.equal = assert.strictEqual;
strict.deepEqual = assert.deepStrictEqual;
strict.notEqual = assert.notStrictEqual;
strict.notDeepEqual = assert.notDeepStrictEqual;
strict.strict = strict;
