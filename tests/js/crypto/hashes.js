// SPDX-License-Identifier: MIT
// Hashes: known results, in pieces, copies, as streams, of any length; and what they refuse.
'use strict';
const assert = require('assert');
const crypto = require('crypto');

const abc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
assert.strictEqual(crypto.createHash('sha256').update('abc').digest('hex'), abc);
assert.strictEqual(
  crypto.createHash('SHA256').update('a').update(Buffer.from('bc')).digest('hex'), abc);
assert.strictEqual(crypto.createHash('sha256').update('616263', 'hex').digest('hex'), abc);
assert.strictEqual(crypto.hash('sha256', 'abc'), abc);
assert.strictEqual(crypto.createHash('md5').update('abc').digest('base64'),
  'kAFQmDzST7DWlj99KOF/cg==');
assert.strictEqual(crypto.createHash('RSA-SHA1').digest('hex'),
  'da39a3ee5e6b4b0d3255bfef95601890afd80709');
assert.deepStrictEqual([...crypto.createHash('shake128', { outputLength: 4 }).digest()],
  [0x7f, 0x9c, 0x2b, 0xa4]);
assert.strictEqual(crypto.createHash('shake256', { outputLength: 0 }).digest('hex'), '');

const half = crypto.createHash('sha256').update('a');
const copy = half.copy();
assert.strictEqual(half.update('bc').digest('hex'), abc);
assert.strictEqual(copy.update('bc').digest('hex'), abc);
for (const late of [() => half.update('x'), () => half.digest(), () => half.copy()]) {
  assert.throws(late, { code: 'ERR_CRYPTO_HASH_FINALIZED', message: 'Digest already called' });
}
assert.throws(() => crypto.createHash('nosuch'), { message: 'Digest method not supported' });
assert.throws(() => crypto.createHash('sha256', { outputLength: 5 }),
  { code: 'ERR_OSSL_EVP_NOT_XOF_OR_INVALID_LENGTH' });
assert.throws(() => crypto.createHash('sha1').update(5), { code: 'ERR_INVALID_ARG_TYPE' });

assert.strictEqual(crypto.createHmac('sha256', 'key').update('abc').digest('hex'),
  '9c196e32dc0175f86f4b1cb89289d6619de6bee699e4c378e68309ed97a1a6ab');
assert.strictEqual(
  crypto.createHmac('sha1', crypto.createSecretKey(Buffer.from('key'))).digest('hex'),
  'f42bb0eeb018ebbd4597ae7213711ec60760843f');
assert.throws(() => crypto.createHmac('nosuch', 'key'), { code: 'ERR_CRYPTO_INVALID_DIGEST' });

const names = crypto.getHashes();
for (const name of ['sha1', 'sha512', 'RSA-SHA256', 'md5']) assert(names.includes(name));
for (const name of names) assert(crypto.createHash(name).digest().length > 0);

// Each is a stream of its own.
for (let i = 0; i < 5; i++) {
  const one = i % 2 ? crypto.createHash('sha256') : crypto.createHmac('sha256', 'key');
  one.end('abc');
  assert.strictEqual(one.read().length, 32);
}

const stream = crypto.createHash('sha256');
let seen;
stream.setEncoding('hex');
stream.on('data', (data) => { seen = data; });
stream.write('a');
stream.end('bc');
process.on('exit', () => assert.strictEqual(seen, abc));
