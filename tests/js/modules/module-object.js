// SPDX-License-Identifier: MIT
// The members of `module` and `require`, and what the wrapper provides.
'use strict';
const assert = require('assert');
const Module = require('module');

assert.strictEqual(module.id, '.');
assert.strictEqual(module.filename, __filename);
assert.strictEqual(module.path, __dirname);
assert.strictEqual(module.loaded, false);
assert.strictEqual(module.exports, exports);
assert.strictEqual(this, exports);
assert.strictEqual(require.main, module);
assert.strictEqual(process.mainModule, module);
assert.strictEqual(module.parent, null);
assert.strictEqual(module.isPreloading, false);
assert.strictEqual(module.paths[0], `${__dirname}/node_modules`);
assert.strictEqual(module.paths.at(-1), '/node_modules');
assert.strictEqual(arguments.length, 5);
assert.strictEqual(arguments[1], require);
assert.strictEqual(require.cache[__filename], module);
assert.strictEqual(require.cache, Module._cache);
assert.strictEqual(require.extensions, Module._extensions);
assert.ok(module instanceof Module);
assert.strictEqual(module.constructor, Module);
assert.strictEqual(Module.Module, Module);
assert.deepStrictEqual(Object.keys(module),
  ['id', 'path', 'exports', 'filename', 'loaded', 'children', 'paths']);
assert.deepStrictEqual(Object.keys(require), ['resolve', 'main', 'extensions', 'cache']);
assert.deepStrictEqual(Object.keys(Module._extensions), ['.js', '.json', '.node']);

const child = require('./fixtures/child');
assert.strictEqual(child.module.parent, module);
assert.strictEqual(child.module.id, child.module.filename);
assert.strictEqual(child.loadedThen, false);
assert.strictEqual(child.module.loaded, true);
assert.strictEqual(child.main, module);
assert.ok(module.children.includes(child.module));
assert.strictEqual(module.require('./fixtures/child'), child);
assert.strictEqual(module.children.filter((one) => one === child.module).length, 1);
setImmediate(() => assert.strictEqual(module.loaded, true));
