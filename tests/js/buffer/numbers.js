// SPDX-License-Identifier: MIT
// Reading and writing numbers, and the errors for offsets and values that do not fit.
'use strict';
const assert = require('assert');

const buffer = Buffer.alloc(8);
assert.strictEqual(buffer.writeInt32BE(-2, 1), 5);
assert.strictEqual(buffer.readUInt32BE(1), 0xfffffffe);
assert.strictEqual(buffer.readIntBE(0, 6), 0xfffffffe00);
buffer.writeDoubleLE(-1.5);
assert.strictEqual(buffer.readDoubleLE(), -1.5);
buffer.writeBigInt64BE(-3n);
assert.strictEqual(buffer.readBigUInt64BE(), 2n ** 64n - 3n);
const range = (message) => ({ name: 'RangeError', code: 'ERR_OUT_OF_RANGE', message });
assert.throws(() => buffer.readUInt16LE(7), range(
  'The value of "offset" is out of range. It must be >= 0 and <= 6. Received 7'));
assert.throws(() => buffer.readInt8(1.5), range(
  'The value of "offset" is out of range. It must be an integer. Received 1.5'));
assert.throws(() => buffer.writeUIntLE(2 ** 48, 0, 6), range(
  'The value of "value" is out of range. It must be >= 0 and < 2 ** 48. ' +
  'Received 281_474_976_710_656'));
assert.throws(() => buffer.writeBigInt64LE(2n ** 63n), range(
  'The value of "value" is out of range. It must be >= -(2n ** 63n) and < 2n ** 63n. ' +
  'Received 9_223_372_036_854_775_808n'));
assert.throws(() => Buffer.alloc(3).readUInt32LE(), {
  code: 'ERR_BUFFER_OUT_OF_BOUNDS', message: 'Attempt to access memory outside buffer bounds',
});
