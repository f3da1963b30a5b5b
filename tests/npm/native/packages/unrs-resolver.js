// SPDX-License-Identifier: MIT
// unrs-resolver: resolves modules as Node does.
'use strict';
const assert = require('assert');

(async () => {
  const { ResolverFactory } = require('unrs-resolver');
  const resolver = new ResolverFactory({ conditionNames: ['node', 'require'] });
  assert.strictEqual(resolver.sync(__dirname, 'rollup').path, require.resolve('rollup'));
  assert.strictEqual((await resolver.async(__dirname, 'none')).path, undefined);
})();
