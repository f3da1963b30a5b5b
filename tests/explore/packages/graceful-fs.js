// SPDX-License-Identifier: MIT
// Many files at once, each with its own content.
'use strict';
const assert = require('assert');
const { promisify } = require('util');
const fs = require('graceful-fs');
const { directory, scene } = require('./scene');

scene(async () => {
  const write = promisify(fs.writeFile);
  const read = promisify(fs.readFile);
  const all = Array.from({ length: 6 }, (_, i) => i);
  await Promise.all(all.map((i) => write(`${directory}/${i}`, `text ${i}`)));
  const texts = await Promise.all(all.map((i) => read(`${directory}/${i}`, 'utf8')));
  assert.deepStrictEqual(texts, all.map((i) => `text ${i}`));
  await promisify(fs.rename)(`${directory}/0`, `${directory}/x`);
  assert.strictEqual((await promisify(fs.readdir)(directory)).length, 6);
});
