// SPDX-License-Identifier: MIT
// Written beside, then renamed: two writers of one file use the same name for what is not ready.
'use strict';
const fs = require('fs');
const { directory, bug } = require('./scene');

const file = `${directory}/state.json`;
async function save(state) {
  await fs.promises.writeFile(`${file}.tmp`, JSON.stringify(state));
  await fs.promises.rename(`${file}.tmp`, file);
}

const wrong = (error) => bug(error.message);
save({ count: 1 }).catch(wrong);
setTimeout(() => save({ count: 2 }).then(async () => {
  const { count } = JSON.parse(await fs.promises.readFile(file, 'utf8'));
  if (count !== 2) bug(`what was saved last is ${count}`);
}).catch(wrong), 25);
