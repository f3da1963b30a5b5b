// SPDX-License-Identifier: MIT
// pbkdf2, scrypt and hkdf: known results, the same in the pool and without, bad numbers refused.
'use strict';
const assert = require('assert');
const crypto = require('crypto');
let calls = 0;

const p = '0c60c80f961f0e71f3a9b524af6012062fe037a6';
assert.strictEqual(crypto.pbkdf2Sync('password', 'salt', 1, 20, 'sha1').toString('hex'), p);
crypto.pbkdf2('password', 'salt', 1, 20, 'sha1', (error, key) => {
  assert.ifError(error);
  assert.strictEqual(key.toString('hex'), p);
  calls++;
});
const s = '77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442';
assert.strictEqual(
  crypto.scryptSync('', '', 32, { N: 16, r: 1, p: 1 }).toString('hex'), s);
crypto.scrypt('', '', 32, { cost: 16, blockSize: 1, parallelization: 1 }, (error, key) => {
  assert.ifError(error);
  assert.strictEqual(key.toString('hex'), s);
  calls++;
});
const h = '24156e2c35525baaf3d0fbb92b734c8032a110a3f12e2596e441e1924870';
const hex = (buffer) => Buffer.from(buffer).toString('hex');
assert.strictEqual(hex(crypto.hkdfSync('sha512', 'key', 'salt', 'info', 30)), h);
crypto.hkdf('sha512', 'key', 'salt', 'info', 30, (error, key) => {
  assert(key instanceof ArrayBuffer);
  assert.strictEqual(hex(key), h);
  calls++;
});

assert.throws(() => crypto.pbkdf2Sync('a', 'b', 1, 1, 'no'), { code: 'ERR_CRYPTO_INVALID_DIGEST' });
assert.throws(() => crypto.pbkdf2Sync('a', 'b', 0, 1, 'sha1'), { code: 'ERR_OUT_OF_RANGE' });
assert.throws(() => crypto.scryptSync('a', 'b', 1, { N: 3 }),
  { code: 'ERR_CRYPTO_INVALID_SCRYPT_PARAMS' });
assert.throws(() => crypto.scryptSync('a', 'b', 1, { N: 2 ** 20 }), /memory limit exceeded/);
assert.throws(() => crypto.hkdfSync('sha1', 'a', 'b', 'c', 20 * 255 + 1),
  { code: 'ERR_CRYPTO_INVALID_KEYLEN' });
process.on('exit', () => assert.strictEqual(calls, 3));
