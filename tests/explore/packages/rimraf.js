// SPDX-License-Identifier: MIT
// Two who remove the same tree: both succeed.
'use strict';
const assert = require('assert');
const fs = require('fs');
const { rimraf } = require('rimraf');
const { directory, scene } = require('./scene');

scene(async () => {
  const tree = `${directory}/tree`;
  for (const name of ['a', 'b']) {
    fs.mkdirSync(`${tree}/${name}/deep`, { recursive: true });
    fs.writeFileSync(`${tree}/${name}/deep/file`, name);
  }
  await Promise.all([rimraf(tree), rimraf(tree)]);
  assert.ok(!fs.existsSync(tree));
});
