// SPDX-License-Identifier: MIT
// @node-rs/crc32, xxhash, argon2, bcrypt, jieba: known answers, and promises of the pool.
'use strict';
const assert = require('assert');

(async () => {
  const { crc32, crc32c } = require('@node-rs/crc32');
  assert.strictEqual(crc32('123456789'), 0xcbf43926);
  assert.strictEqual(crc32c(Buffer.from('123456789')), 0xe3069283);

  const { xxh32, xxh64, Xxh32 } = require('@node-rs/xxhash');
  assert.strictEqual(xxh64('a', 0n).toString(16), 'd24ec4f1a98c6e5b');
  assert.strictEqual(new Xxh32(0).update('a').digest(), xxh32('a', 0));

  const argon2 = require('@node-rs/argon2');
  const hashed = await argon2.hash('password', { memoryCost: 4096, timeCost: 2 });
  assert(await argon2.verify(hashed, 'password'));
  assert(!await argon2.verify(hashed, 'other'));

  const bcrypt = require('@node-rs/bcrypt');
  const text = await bcrypt.hash('password', 4);
  assert(await bcrypt.verify('password', text));
  assert(!await bcrypt.verify('other', text));

  const { Jieba } = require('@node-rs/jieba');
  const { dict } = require('@node-rs/jieba/dict');
  assert.deepStrictEqual(Jieba.withDict(dict).cut('\u4f60\u597d\u4e16\u754c', false),
    ['\u4f60\u597d', '\u4e16\u754c']);
})();
