// SPDX-License-Identifier: MIT
// The argument of functions of tests and suites (internal/test/runner.js), and the error of a
// failed test.
'use strict';
const snapshots = require('internal/test/snapshot');
const {
  validateFunction, validateNumber, validateObject, validateString, validateUint32,
} = require('internal/validators');

function messageOf(cause) {
  if (typeof cause === 'string') return cause;
  if (typeof cause === 'object' && cause !== null && 'message' in cause) return cause.message;
  return require('internal/inspect').inspect(cause);
}

class TestError extends Error {
  constructor(cause, failureType) {
    super(messageOf(cause));
    this.code = 'ERR_TEST_FAILURE';
    this.failureType = failureType;
    this.cause = cause;
    // Where the runner noticed it does not matter.
    Object.defineProperty(this, 'stack', {
      value: `Error [ERR_TEST_FAILURE]: ${this.message}`, writable: true, configurable: true,
    });
  }
}

// How many assertions and subtests a test is to have.
class Plan {
  count = 0;
  constructor(expected) {
    validateUint32(expected, 'count');
    this.expected = expected;
  }
  check() {
    if (this.count === this.expected) return;
    throw new TestError(`plan expected ${this.expected} assertions but received ${this.count}`,
      'testCodeFailure');
  }
}

const NO_ASSERTIONS = ['AssertionError', 'CallTracker', 'strict'];
const registered = new Map(); // assertions of the program, by name

const ownAssertions = {
  __proto__: null,
  register(name, fn) {
    validateString(name, 'name');
    validateFunction(fn, 'fn');
    registered.set(name, fn);
  },
};

// The functions of the module assert, snapshots and what was registered, which count.
function assertions(test) {
  const assert = require('assert');
  const all = new Map(Object.entries(assert).filter(([name]) => !NO_ASSERTIONS.includes(name)));
  all.set('snapshot', snapshots.snapshot).set('fileSnapshot', snapshots.fileSnapshot);
  for (const [name, fn] of registered) all.set(name, fn);
  const made = {};
  for (const [name, fn] of all) {
    made[name] = (...args) => {
      if (test.plan !== null) test.plan.count++;
      return Reflect.apply(fn, test.context, args);
    };
  }
  return made;
}

const LONGEST_MS = 2 ** 31 - 1;

// Calls the function until it neither throws nor rejects.
function waitFor(condition, options = {}) {
  validateFunction(condition, 'condition');
  validateObject(options, 'options');
  const { interval = 50, timeout = 1000 } = options;
  validateNumber(interval, 'options.interval', 0, LONGEST_MS);
  validateNumber(timeout, 'options.timeout', 0, LONGEST_MS);
  const { clearTimeout, setTimeout } = require('timers');
  return new Promise((resolve, reject) => {
    let cause, next;
    let isOver = false;
    const end = setTimeout(() => {
      isOver = true;
      clearTimeout(next);
      const error = new Error('waitFor() timed out');
      if (cause !== undefined) error.cause = cause;
      reject(error);
    }, timeout);
    const ask = async () => {
      try {
        const result = await condition();
        clearTimeout(end);
        resolve(result);
      } catch (error) {
        cause = error;
        if (!isOver) next = setTimeout(ask, interval);
      }
    };
    ask();
  });
}

class TestContext {
  #test;
  #assert;
  constructor(test) { this.#test = test; }
  get signal() { return this.#test.signal; }
  get name() { return this.#test.name; }
  get fullName() { return this.#test.fullName; }
  get filePath() { return snapshots.testPath(); }
  get error() { return this.#test.error; }
  get passed() { return this.#test.passed; }
  diagnostic(message) { this.#test.diagnose(message); }
  plan(count) {
    if (this.#test.plan !== null) {
      throw new TestError('cannot set plan more than once', 'testCodeFailure');
    }
    this.#test.plan = new Plan(count);
  }
  get assert() { return this.#assert ??= assertions(this.#test); }
  get mock() { return this.#test.mock; }
  waitFor(condition, options) { return waitFor(condition, options); }
  runOnly(value) { this.#test.runOnly = Boolean(value); }
  skip(message) { this.#test.skip(message); }
  todo(message) { this.#test.todo(message); }
  test(name, options, fn) {
    if (this.#test.plan !== null) this.#test.plan.count++;
    return this.#test.declare(false, name, options, fn, {}).start();
  }
  before(fn, options) { this.#test.addHook('before', fn, options); }
  after(fn, options) { this.#test.addHook('after', fn, options); }
  beforeEach(fn, options) { this.#test.addHook('beforeEach', fn, options); }
  afterEach(fn, options) { this.#test.addHook('afterEach', fn, options); }
}

class SuiteContext {
  #suite;
  constructor(suite) { this.#suite = suite; }
  get signal() { return this.#suite.signal; }
  get name() { return this.#suite.name; }
  get fullName() { return this.#suite.fullName; }
  get filePath() { return snapshots.testPath(); }
}

module.exports = { Plan, SuiteContext, TestContext, TestError, ownAssertions };
