// SPDX-License-Identifier: MIT
// CommonJS modules by import: the names that their text shows, and `default`, the whole exports.
import assert from 'assert';
import { createRequire } from 'module';
import all, { a, b, c, later } from './fixtures/esm/common.cjs';
import * as ns from './fixtures/esm/common.cjs';
import { b as again } from './fixtures/esm/reexports.cjs';
import whole, { member } from './fixtures/esm/whole.cjs';

const require = createRequire(import.meta.url);
assert.deepStrictEqual([a, b, c, again, member], [1, 2, 3, 2, 'member']);
assert.deepStrictEqual(Object.keys(ns), ['a', 'b', 'c', 'default', 'later']);
assert.strictEqual(all, require('./fixtures/esm/common.cjs'));
assert.strictEqual(whole.name, 'whole');
assert.strictEqual(require.main, undefined);
all.a = 'changed';
assert.strictEqual(a, 1);
assert.strictEqual((await later()).arrow(), 'arrow');
await assert.rejects(import('./fixtures/esm/asks-common.mjs'), {
  name: 'SyntaxError',
  message: "Named export 'nope' not found. The requested module './common.cjs' is a CommonJS " +
    'module, which may not support all module.exports as named exports.\n' +
    'CommonJS modules can always be imported via the default export, for example using:\n\n' +
    "import pkg from './common.cjs';\nconst { nope } = pkg;\n",
});
const child = await import('./fixtures/child.js');
assert.strictEqual(child.default.module.parent, undefined);
