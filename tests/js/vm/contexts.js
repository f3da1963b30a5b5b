// SPDX-License-Identifier: MIT
// Scripts in contexts of their own: what they see and change of the program's object.
'use strict';
const assert = require('assert');
const vm = require('vm');

const box = vm.createContext({ x: 2 });
assert.strictEqual(vm.runInContext(
  'x += 40; var y = 17; function get() { return y; } z = 5; let q = 9; y', box), 17);
assert.strictEqual(box.x, 42);
assert.strictEqual(box.y, 17);
assert.strictEqual(box.z, 5);
assert.strictEqual(typeof box.get, 'function');
assert.ok(!('q' in box));
assert.strictEqual(vm.runInContext('q + y', box), 26);
box.y = 100;
assert.strictEqual(vm.runInContext('y + get()', box), 200);
assert.ok(vm.isContext(box));
assert.ok(!vm.isContext({}));
assert.throws(() => vm.runInContext('1', {}), { code: 'ERR_INVALID_ARG_TYPE' });

assert.strictEqual(vm.runInNewContext('typeof process + typeof Array'), 'undefinedfunction');
assert.strictEqual(vm.runInNewContext('[]') instanceof Array, false);
assert.deepStrictEqual(Object.keys(vm.runInNewContext('a = 1; globalThis', { k: 0 })), ['k', 'a']);
assert.strictEqual(vm.runInThisContext('globalThis.made = 3'), 3);
assert.strictEqual(globalThis.made, 3);
assert.strictEqual(vm.runInContext('delete x; typeof x', vm.createContext({ x: 1 })), 'undefined');
assert.strictEqual(vm.runInNewContext('1 + 1', {}, { timeout: 1000 }), 2);

const script = new vm.Script('n += 1', 'count.vm');
const counter = vm.createContext({ n: 1 });
script.runInContext(counter);
script.runInContext(counter);
assert.strictEqual(counter.n, 3);

const sum = vm.compileFunction('return a + b + c', ['a', 'b'], { contextExtensions: [{ c: 5 }] });
assert.strictEqual(sum(1, 2), 8);
assert.throws(() => vm.compileFunction('});\n(function () {'), SyntaxError);
assert.throws(() => new vm.Script('var a = ;', 'bad.vm'), SyntaxError);

// A callback of the context, later.
vm.runInContext('Promise.resolve().then(() => { x = "later"; })', box);
setTimeout(() => assert.strictEqual(box.x, 'later'), 1);
