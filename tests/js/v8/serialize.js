// SPDX-License-Identifier: MIT
// v8.serialize and deserialize: values survive the round trip, cycles too.
'use strict';
const assert = require('assert');
const v8 = require('v8');

const value = {
  a: 1, s: 'x\u20ac', u: undefined, n: null, d: -0, nan: NaN, big: 10n, date: new Date(5),
  re: /x/g, m: new Map([[1, { z: 2 }]]), st: new Set([1, 'a']), b: Buffer.from('hi'),
  f: new Float64Array([1.5]), arr: [1, , 3], ab: new Uint8Array([1, 2]).buffer,
};
assert.deepStrictEqual(v8.deserialize(v8.serialize(value)), value);
value.self = value;
const copy = v8.deserialize(v8.serialize(value));
assert.strictEqual(copy.self, copy);
assert.ok(Buffer.isBuffer(copy.b));
const error = v8.deserialize(v8.serialize(new TypeError('t')));
assert.ok(error instanceof TypeError);
assert.strictEqual(error.message, 't');
assert.throws(() => v8.serialize(() => {}), /^Error: \(\) => \{\} could not be cloned\.$/);
