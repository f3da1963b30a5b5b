// SPDX-License-Identifier: MIT
// import() in functions made by constructors resolves relative to the constructor's caller.
'use strict';
const assert = require('assert');

const AsyncFunction = (async () => {}).constructor;
const GeneratorFunction = (function* () {}).constructor;
const load = new Function('name', 'return import(name)');
const loadLater = new AsyncFunction('name', 'const m = await import(name); return m.default;');

assert.strictEqual(Function('a', 'b', '/* import */ return a + b')(1, 2), 3);
assert.strictEqual(Function('return this')(), globalThis);
assert.deepStrictEqual([...new GeneratorFunction('a', 'yield a; yield "import(x)";')(1)],
  [1, 'import(x)']);
assert.deepStrictEqual([Function.name, Function.length, load.name, load.length],
  ['Function', 1, 'anonymous', 1]);
assert.ok(Object.getPrototypeOf(AsyncFunction) === Function && load instanceof Function);
assert.strictEqual(load.constructor, Function);
class Callable extends Function {
  constructor() { super('return 7'); }
  more() { return this() + 1; }
}
assert.ok(new Callable() instanceof Callable && new Callable().more() === 8);
assert.throws(() => new Function('return ('), SyntaxError);
assert.throws(() => new Function('a', '}) + import("x"); (() => {'), SyntaxError);

let ended = 0;
load('./fixtures/esm/again.mjs').then((module) => {
  assert.strictEqual(typeof module, 'object');
  ended++;
});
loadLater('fs').then((fs) => {
  assert.strictEqual(fs, require('fs'));
  ended++;
});
const nothing = load('./fixtures/esm/no-such-file.mjs');
assert.rejects(nothing, { code: 'ERR_MODULE_NOT_FOUND' }).then(() => {
  ended++;
});
process.on('exit', () => assert.strictEqual(ended, 3));
