// SPDX-License-Identifier: MIT
// Random bytes and numbers: the requested number, only in the given range, in the right form.
'use strict';
const assert = require('assert');
const crypto = require('crypto');
let calls = 0;

assert.strictEqual(crypto.randomBytes(33).length, 33);
assert(!crypto.randomBytes(32).equals(crypto.randomBytes(32)));
crypto.randomBytes(40, (error, bytes) => {
  assert.strictEqual(error, null);
  assert.strictEqual(bytes.length, 40);
  calls++;
});
const part = Buffer.alloc(64);
crypto.randomFillSync(part, 16, 32);
assert(part.subarray(0, 16).every((byte) => byte === 0));
assert(part.subarray(48).every((byte) => byte === 0));
assert(part.subarray(16, 48).some((byte) => byte !== 0));
crypto.randomFill(new Uint32Array(8), 2, (error, array) => {
  assert.strictEqual(error, null);
  assert.strictEqual(array[1], 0);
  assert(array.subarray(2).some((one) => one !== 0));
  calls++;
});
assert.throws(() => crypto.randomFillSync(part, 65), { code: 'ERR_OUT_OF_RANGE' });
assert.throws(() => crypto.randomBytes(-1), { code: 'ERR_OUT_OF_RANGE' });

const seen = new Set();
for (let i = 0; i < 200; i++) seen.add(crypto.randomInt(-1, 2));
assert.deepStrictEqual([...seen].sort(), [-1, 0, 1]);
assert.throws(() => crypto.randomInt(0, 2 ** 48), { code: 'ERR_OUT_OF_RANGE' });
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const uuids = new Set();
for (let i = 0; i < 300; i++) {
  const one = crypto.randomUUID();
  assert.match(one, uuid);
  uuids.add(one);
}
assert.strictEqual(uuids.size, 300);
assert.match(globalThis.crypto.randomUUID(), uuid);
assert(globalThis.crypto.getRandomValues(new BigUint64Array(4)).some((one) => one !== 0n));
assert.throws(() => globalThis.crypto.getRandomValues(new Float64Array(1)),
  { name: 'TypeMismatchError' });
assert(crypto.timingSafeEqual(Buffer.from('abc'), Buffer.from('abc')));
assert(!crypto.timingSafeEqual(Buffer.from('abc'), Buffer.from('abd')));
assert.throws(() => crypto.timingSafeEqual(Buffer.alloc(1), Buffer.alloc(2)),
  { code: 'ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH' });
crypto.webcrypto.subtle.digest('SHA-256', Buffer.from('abc')).then((digest) => {
  assert.strictEqual(Buffer.from(digest).toString('hex').slice(0, 8), 'ba7816bf');
  calls++;
});
process.on('exit', () => assert.strictEqual(calls, 3));
