// SPDX-License-Identifier: MIT
// bcrypt: hashes, synchronously and on the pool, and errors.
'use strict';
const assert = require('assert');

(async () => {
  const bcrypt = require('bcrypt');
  const hashed = bcrypt.hashSync('password', 4);
  assert.match(hashed, /^\$2b\$04\$/);
  assert(bcrypt.compareSync('password', hashed));
  const all = await Promise.all(['a', 'b', 'c', 'd'].map((text) => bcrypt.hash(text, 4)));
  assert(await bcrypt.compare('c', all[2]));
  assert(!await bcrypt.compare('c', all[1]));
  await assert.rejects(bcrypt.hash(undefined, 4), /data and salt arguments required/);
})();
