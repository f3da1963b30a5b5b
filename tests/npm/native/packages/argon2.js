// SPDX-License-Identifier: MIT
// argon2: hashes and verifies, in all three variants.
'use strict';
const assert = require('assert');

(async () => {
  const argon2 = require('argon2');
  for (const type of [argon2.argon2d, argon2.argon2i, argon2.argon2id]) {
    const hashed = await argon2.hash('password', { type, memoryCost: 4096, timeCost: 2 });
    assert(await argon2.verify(hashed, 'password'));
    assert(!await argon2.verify(hashed, 'other'));
  }
  const raw = await argon2.hash('p', { raw: true, salt: Buffer.alloc(16), memoryCost: 4096 });
  assert.strictEqual(raw.length, 32);
})();
