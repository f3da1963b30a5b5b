// SPDX-License-Identifier: MIT
// structuredClone keeps values, kinds and identities, transfers buffers, and refuses functions.
'use strict';
const assert = require('assert');

const value = {
  numbers: [1, -5, 1.5, NaN, -0, 2 ** 40], text: 'a\u00e9\u20ac', holes: [1, , 3],
  date: new Date(5), expression: /a+/gi, map: new Map([[1, { z: 2 }]]), set: new Set(['q']),
  bytes: new Uint8Array([1, 2, 3]), big: -123456789012345678901234567890n,
  boxed: [Object(1), Object('s'), Object(true)], nothing: undefined, nil: null,
};
value.self = value;
const copy = structuredClone(value);
assert.notStrictEqual(copy, value);
assert.strictEqual(copy.self, copy);
delete copy.self;
delete value.self;
assert.deepStrictEqual(copy, value);
const buffer = new ArrayBuffer(8);
const moved = structuredClone({ buffer, view: new Uint8Array(buffer, 2, 3) },
  { transfer: [buffer] });
assert.strictEqual(buffer.byteLength, 0);
assert.strictEqual(moved.view.buffer, moved.buffer);
assert.strictEqual(moved.view.byteOffset, 2);
assert.throws(() => structuredClone({ f() {} }), {
  name: 'DataCloneError', code: 25, message: 'f() {} could not be cloned.',
});
const error = structuredClone(new RangeError('m', { cause: 4 }));
assert.ok(error instanceof RangeError);
assert.strictEqual(error.message, 'm');

// Values of the transfer option.
for (const transfer of [undefined, null, {}, [], new Set()]) {
  assert.strictEqual(structuredClone(1, { transfer }), 1);
}
for (const transfer of [5, 'x', true]) {
  assert.throws(() => structuredClone(1, { transfer }),
    { message: 'Optional transferList argument must be an iterable' });
}
