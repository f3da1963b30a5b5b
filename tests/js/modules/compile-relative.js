// SPDX-License-Identifier: MIT
// A text can be compiled under any name, also one that is not an absolute path, as packages that
// make modules from strings do.
'use strict';
const assert = require('assert');
const Module = require('module');

for (const name of ['x.js', 'x', './a/b.js', '', '<text>']) {
  const made = new Module(name);
  made._compile('module.exports = [__filename, __dirname]', name);
  assert.deepStrictEqual(made.exports, [name, require('path').dirname(name)]);
}
assert.throws(() => Module.prototype._compile.call(new Module('x'), 'import 1', 'x'), SyntaxError);
