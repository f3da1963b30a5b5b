// SPDX-License-Identifier: MIT
// lodash: collections, deep copies and comparisons, templates, chains, and functions with timers.
'use strict';
const assert = require('assert');
const _ = require('lodash');

assert.deepStrictEqual(_.chunk([1, 2, 3], 2), [[1, 2], [3]]);
assert.deepStrictEqual(_.groupBy(['one', 'two', 'three'], 'length'),
  { 3: ['one', 'two'], 5: ['three'] });
const original = { a: [new Date(0), /x/g, new Map([[1, { b: 2 }]]), new Uint8Array([1, 2])] };
const copy = _.cloneDeep(original);
assert.ok(_.isEqual(copy, original) && copy.a[2].get(1) !== original.a[2].get(1));
const template = _.template('<% for (const x of xs) { %><%- x %>;<% } %>');
assert.strictEqual(template({ xs: ['<', 2] }), '&lt;;2;');
assert.deepStrictEqual(_([3, 1, 2]).sortBy().map((n) => n * n).value(), [1, 4, 9]);
assert.strictEqual(_.get({ a: [{ b: 5 }] }, 'a[0].b'), 5);
assert.strictEqual(_.camelCase('--foo-bar-ä'), 'fooBarA');
let calls = 0;
const debounced = _.debounce(() => { calls++; }, 20);
debounced();
debounced();
const throttled = _.throttle((n) => n, 1000);
assert.deepStrictEqual([throttled(1), throttled(2)], [1, 1]);
throttled.cancel();
setTimeout(() => assert.strictEqual(calls, 1), 60);
process.on('exit', () => assert.strictEqual(calls, 1));
