// SPDX-License-Identifier: MIT
// Programs replace the steps of loading: the replacements are used.
'use strict';
const assert = require('assert');
const Module = require('module');

const { _resolveFilename, _load } = Module;
Module._resolveFilename = function(request, ...rest) {
  if (request === 'virtual') return require.resolve('./fixtures/child');
  return _resolveFilename.call(this, request, ...rest);
};
assert.strictEqual(require('virtual'), require('./fixtures/child'));
Module._resolveFilename = _resolveFilename;

Module._load = function(request, parent, isMain) {
  return request === 'made-up' ? [parent, isMain] : _load.call(this, request, parent, isMain);
};
assert.deepStrictEqual(require('made-up')[1], false);
assert.strictEqual(require('made-up')[0], module);
Module._load = _load;

require.extensions['.upper'] = (made, filename) => made._compile(
  `module.exports = __filename.toUpperCase();`, filename);
assert.strictEqual(require('./fixtures/files/text'),
  `${__dirname}/fixtures/files/text.upper`.toUpperCase());
delete require.extensions['.upper'];

const { require: original } = Module.prototype;
Module.prototype.require = function(id) {
  return id === 'mine' ? 'mine' : original.call(this, id);
};
assert.strictEqual(require('mine'), 'mine');
Module.prototype.require = original;

const js = require.extensions['.js'];
require.extensions['.js'] = (made, filename) => {
  const { _compile } = made;
  made._compile = (text, name) => _compile.call(made, `${text};module.exports += 1;`, name);
  return js(made, filename);
};
assert.strictEqual(require('./fixtures/number'), 42);
require.extensions['.js'] = js;

const made = new Module('/nowhere/made.js', module);
made.filename = '/nowhere/made.js';
made.paths = Module._nodeModulePaths('/nowhere');
made._compile('exports.x = [__filename, __dirname, require.resolve("events")]', '/nowhere/made.js');
assert.deepStrictEqual(made.exports.x, ['/nowhere/made.js', '/nowhere', 'events']);
