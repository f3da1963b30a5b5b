// SPDX-License-Identifier: MIT
// sodium-native: hashes, boxes, streams, and a password hash on the pool (uv_queue_work).
'use strict';
const assert = require('assert');

(async () => {
  const sodium = require('sodium-native');
  const hash = Buffer.alloc(sodium.crypto_generichash_BYTES);
  sodium.crypto_generichash(hash, Buffer.from('x'));
  assert.strictEqual(hash.toString('hex').slice(0, 16), 'd161d71145abeec5');

  const key = Buffer.alloc(sodium.crypto_secretbox_KEYBYTES, 1);
  const nonce = Buffer.alloc(sodium.crypto_secretbox_NONCEBYTES, 2);
  const box = Buffer.alloc(5 + sodium.crypto_secretbox_MACBYTES);
  sodium.crypto_secretbox_easy(box, Buffer.from('hello'), nonce, key);
  const text = Buffer.alloc(5);
  assert(sodium.crypto_secretbox_open_easy(text, box, nonce, key));
  assert.strictEqual(String(text), 'hello');
  box[0] ^= 1;
  assert(!sodium.crypto_secretbox_open_easy(text, box, nonce, key));

  const stored = Buffer.alloc(sodium.crypto_pwhash_STRBYTES);
  await new Promise((resolve, reject) => {
    sodium.crypto_pwhash_str_async(stored, Buffer.from('password'),
      sodium.crypto_pwhash_OPSLIMIT_MIN, sodium.crypto_pwhash_MEMLIMIT_MIN,
      (error) => (error ? reject(error) : resolve()));
  });
  assert(sodium.crypto_pwhash_str_verify(stored, Buffer.from('password')));
  const secure = sodium.sodium_malloc(32);
  assert.strictEqual(secure.length, 32);
  sodium.sodium_free(secure);
})();
