// SPDX-License-Identifier: MIT
// assert.CallTracker: counts calls of functions.
'use strict';
const { codes } = require('internal/errors');
const { validateUint32 } = require('internal/validators');
const AssertionError = require('internal/assert/assertion_error');

const nothing = function calls() {}; // eslint-disable-line no-empty-function

// What is known of one tracked function.
class Record {
  constructor(name, expected, stack) {
    this.name = name;
    this.expected = expected;
    this.stack = stack;
    this.calls = [];
  }

  report() {
    const { name, expected, calls } = this;
    if (calls.length === expected) return null;
    return {
      message: `Expected the ${name} function to be executed ${expected} time(s) but was ` +
        `executed ${calls.length} time(s).`,
      actual: calls.length,
      expected,
      operator: name,
      stack: this.stack,
    };
  }
}

class CallTracker {
  #records = new Map();

  constructor() {
    warn();
  }

  calls(fn, expected = 1) {
    if (process._exiting) throw new codes.ERR_UNAVAILABLE_DURING_EXIT();
    if (typeof fn === 'number') {
      expected = fn;
      fn = nothing;
    } else if (fn === undefined) {
      fn = nothing;
    }
    validateUint32(expected, 'expected', true);
    const record = new Record(fn.name || 'calls', expected, new Error());
    const tracked = new Proxy(fn, {
      __proto__: null,
      apply(target, thisArg, args) {
        record.calls.push(Object.freeze({
          thisArg, arguments: Object.freeze(args.slice()),
        }));
        return Reflect.apply(target, thisArg, args);
      },
    });
    this.#records.set(tracked, record);
    return tracked;
  }

  #recordOf(tracked) {
    const record = this.#records.get(tracked);
    if (record === undefined) {
      throw new codes.ERR_INVALID_ARG_VALUE('tracked', tracked, 'is not a tracked function');
    }
    return record;
  }

  getCalls(tracked) {
    return Object.freeze([...this.#recordOf(tracked).calls]);
  }

  reset(tracked) {
    if (tracked === undefined) {
      for (const record of this.#records.values()) record.calls = [];
    } else {
      this.#recordOf(tracked).calls = [];
    }
  }

  report() {
    const reports = [];
    for (const record of this.#records.values()) {
      const report = record.report();
      if (report !== null) reports.push(report);
    }
    return reports;
  }

  verify() {
    const reports = this.report();
    if (reports.length === 0) return;
    const message = reports.length === 1 ? reports[0].message :
      'Functions were not called the expected number of times';
    throw new AssertionError({ message, details: reports });
  }
}

let warned = false;
function warn() {
  if (warned) return;
  warned = true;
  process.emitWarning('assert.CallTracker is deprecated.', 'DeprecationWarning', 'DEP0173');
}

module.exports = CallTracker;
