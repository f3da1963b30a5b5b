// SPDX-License-Identifier: MIT
// Symbol properties of a context's object are its global's own; properties defined on the global
// are defined on the object; a proxy may be behind both.
'use strict';
const assert = require('assert');
const vm = require('vm');

const s = Symbol('s');
const other = Symbol('other');
const box = { a: 1, s, other, [s]: 2 };
const global = vm.runInContext('this', vm.createContext(box));
const run = (text) => vm.runInContext(text, box);

assert.deepStrictEqual([global[s], Object.hasOwn(global, s), other in global], [2, true, false]);
assert.deepStrictEqual(Object.getOwnPropertyDescriptor(global, s),
  { value: 2, writable: true, enumerable: true, configurable: true });
run('this[s]++; globalThis[other] = 4');
assert.deepStrictEqual([box[s], box.s, run('this[other]'), other in box], [3, s, 4, false]);
assert.deepStrictEqual([run('delete this[s]'), s in box, box.s], [true, false, s]);

run(`Object.defineProperty(this, 'b', { value: 7, configurable: true });
  Object.defineProperty(this, 'a', { get() { return 9; }, configurable: true });
  var v = 1; Object.defineProperty(this, 'v', { value: 3 });`);
assert.deepStrictEqual([box.b, box.a, box.v], [7, 9, 3]);
const left = run('[b, a, v, delete this.b, typeof b]');
assert.deepStrictEqual([...left], [7, 9, 3, true, 'undefined']);

Object.defineProperty(box, s, { set() { throw new RangeError('no'); }, configurable: true });
assert.throws(() => run('this[s] = 1'), RangeError);

const behind = new Proxy({ [Symbol.toStringTag]: 'Tag', __proto__: Object.getPrototypeOf(box) }, {
  has: (target, key) => key === 'made' || Reflect.has(target, key),
  get: (target, key, self) => (key === 'made' ? 'up' : Reflect.get(target, key, self)),
});
Object.setPrototypeOf(box, behind);
Object.setPrototypeOf(global, behind);
assert.strictEqual(run('made'), 'up');
assert.strictEqual(run('({}).toString.call(this)'), '[object Tag]');
for (let i = 0; i < 20000; i++) {
  if (global[Symbol.toStringTag] !== 'Tag' || global[Symbol.iterator] !== undefined) assert.fail();
}
