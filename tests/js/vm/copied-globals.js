// SPDX-License-Identifier: MIT
// The properties of the global, copied with their descriptors to another object, belong to that.
'use strict';
const assert = require('assert');
const vm = require('vm');

const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(globalThis));
delete copy.globalThis;
const context = vm.createContext(copy);
const real = copy.setInterval;
vm.runInContext('setInterval = 1; globalThis.clearInterval = 2; URL = 3;', context);
assert.deepStrictEqual([copy.setInterval, copy.clearInterval, copy.URL], [1, 2, 3]);
const seen = vm.runInContext('[setInterval, clearInterval, URL]', context);
assert.deepStrictEqual([...seen], [1, 2, 3]);
assert.strictEqual(globalThis.setInterval, real);
assert.strictEqual(typeof clearInterval, 'function');
globalThis.clearTimeout = 'own';
assert.strictEqual(typeof copy.clearTimeout, 'function');
assert.strictEqual(globalThis.clearTimeout, 'own');
setImmediate = 4; // eslint-disable-line no-global-assign
assert.strictEqual(globalThis.setImmediate, 4);
