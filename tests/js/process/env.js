// SPDX-License-Identifier: MIT
// process.env holds only strings, and is otherwise an ordinary object as far as possible.
'use strict';
const assert = require('assert');
const { env } = process;
env.GYRE_A = 1;
assert.strictEqual(env.GYRE_A, '1');
env.GYRE_A = undefined;
assert.strictEqual(env.GYRE_A, 'undefined');
assert('GYRE_A' in env && Object.hasOwn(env, 'GYRE_A') && Object.keys(env).includes('GYRE_A'));
assert.deepStrictEqual(Object.getOwnPropertyDescriptor(env, 'GYRE_A'),
  { value: 'undefined', writable: true, enumerable: true, configurable: true });
assert.strictEqual({ ...env }.GYRE_A, 'undefined');
assert(delete env.GYRE_A && delete env.GYRE_A && !('GYRE_A' in env));
assert.throws(() => { env.GYRE_A = Symbol('s'); }, TypeError);
assert.throws(() => { env[Symbol('s')] = 1; }, TypeError);
assert.strictEqual(env[Symbol('s')], undefined);
assert.strictEqual(Symbol('s') in env, false);
assert.strictEqual(typeof env.toString, 'function');
env[''] = 'x';
assert.strictEqual(env[''], undefined);
env['a=b'] = 'x';
assert.strictEqual(env['a=b'], undefined);
for (const descriptor of [{ value: 1 }, { get() {} }, { value: 1, writable: true }]) {
  assert.throws(() => Object.defineProperty(env, 'GYRE_A', descriptor),
    { code: 'ERR_INVALID_OBJECT_DEFINE_PROPERTY' });
}
Object.defineProperty(env, 'GYRE_A',
  { value: 2, writable: true, enumerable: true, configurable: true });
assert.strictEqual(env.GYRE_A, '2');
assert.throws(() => Object.freeze(env), TypeError);
