// SPDX-License-Identifier: MIT
// "imports" of the package that a module is in, and a package that requires itself by its name.
'use strict';
const assert = require('assert');

const load = require('./fixtures/packages/require');
assert.strictEqual(load('#own'), 'own');
assert.strictEqual(load('#kind'), 'own');
assert.strictEqual(load('#plain'), 'plain');
assert.strictEqual(load('#pattern/x/y'), 'pattern x/y');
assert.strictEqual(load('packages/own'), 'own');

const file = `${__dirname}/fixtures/packages/require.js`;
const config = `${__dirname}/fixtures/packages/package.json`;
for (const name of ['#nope', '#nothing']) {
  assert.throws(() => load(name), {
    code: 'ERR_PACKAGE_IMPORT_NOT_DEFINED',
    name: 'TypeError',
    message: `Package import specifier "${name}" is not defined in package ${config} ` +
      `imported from ${file}`,
  });
}
assert.throws(() => load('#outside'), { code: 'ERR_INVALID_PACKAGE_TARGET' });
assert.throws(() => load('#'), { code: 'ERR_INVALID_MODULE_SPECIFIER' });
assert.throws(() => load('packages/nope'), {
  code: 'ERR_PACKAGE_PATH_NOT_EXPORTED',
  message: `Package subpath './nope' is not defined by "exports" in ${config} ` +
    `imported from ${file}`,
});
