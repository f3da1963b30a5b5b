// SPDX-License-Identifier: MIT
// bufferutil: bytes masked and unmasked by its native code, which is checked to be loaded.
'use strict';
const assert = require('assert');

const { mask, unmask } = require('bufferutil');

assert.match(String(mask), /native code/);
const key = Buffer.from([1, 2, 3, 4]);
for (const size of [0, 1, 17, 125, 65536]) {
  const source = Buffer.alloc(size, 'hello');
  const output = Buffer.alloc(size);
  mask(source, key, output, 0, size);
  for (let i = 0; i < size; i++) assert.strictEqual(output[i], source[i] ^ key[i & 3]);
  unmask(output, key);
  assert.deepStrictEqual(output, source);
}
