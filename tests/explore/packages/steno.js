// SPDX-License-Identifier: MIT
// Several writes of one file: the last one stays.
'use strict';
const assert = require('assert');
const fs = require('fs');
const { directory, scene, work } = require('./scene');

scene(async () => {
  const { Writer } = await import('steno');
  const file = `${directory}/file`;
  const writer = new Writer(file);
  const writing = [1, 2].map((i) => writer.write(`${i}`));
  await work();
  writing.push(...[3, 4, 5].map((i) => writer.write(`${i}`)));
  await Promise.all(writing);
  assert.strictEqual(fs.readFileSync(file, 'utf8'), '5');
});
