// SPDX-License-Identifier: MIT
// Packages found in node_modules: index, files in them, "exports" with its conditions and patterns.
'use strict';
const assert = require('assert');

const load = require('./fixtures/packages/require');
assert.strictEqual(load('plain'), 'plain');
assert.strictEqual(load('plain/sub'), 'plain/sub');
assert.strictEqual(load('plain/sub.js'), 'plain/sub');
assert.strictEqual(load('@scope/name'), '@scope/name');
assert.strictEqual(load('@scope/name/sub'), '@scope/name/sub');
assert.strictEqual(load('with-exports').kind, 'require');
assert.strictEqual(load('with-exports/sub'), 'with-exports/sub');
assert.strictEqual(load('with-exports/list'), 'with-exports/sub');
assert.strictEqual(load('with-exports/conditions'), 'with-exports/sub');
assert.strictEqual(load('with-exports/features/a.js'), 'feature a');
assert.strictEqual(load('with-exports/deep/a'), 'feature a');
assert.strictEqual(load('with-exports/self'), 'with-exports/sub');
assert.strictEqual(load('with-exports/package.json').name, 'with-exports');
assert.strictEqual(load('sugar'), 'sugar');

const home = `${__dirname}/fixtures/packages/node_modules`;
const fails = (request, code, message) => assert.throws(() => load(request), { code, message });
for (const path of ['sub.js', 'ignored.js', 'features/private/b.js', 'no-condition']) {
  fails(`with-exports/${path}`, 'ERR_PACKAGE_PATH_NOT_EXPORTED',
    `Package subpath './${path}' is not defined by "exports" in ${home}/with-exports/package.json`);
}
fails('sugar/main.js', 'ERR_PACKAGE_PATH_NOT_EXPORTED',
  `Package subpath './main.js' is not defined by "exports" in ${home}/sugar/package.json`);
fails('with-exports/missing', 'MODULE_NOT_FOUND', /^Cannot find module '.*missing\.js'/);
fails('with-exports/outside', 'ERR_INVALID_PACKAGE_TARGET',
  /^Invalid "exports" target "..\/outside.js" defined for '.\/outside' in the package config /);
fails('with-exports/no-dot', 'ERR_INVALID_PACKAGE_TARGET', /; targets must start with "\.\/"$/);
fails('with-exports/deep/../a', 'ERR_INVALID_MODULE_SPECIFIER',
  /is not a valid match in pattern ".\/deep\/\*" for the "exports" resolution of/);
fails('mixed-keys', 'ERR_INVALID_PACKAGE_CONFIG', /"exports" cannot contain some keys starting/);
