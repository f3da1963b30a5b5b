// SPDX-License-Identifier: MIT
// Two who want a lock: never both have it.
'use strict';
const assert = require('assert');
const fs = require('fs');
const lockfile = require('proper-lockfile');
const { directory, scene, work } = require('./scene');

scene(async () => {
  const file = `${directory}/file`;
  fs.writeFileSync(file, '0');
  let holders = 0;
  const add = async () => {
    const release = await lockfile.lock(file, { retries: { retries: 20, minTimeout: 10 } });
    assert.strictEqual(++holders, 1);
    const count = Number(await fs.promises.readFile(file, 'utf8'));
    await work();
    await fs.promises.writeFile(file, `${count + 1}`);
    holders--;
    await release();
  };
  await Promise.all([add(), add(), add()]);
  assert.strictEqual(fs.readFileSync(file, 'utf8'), '3');
});
