// SPDX-License-Identifier: MIT
// What a module has and does not have: no `this`, no CommonJS names, strict mode, a URL of its own.
import assert from 'assert';

assert.strictEqual(this, undefined);
for (const name of ['arguments', 'require', 'module', 'exports', '__filename', '__dirname']) {
  assert.strictEqual(eval(`typeof ${name === 'arguments' ? 'nope' : name}`), 'undefined');
}
assert.strictEqual(typeof arguments, 'undefined');
assert.strictEqual((function() { return arguments.length; })(1, 2), 2);
assert.strictEqual((function() { return this; })(), undefined);
assert.throws(() => { undeclared = 1; }, ReferenceError);
assert.deepStrictEqual(Object.keys(import.meta), ['dirname', 'filename', 'resolve', 'url']);
assert.strictEqual(Object.getPrototypeOf(import.meta), null);
assert.ok(import.meta.filename.endsWith('/tests/js/modules/scope.mjs'));
assert.strictEqual(import.meta.url, `file://${encodeURI(import.meta.filename)}`);
assert.strictEqual(`${import.meta.dirname}/scope.mjs`, import.meta.filename);
assert.strictEqual(import.meta.resolve('./x.js'), `file://${encodeURI(import.meta.dirname)}/x.js`);
assert.strictEqual(import.meta, import.meta);
