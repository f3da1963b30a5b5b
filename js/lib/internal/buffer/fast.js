// SPDX-License-Identifier: MIT
// What a Buffer is made of: the class, the pool that small ones are cut from, and the limits.
'use strict';

const kMaxLength = 2 ** 32;
const kStringMaxLength = 536870888;

// Every Buffer is one of these; its prototype is that of Buffer. With a constructor that says
// super(a, b, c) the engine makes one about as fast as a plain Uint8Array.
class FastBuffer extends Uint8Array {
  // eslint-disable-next-line no-useless-constructor
  constructor(bufferOrLength, byteOffset, length) {
    super(bufferOrLength, byteOffset, length);
  }
}

// From this size on, memory that need not be zero is not cleared (--zero-fill-buffers: none). For
// less it does not pay off: such memory is freed by full collections only, and so seldom in the
// processor's cache when it is used again.
const uncleared = { from: 1048576 };

// `bytes` is all of the pool; what lies before `used` belongs to somebody.
const pool = { bytes: undefined, buffer: undefined, size: 0, used: 0 };

// Buffers of pools: many share one, so none may hand it over.
const pools = new WeakSet();

function renewPool(size) {
  pool.size = size;
  pool.buffer = new ArrayBuffer(size);
  pool.bytes = new FastBuffer(pool.buffer, 0, size);
  pool.used = 0;
  pools.add(pool.buffer);
}

// The first `size` bytes of the pool that are free. The next ones start at a multiple of 8.
function takePooled(size) {
  const buffer = new FastBuffer(pool.buffer, pool.used, size);
  pool.used = (pool.used + size + 7) & ~7;
  return buffer;
}

module.exports = {
  FastBuffer, kMaxLength, kStringMaxLength, pool, pools, renewPool, takePooled, uncleared,
};
