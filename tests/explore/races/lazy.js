// SPDX-License-Identifier: MIT
// Made when first needed, and needed twice: the second one finds nothing yet, and makes its own.
'use strict';
const fs = require('fs');
const { directory, bug } = require('./scene');

const file = `${directory}/store`;
let handle;
let opened = 0;
async function store() {
  if (handle === undefined) {
    await fs.promises.mkdir(directory, { recursive: true });
    const made = await fs.promises.open(file, 'a');
    opened++;
    handle = made;
  }
  return handle;
}

async function put(line) {
  await (await store()).write(line);
}

const later = new Promise((resolve) => { setTimeout(resolve, 20); });
Promise.all([put('one\n'), later.then(() => put('two\n'))]).then(async () => {
  await handle.close();
  if (opened !== 1) bug(`the store was opened ${opened} times`);
});
