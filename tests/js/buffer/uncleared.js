// SPDX-License-Identifier: MIT
// Large Buffers that need not be cleared have memory of their own; alloc() and --zero-fill-buffers
// clear it.
'use strict';
const assert = require('assert');
const { execFileSync } = require('child_process');

for (const size of [4095, 4096, 65536, 1 << 20]) {
  for (const make of [Buffer.allocUnsafe, Buffer.allocUnsafeSlow]) {
    const buffer = make(size);
    assert.ok(Buffer.isBuffer(buffer));
    assert.strictEqual(buffer.length, size);
    if (make === Buffer.allocUnsafeSlow || size >= Buffer.poolSize) {
      assert.strictEqual(buffer.buffer.byteLength, size);
      assert.strictEqual(buffer.byteOffset, 0);
    }
    assert.ok(buffer.fill(7).every((byte) => byte === 7));
  }
  assert.ok(Buffer.alloc(size).every((byte) => byte === 0));
}
assert.strictEqual(Buffer.allocUnsafe(5000.5).length, 5000);

const program = `
  for (let i = 0; i < 500; i++) {
    const buffer = Buffer.allocUnsafeSlow(8192);
    if (buffer.some((byte) => byte !== 0)) process.exit(1);
    buffer.fill(1);
  }`;
execFileSync(process.execPath, ['--zero-fill-buffers', '-e', program]);
