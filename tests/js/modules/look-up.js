// SPDX-License-Identifier: MIT
// Where require looks: Module._nodeModulePaths, require.resolve.paths, custom paths.
'use strict';
const assert = require('assert');
const Module = require('module');

const paths = Module._nodeModulePaths;
assert.deepStrictEqual(paths('/'), ['/node_modules']);
assert.deepStrictEqual(paths('/a/b'),
  ['/a/b/node_modules', '/a/node_modules', '/node_modules']);
assert.deepStrictEqual(paths('/a/node_modules/b'),
  ['/a/node_modules/b/node_modules', '/a/node_modules', '/node_modules']);
assert.deepStrictEqual(paths('/a/node_modules2/'),
  ['/a/node_modules2/node_modules', '/a/node_modules', '/node_modules']);
assert.deepStrictEqual(require.resolve.paths('./x'), [__dirname]);
assert.strictEqual(require.resolve.paths('events'), null);
assert.deepStrictEqual(require.resolve.paths('x').slice(0, module.paths.length), module.paths);
assert.strictEqual(require.resolve('events'), 'events');
assert.strictEqual(require.resolve('node:events'), 'node:events');

const home = `${__dirname}/fixtures/packages`;
assert.strictEqual(require.resolve('plain', { paths: [home] }),
  `${home}/node_modules/plain/index.js`);
assert.strictEqual(require.resolve('./own', { paths: [home] }), `${home}/own.js`);
assert.throws(() => require.resolve('plain', { paths: 5 }), { code: 'ERR_INVALID_ARG_VALUE' });

const other = Module.createRequire(`${home}/none.js`);
assert.strictEqual(other('plain'), 'plain');
assert.strictEqual(Module.createRequire(`${home}/`)('./own'), 'own');
assert.strictEqual(Module.createRequire(`file://${encodeURI(home)}/none.js`)('./own'), 'own');
assert.throws(() => Module.createRequire('relative'), { code: 'ERR_INVALID_ARG_VALUE' });
assert.throws(() => Module.createRequire({}), { code: 'ERR_INVALID_ARG_VALUE' });
