// SPDX-License-Identifier: MIT
// Module namespace objects: their names, descriptors, and that they cannot be changed.
import assert from 'assert';
import * as ns from './fixtures/esm/again.mjs';

assert.deepStrictEqual(Object.keys(ns), ['any name', 'arrow', 'count', 'counted', 'default',
  'increment', 'live', 'plus', 'setV', 'v']);
assert.deepStrictEqual(Reflect.ownKeys(ns), [...Object.keys(ns), Symbol.toStringTag]);
assert.strictEqual(Object.prototype.toString.call(ns), '[object Module]');
assert.strictEqual(Object.getPrototypeOf(ns), null);
assert.strictEqual(Object.isExtensible(ns), false);
assert.deepStrictEqual({ ...Object.getOwnPropertyDescriptor(ns, 'count') },
  { value: 0, writable: true, enumerable: true, configurable: false });
assert.deepStrictEqual({ ...Object.getOwnPropertyDescriptor(ns, Symbol.toStringTag) },
  { value: 'Module', writable: false, enumerable: false, configurable: false });
assert.strictEqual('count' in ns, true);
assert.strictEqual('nope' in ns, false);
assert.strictEqual(ns.nope, undefined);
assert.throws(() => { ns.count = 5; }, TypeError);
assert.throws(() => { ns.nope = 5; }, TypeError);
assert.throws(() => { delete ns.count; }, TypeError);
assert.strictEqual(delete ns.nope, true);
assert.throws(() => Object.defineProperty(ns, 'count', { value: 5 }), TypeError);
assert.strictEqual(Reflect.defineProperty(ns, 'count', { value: 0 }), true);
assert.strictEqual(Reflect.setPrototypeOf(ns, null), true);
assert.strictEqual(Reflect.setPrototypeOf(ns, {}), false);
assert.throws(() => Object.freeze(ns), TypeError);
assert.strictEqual(Object.isFrozen(ns), false);
assert.strictEqual(ns, await import('./fixtures/esm/again.mjs'));
assert.notStrictEqual(ns, await import('./fixtures/esm/again.mjs?other'));
