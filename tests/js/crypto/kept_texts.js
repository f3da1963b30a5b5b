// SPDX-License-Identifier: MIT
// Proves that it makes no difference in how many calls, of which kinds, something is hashed: from
// the second hash of an algorithm on a short text is kept until the result is wanted.
'use strict';
const assert = require('assert');
const crypto = require('crypto');
const util = require('util');

const texts = ['', 'abc', 'ä€😀', '\ud800', 'x'.repeat(4096), 'ü'.repeat(4097), 'z'.repeat(100000)];
const encodings = [
  undefined, 'buffer', 'hex', 'HEX', 'base64', 'base64url', 'latin1', 'utf8', 'nosuch'];

const ways = {
  atOnce: (hash, text) => hash.update(text),
  asUtf8: (hash, text) => hash.update(text, 'utf8'),
  asBytes: (hash, text) => hash.update(Buffer.from(text)),
  otherName: (hash, text) => hash.update(text, 'UTF-8'),
  inTwo: (hash, text) => hash.update(text).update(''),
  nothingFirst: (hash, text) => hash.update('').update(text),
  bytesAfter: (hash, text) => hash.update(text).update(Buffer.alloc(0)),
  copied: (hash, text) => hash.update(text).copy(),
  copiedBefore: (hash, text) => hash.copy().update(text),
  streamed: (hash, text) => { hash.write(text); return hash; },
};

for (const algorithm of ['sha1', 'sha256', 'SHA512', 'md5', 'shake128', 'RSA-SHA1']) {
  const oneByOne = (text) => { // never kept
    const hash = crypto.createHash(algorithm, { outputLength: { shake128: 16, md5: 16, sha256: 32,
      SHA512: 64 }[algorithm] ?? 20 });
    return hash.update(Buffer.from(text)).digest();
  };
  for (const text of texts) {
    const bytes = oneByOne(text);
    for (const encoding of encodings) {
      const expected = Buffer.isEncoding(encoding) ? bytes.toString(encoding) : bytes;
      for (const [name, way] of Object.entries(ways)) {
        const value = way(crypto.createHash(algorithm), text).digest(encoding);
        assert.deepStrictEqual(value, expected, `${algorithm} ${name} ${encoding}`);
      }
    }
  }
}

// After digest() nothing but the stream is left, which says the same.
const done = crypto.createHash('sha1').update('abc');
const expected = 'a9993e364706816aba3e25717850c26c9cd0d89d';
assert.strictEqual(done.digest('hex'), expected);
for (const late of [() => done.update('x'), () => done.digest(), () => done.copy()]) {
  assert.throws(late, { code: 'ERR_CRYPTO_HASH_FINALIZED' });
}
done.end();
assert.strictEqual(done.read().toString('hex'), expected);

// What is kept does not show.
assert.match(util.inspect(crypto.createHash('sha1').update('secret')), /kHandle\)\]: Hash {},/);

assert.throws(() => crypto.createHash('sha1').update('abc', 'hex'),
  { code: 'ERR_INVALID_ARG_VALUE' });
assert.throws(() => crypto.createHash('sha1').digest(Symbol('hex')), TypeError);
