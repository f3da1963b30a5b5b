// SPDX-License-Identifier: MIT
// Files that cannot be loaded: the error says which file it is, and the module is not cached.
'use strict';
const assert = require('assert');

const dir = `${__dirname}/fixtures/files`;
assert.throws(() => require(`${dir}/bad.json`), (error) => (
  error instanceof SyntaxError && error.message.startsWith(`${dir}/bad.json: `)));
assert.strictEqual(require.cache[`${dir}/bad.json`], undefined);
assert.throws(() => require(`${dir}/bad-package`), (error) => (
  error.message.startsWith(`Error parsing ${dir}/bad-package/package.json: `)));
assert.throws(() => require(`${dir}/addon.node`), (error) => (
  error.code === 'ERR_DLOPEN_FAILED' && error.message.includes(`${dir}/addon.node`)));
assert.throws(() => require('./fixtures/throws'), { message: 'thrown by a module' });
assert.throws(() => require('./fixtures/throws'), { message: 'thrown by a module' });
assert.strictEqual(globalThis.timesThrown, 2);
assert.ok(!module.children.some(({ id }) => id.endsWith('throws.js')));
