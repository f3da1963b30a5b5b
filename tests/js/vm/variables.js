// SPDX-License-Identifier: MIT
// Variables of scripts keep values that their functions set after the script has ended.
'use strict';
const assert = require('assert');
const vm = require('vm');

const box = vm.createContext({ seen: [] });
const next = vm.runInContext('var n = 0; function f() { n++; return n; } f', box);
for (let i = 1; i < 50; i++) assert.strictEqual(next(), i);
assert.strictEqual(vm.runInContext('n', box), 49);
assert.strictEqual(box.n, 49);
box.n = 100;
assert.strictEqual(vm.runInContext('f()', box), 101);
assert.strictEqual(box.n, 101);
vm.runInContext('n = 5; var later = 7', box);
assert.deepStrictEqual([box.n, box.later, next()], [5, 7, 6]);
vm.runInContext('later += n', box);
assert.deepStrictEqual([box.n, box.later], [6, 13]);
