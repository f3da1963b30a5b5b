// SPDX-License-Identifier: MIT
// assert.AssertionError.
'use strict';
const { validateObject } = require('internal/validators');
const { inspect } = require('internal/inspect');

// Long strings are shown by their first lines.
function brief(text) {
  const lines = text.split('\n', 11);
  if (lines.length > 10) return `${lines.slice(0, 10).join('\n')}\n...`;
  return text.length > 512 ? `${text.slice(0, 512)}...` : text;
}

class AssertionError extends Error {
  constructor(options) {
    validateObject(options, 'options');
    const { message, operator, stackStartFn, details, stackStartFunction } = options;
    const { actual, expected } = options;
    super(require('internal/assert/diff').describe(actual, expected, operator,
      message == null ? undefined : String(message)));
    this.generatedMessage = !message;
    // The code stands in the first line of the stack, which is made now.
    Object.defineProperty(this, 'name', {
      __proto__: null,
      value: 'AssertionError [ERR_ASSERTION]',
      enumerable: false,
      writable: true,
      configurable: true,
    });
    this.code = 'ERR_ASSERTION';
    if (details) {
      this.actual = undefined;
      this.expected = undefined;
      this.operator = undefined;
      details.forEach((detail, i) => {
        this[`message ${i}`] = detail.message;
        this[`actual ${i}`] = detail.actual;
        this[`expected ${i}`] = detail.expected;
        this[`operator ${i}`] = detail.operator;
        this[`stack trace ${i}`] = detail.stack;
      });
    } else {
      this.actual = actual;
      this.expected = expected;
      this.operator = operator;
    }
    Error.captureStackTrace(this, stackStartFn || stackStartFunction);
    this.stack; // eslint-disable-line no-unused-expressions
    this.name = 'AssertionError';
  }

  toString() {
    return `${this.name} [${this.code}]: ${this.message}`;
  }

  [inspect.custom](depth, context) {
    const { actual, expected } = this;
    if (typeof actual === 'string') this.actual = brief(actual);
    if (typeof expected === 'string') this.expected = brief(expected);
    const shown = inspect(this, { ...context, customInspect: false, depth: 0 });
    this.actual = actual;
    this.expected = expected;
    return shown;
  }
}

module.exports = AssertionError;
