// SPDX-License-Identifier: MIT
// Memory that shrinks or is detached while an argument is converted, or while a thread works on it:
// no call uses memory that is gone.
'use strict';
const assert = require('assert');
const crypto = require('crypto');
const fs = require('fs');
const zlib = require('zlib');

function resizable(size) {
  const memory = new ArrayBuffer(size, { maxByteLength: size });
  return { memory, buffer: Buffer.from(memory).fill('abcdefg') };
}

function detach(memory) {
  return structuredClone(memory, { transfer: [memory] });
}

// While arguments are converted. Larger than a page, so that it is really gone.
for (const method of ['utf8Slice', 'latin1Slice', 'hexSlice', 'ucs2Slice', 'base64Slice']) {
  const { memory, buffer } = resizable(1 << 20);
  const end = { valueOf() { memory.resize(0); return 1 << 20; } };
  assert.strictEqual(buffer[method](0, { valueOf: () => 0 }), '');
  try {
    assert.strictEqual(buffer[method](0, end), '');
  } catch (error) {
    assert.strictEqual(error.code, 'ERR_OUT_OF_RANGE');
  }
}
{
  const { memory, buffer } = resizable(1 << 20);
  const offset = { valueOf() { memory.resize(0); return 5; } };
  assert.throws(() => buffer.utf8Write('x'.repeat(100), offset),
    { code: 'ERR_BUFFER_OUT_OF_BOUNDS' });
  const thrower = { valueOf() { throw new RangeError('mine'); } };
  assert.throws(() => Buffer.alloc(5).utf8Slice(thrower), { message: 'mine' });
}

// While a thread works on it.
const { memory, buffer } = resizable(1 << 20);
const expected = zlib.deflateSync(buffer);
zlib.deflate(buffer, (error, bytes) => {
  assert.ifError(error);
  assert.ok(bytes.equals(expected)); // the bytes at the time of the call
});
memory.resize(0);

const stream = zlib.createGzip();
const chunk = resizable(1 << 20);
stream.end(chunk.buffer);
chunk.memory.resize(0);
stream.resume();

const random = resizable(1 << 20);
crypto.randomFill(random.buffer, (error) => {
  assert.ifError(error);
  assert.strictEqual(random.memory.byteLength, 100);
  assert.ok(new Uint8Array(random.memory).some((byte) => byte !== 0));
});
random.memory.resize(100);

// The kernel reports memory that is not there.
const read = resizable(1 << 20);
const fd = fs.openSync(__filename);
fs.read(fd, read.buffer, (error) => {
  assert.strictEqual(error?.code ?? 'EFAULT', 'EFAULT');
});
read.memory.resize(0);

// A read into a buffer that is transferred meanwhile writes to the transferred memory.
const own = new Uint8Array(1 << 16);
fs.read(fd, own, 0, own.length, 0, (error, count, view) => {
  assert.ifError(error);
  assert.ok(count > 100);
  assert.strictEqual(view.length, 0);
  fs.closeSync(fd);
});
const taken = detach(own.buffer);
assert.strictEqual(own.length, 0);
assert.strictEqual(taken.byteLength, 1 << 16);

// A buffer that was read into is transferred like any other.
const used = new Uint8Array(100);
fs.readSync(fs.openSync(__filename), used);
const moved = detach(used.buffer);
assert.strictEqual(used.length, 0);
assert.strictEqual(Buffer.from(moved).toString('latin1', 0, 7), '// SPDX');
assert.throws(() => structuredClone(1, { transfer: [Object.create(ArrayBuffer.prototype)] }),
  { code: 'ERR_INVALID_TRANSFER_OBJECT' });
