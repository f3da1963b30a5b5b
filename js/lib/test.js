// SPDX-License-Identifier: MIT
// The module node:test. Tests run one after the other, in internal/test/runner.js; results are
// shown by internal/test/reporters.js.
'use strict';
const runner = require('internal/test/runner');

function withVariants(declare) {
  const call = (name, options, fn) => declare(name, options, fn, {});
  for (const variant of ['skip', 'todo', 'only']) {
    call[variant] = (name, options, fn) => declare(name, options, fn, { [variant]: true });
  }
  return call;
}

const test = withVariants(runner.declareTest);
const suite = withVariants(runner.declareSuite);

module.exports = Object.assign(test, {
  test,
  it: withVariants(runner.declareTest),
  describe: suite,
  suite,
  before: (fn, options) => runner.addHook('before', fn, options),
  after: (fn, options) => runner.addHook('after', fn, options),
  beforeEach: (fn, options) => runner.addHook('beforeEach', fn, options),
  afterEach: (fn, options) => runner.addHook('afterEach', fn, options),
  run: (options) => require('internal/test/files').stream(options),
});
Object.defineProperty(module.exports, 'mock', {
  get() { return require('internal/test/mock').shared(); },
  enumerable: true,
  configurable: true,
});
