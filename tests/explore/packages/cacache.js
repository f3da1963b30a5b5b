// SPDX-License-Identifier: MIT
// Several who put and get the same keys.
'use strict';
const assert = require('assert');
const cacache = require('cacache');
const { directory, scene } = require('./scene');

scene(async () => {
  await Promise.all(['a', 'b', 'a'].map((key) => cacache.put(directory, key, `text of ${key}`)));
  const found = await Promise.all(['a', 'b', 'a'].map((key) => cacache.get(directory, key)));
  assert.deepStrictEqual(found.map(({ data }) => `${data}`),
    ['text of a', 'text of b', 'text of a']);
  await Promise.all([cacache.rm.entry(directory, 'a'), cacache.get(directory, 'b')]);
  await assert.rejects(cacache.get(directory, 'a'), { code: 'ENOENT' });
});
