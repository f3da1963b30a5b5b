// SPDX-License-Identifier: MIT
// A Buffer whose bytes C has read or written can still be transferred.
'use strict';
const assert = require('assert');

for (const size of [100, 5000]) {
  const buffer = Buffer.from(new ArrayBuffer(size));
  buffer.write('text');
  assert.strictEqual(buffer.toString('latin1', 0, 4), 'text');
  assert.strictEqual(buffer.indexOf('xt'), 2);
  assert.strictEqual(buffer.compare(Buffer.from('text')), 1);
  const moved = structuredClone(buffer.buffer, { transfer: [buffer.buffer] });
  assert.strictEqual(moved.byteLength, size);
  assert.strictEqual(buffer.length, 0);
  assert.strictEqual(buffer.toString(), '');
}
