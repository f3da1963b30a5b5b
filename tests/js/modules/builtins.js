// SPDX-License-Identifier: MIT
// Modules of the library: with and without node:, Module.builtinModules, Module.isBuiltin.
'use strict';
const assert = require('assert');
const { builtinModules, isBuiltin } = require('module');

assert.strictEqual(require('node:events'), require('events'));
assert.ok(builtinModules.includes('events'));
assert.ok(builtinModules.every((name) => !/^(internal|vendor)\/|^test|^node:/.test(name)));
assert.deepStrictEqual(builtinModules, [...builtinModules].sort());
assert.strictEqual(isBuiltin('events'), true);
assert.strictEqual(isBuiltin('node:events'), true);
assert.strictEqual(isBuiltin('test'), false);
assert.strictEqual(isBuiltin('internal/errors'), false);
assert.strictEqual(isBuiltin('./events'), false);
assert.strictEqual(isBuiltin('node:nope'), false);
assert.strictEqual(isBuiltin(undefined), false);
assert.throws(() => require('test'), { code: 'MODULE_NOT_FOUND' });
