// SPDX-License-Identifier: MIT
// Several who write one file: it is never half written, and the last one stays.
'use strict';
const assert = require('assert');
const fs = require('fs');
const write = require('write-file-atomic');
const { directory, scene } = require('./scene');

scene(async () => {
  const file = `${directory}/file`;
  const text = (i) => `${i}`.repeat(1000);
  const writing = [1, 2, 3, 4].map((i) => write(file, text(i)));
  await writing[0];
  const between = await fs.promises.readFile(file, 'utf8');
  assert.ok([1, 2, 3, 4].some((i) => between === text(i)));
  await Promise.all(writing);
  assert.strictEqual(fs.readFileSync(file, 'utf8'), text(4));
  assert.deepStrictEqual(fs.readdirSync(directory), ['file']);
});
