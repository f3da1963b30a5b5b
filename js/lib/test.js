// SPDX-License-Identifier: MIT
// The module node:test. Tests run in internal/test/runner.js; results are shown by
// internal/test/reporters.js.
'use strict';
const runner = require('internal/test/runner');

// A function with variants for single tests: test, test.skip, test.todo, test.only.
function withVariants(declare) {
  const { test } = { test: (title, options, fn) => declare(title, options, fn, {}) };
  for (const variant of ['skip', 'todo', 'only']) {
    test[variant] = ((extra) => (title, options, fn) => declare(title, options, fn, extra))(
      { [variant]: true });
  }
  return test;
}

const hook = (kind) => (fn, options) => runner.addHook(kind, fn, options);
const test = withVariants(runner.declareTest);
const suite = withVariants(runner.declareSuite);

module.exports = Object.assign(test, {
  after: hook('after'),
  afterEach: hook('afterEach'),
  before: hook('before'),
  beforeEach: hook('beforeEach'),
  describe: suite,
  getTestContext: runner.contextNow,
  it: test,
  run: (options) => require('internal/test/files').stream(options),
  suite,
  test,
});

function addLazily(name, get) {
  Object.defineProperty(module.exports, name, { get, enumerable: true, configurable: true });
}
addLazily('mock', () => require('internal/test/mock').shared());
addLazily('snapshot', () => require('internal/test/snapshot').settings);
addLazily('assert', () => require('internal/test/context').ownAssertions);
