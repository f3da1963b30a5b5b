// SPDX-License-Identifier: MIT
// The prototype of a context's global can be set; scripts see what it has.
'use strict';
const assert = require('assert');
const vm = require('vm');

const context = vm.createContext({ own: 1 });
const global = vm.runInContext('this', context);
const prototype = { inherited: 5, own: 2 };
assert.strictEqual(Object.setPrototypeOf(global, prototype), global);
assert.strictEqual(Object.getPrototypeOf(global), prototype);
assert.strictEqual(vm.runInContext('inherited', context), 5);
assert.strictEqual(vm.runInContext('own', context), 1);
assert.strictEqual(vm.runInContext('typeof Array', context), 'function');
assert.strictEqual(vm.runInContext('Object.getPrototypeOf(this).inherited', context), 5);

function Window() {} // eslint-disable-line no-empty-function
Object.setPrototypeOf(global, Window.prototype);
assert(global instanceof Window);
assert.strictEqual(vm.runInContext('typeof inherited', context), 'undefined');

const other = vm.createContext({});
assert.strictEqual(vm.runInContext('typeof inherited', other), 'undefined');
