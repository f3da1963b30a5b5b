// SPDX-License-Identifier: MIT
// msgpackr with its native part: round trips of values.
'use strict';
const assert = require('assert');

const { Packr, isNativeAccelerationEnabled } = require('msgpackr');

assert.strictEqual(isNativeAccelerationEnabled, true);
assert.strictEqual(typeof require('msgpackr-extract').extractStrings, 'function');
const packr = new Packr({ structuredClone: true });
const value = { text: 'a'.repeat(100), list: ['x'.repeat(40), '\u00e4\u20ac', 1, -2.5, null, true],
  bytes: Buffer.from([1, 2]), map: new Map([['k', new Date(0)]]) };
for (let i = 0; i < 1000; i++) assert.deepStrictEqual(packr.unpack(packr.pack(value)), value);
