// SPDX-License-Identifier: MIT
// Whoever is quicker wins, and the directory is removed: the other one still writes into it.
'use strict';
const fs = require('fs');
const { directory, bug } = require('./scene');

const scratch = `${directory}/scratch`;
async function write(name, parts) {
  for (let i = 0; i < parts; i++) await fs.promises.writeFile(`${scratch}/${name}`, `${i}`);
}

(async () => {
  await fs.promises.mkdir(scratch);
  const slow = new Promise((resolve) => { setTimeout(resolve, 40); });
  const writing = write('a', 2);
  writing.catch((error) => bug(error.message));
  await Promise.race([slow, writing]);
  await fs.promises.rm(scratch, { recursive: true, force: true });
  await slow;
  if (fs.existsSync(scratch)) bug('what was removed is there again');
})();
