// SPDX-License-Identifier: MIT
// Whether a text has import attributes is found quickly, whatever comments it has.
import assert from 'node:assert';
import first from './fixtures/attributes_far.json' /* a * b **/ // c
  with /* { */ { type: 'json' };

assert.deepStrictEqual(first, { a: 1 });
const text = `export default 1; const s = '${'// '.repeat(2000)}';\n// '${'// a '.repeat(20000)}\n` +
  `'${'/* * / '.repeat(20000)}';`;
const began = Date.now();
const { default: one } = await import(`data:text/javascript,${encodeURIComponent(text)}`);
assert.strictEqual(one, 1);
assert.ok(Date.now() - began < 5000);
