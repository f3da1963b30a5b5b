// SPDX-License-Identifier: MIT
// leveldown: the older interface, with callbacks.
'use strict';
const assert = require('assert');
const { directory } = require('./help');

const { promisify } = require('util');
const leveldown = require('leveldown');

(async () => {
  const db = leveldown(directory({}));
  await promisify(db.open.bind(db))({});
  await promisify(db.put.bind(db))('key', 'value');
  assert.strictEqual(String(await promisify(db.get.bind(db))('key')), 'value');
  await assert.rejects(promisify(db.get.bind(db))('none'), /NotFound/);
  await promisify(db.close.bind(db))();
})();
