// SPDX-License-Identifier: MIT
// Those who ask for the same at a time cause one fetch.
'use strict';
const assert = require('assert');
const { LRUCache } = require('lru-cache');
const { scene, work } = require('./scene');

scene(async () => {
  let fetches = 0;
  const cache = new LRUCache({ max: 10,
    fetchMethod: async (key) => {
      fetches++;
      await work();
      return `${key}!`;
    } });
  const values = await Promise.all(['a', 'a', 'b', 'a'].map((key) => cache.fetch(key)));
  assert.deepStrictEqual(values, ['a!', 'a!', 'b!', 'a!']);
  assert.strictEqual(fetches, 2);
});
