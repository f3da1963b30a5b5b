// SPDX-License-Identifier: MIT
// Several who make, copy, move and remove in one tree.
'use strict';
const assert = require('assert');
const fse = require('fs-extra');
const { directory, scene } = require('./scene');

scene(async () => {
  const deep = `${directory}/a/b/c`;
  await Promise.all([1, 2, 3].map(() => fse.ensureDir(deep)));
  await Promise.all([1, 2, 3].map((i) => fse.outputFile(`${directory}/out/${i}/x`, `${i}`)));
  await Promise.all([1, 2].map((i) => fse.copy(`${directory}/out`, `${directory}/copy${i}`)));
  await fse.move(`${directory}/copy1`, `${directory}/moved`);
  for (const place of ['moved', 'copy2']) {
    assert.strictEqual(await fse.readFile(`${directory}/${place}/3/x`, 'utf8'), '3');
  }
  await Promise.all([fse.remove(deep), fse.remove(deep), fse.emptyDir(`${directory}/moved`)]);
  assert.deepStrictEqual(await fse.readdir(`${directory}/moved`), []);
});
