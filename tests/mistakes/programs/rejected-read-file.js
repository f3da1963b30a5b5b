// SPDX-License-Identifier: MIT
const fs = require('fs/promises');
async function main() {
  const text = await fs.readFile('no-such-file.txt');
  console.log(text);
}
main();
