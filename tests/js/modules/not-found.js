// SPDX-License-Identifier: MIT
// Missing modules: the error names what was required, and by which module.
'use strict';
const assert = require('assert');

for (const name of ['./nope', 'nope', '/nope/nope', './fixtures/files/plain/', '#nope', '']) {
  const look = name === '' ? () => require.resolve(name) : () => require(name);
  assert.throws(look, {
    code: 'MODULE_NOT_FOUND',
    message: `Cannot find module '${name}'\nRequire stack:\n- ${__filename}`,
    requireStack: [__filename],
  });
}
assert.throws(() => require('./fixtures/asks-in-vain/a'), {
  code: 'MODULE_NOT_FOUND',
  requireStack: [
    `${__dirname}/fixtures/asks-in-vain/b.js`,
    `${__dirname}/fixtures/asks-in-vain/a.js`,
    __filename,
  ],
});
assert.throws(() => require('./fixtures/files/broken-main'), {
  code: 'MODULE_NOT_FOUND',
  message: /^Cannot find module '.*nowhere'\. Please verify that the package\.json has a valid/,
  path: `${__dirname}/fixtures/files/broken-main/package.json`,
});
assert.throws(() => require('node:nope'), { code: 'ERR_UNKNOWN_BUILTIN_MODULE' });
assert.throws(() => require('internal/errors'), { code: 'MODULE_NOT_FOUND' });
assert.throws(() => require('vendor/acorn'), { code: 'MODULE_NOT_FOUND' });
assert.throws(() => require(''), { code: 'ERR_INVALID_ARG_VALUE' });
assert.throws(() => require(5), { code: 'ERR_INVALID_ARG_TYPE' });
assert.throws(() => require.resolve(5), { code: 'ERR_INVALID_ARG_TYPE' });
