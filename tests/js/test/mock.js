// SPDX-License-Identifier: MIT
// Mocks: functions that record calls, methods that are replaced, timers that are advanced by hand.
'use strict';
const assert = require('assert');
const { mock } = require('node:test');

const add = mock.fn((a, b) => a + b);
assert.strictEqual(add(1, 2), 3);
assert.strictEqual(add.mock.calls.length, 1);
assert.deepStrictEqual(add.mock.calls[0].arguments, [1, 2]);
assert.strictEqual(add.mock.calls[0].result, 3);
add.mock.mockImplementation(() => 'other');
assert.strictEqual(add(), 'other');
add.mock.mockImplementationOnce(() => 'once');
assert.strictEqual(add(), 'once');
assert.strictEqual(add(), 'other');
assert.strictEqual(add.mock.callCount(), 4);

const object = { value: 5, get() { return this.value; } };
const method = mock.method(object, 'get', function () { return this.value + 1; });
assert.strictEqual(object.get(), 6);
assert.strictEqual(method.mock.calls[0].this, object);
mock.restoreAll();
assert.strictEqual(object.get(), 5);

const limited = mock.fn(() => 'real', () => 'mocked', { times: 2 });
assert.deepStrictEqual([limited(), limited(), limited()], ['mocked', 'mocked', 'real']);
assert.throws(() => mock.method(object, 'nosuch'), { code: 'ERR_INVALID_ARG_VALUE' });

mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
const order = [];
setTimeout(() => order.push('late'), 100);
setTimeout(() => order.push('early'), 10);
const interval = setInterval(() => order.push('again'), 40);
mock.timers.tick(50);
assert.deepStrictEqual(order, ['early', 'again']);
mock.timers.tick(50);
assert.deepStrictEqual(order, ['early', 'again', 'again', 'late']);
clearInterval(interval);
mock.timers.reset();
