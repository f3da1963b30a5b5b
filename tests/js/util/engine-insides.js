// SPDX-License-Identifier: MIT
// Promises, proxies and iterators are laid out as internal/util/types.js reads them: the engine's
// internal values are shown.
'use strict';
const assert = require('assert');
const { inspect, types } = require('util');
const rejected = Promise.reject(new Map([[1, 2]]));
rejected.catch(() => {});
assert.strictEqual(inspect([Promise.resolve('x'), new Promise(() => {}), rejected], {
  breakLength: Infinity,
}), "[ Promise { 'x' }, Promise { <pending> }, Promise { <rejected> Map(1) { 1 => 2 } } ]");
const map = new Map([['a', 1], ['b', 2], ['c', 3]]);
const entries = map.entries();
entries.next();
map.delete('b');
map.set('d', 4);
assert.strictEqual(inspect(entries), "[Map Entries] { [ 'c', 3 ], [ 'd', 4 ] }");
assert.deepStrictEqual([...entries], [['c', 3], ['d', 4]]);
assert.strictEqual(inspect(entries), '[Map Entries] {  }');
const { proxy, revoke } = Proxy.revocable({ a: 1 }, {});
assert.strictEqual(inspect(proxy, { showProxy: true }), 'Proxy [ { a: 1 }, {} ]');
revoke();
assert.strictEqual(inspect(proxy), '<Revoked Proxy>');
assert.ok(types.isProxy(proxy));
assert.ok(types.isArgumentsObject((function () { return arguments; })()));
assert.ok(types.isGeneratorObject((function* () {})()));
assert.ok(!types.isPromise({ then() {} }));
