// SPDX-License-Identifier: MIT
// Packed and unpacked twice at a time: the files are the same.
'use strict';
const assert = require('assert');
const fs = require('fs');
const tar = require('tar');
const { directory, scene } = require('./scene');

scene(async () => {
  fs.mkdirSync(`${directory}/in/deep`, { recursive: true });
  for (const name of ['a', 'deep/b', 'deep/c']) fs.writeFileSync(`${directory}/in/${name}`, name);
  await tar.c({ file: `${directory}/x.tgz`, gzip: true, cwd: directory }, ['in']);
  await Promise.all(['one', 'two'].map(async (name) => {
    const cwd = `${directory}/${name}`;
    fs.mkdirSync(cwd);
    await tar.x({ file: `${directory}/x.tgz`, cwd });
    for (const one of ['a', 'deep/b', 'deep/c']) {
      assert.strictEqual(fs.readFileSync(`${cwd}/in/${one}`, 'utf8'), one);
    }
  }));
});
