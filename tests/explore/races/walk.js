// SPDX-License-Identifier: MIT
// A walk through a directory: what is listed may be gone when it is looked at.
'use strict';
const fs = require('fs');
const { directory, bug } = require('./scene');

for (const name of ['a', 'b', 'c.tmp']) fs.writeFileSync(`${directory}/${name}`, name);

async function sizeOf(path) {
  let sum = 0;
  for (const name of await fs.promises.readdir(path)) {
    sum += (await fs.promises.stat(`${path}/${name}`)).size;
  }
  return sum;
}

sizeOf(directory).catch((error) => bug(error.message));
setTimeout(() => fs.unlink(`${directory}/c.tmp`, () => {}), 20);
