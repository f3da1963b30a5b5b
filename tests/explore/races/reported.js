// SPDX-License-Identifier: MIT
// End against error: a copy counts as done when all has been read, though writing may still fail.
'use strict';
const fs = require('fs');
const { directory, bug } = require('./scene');

function copy(from, to, callback) {
  const reader = fs.createReadStream(from);
  const writer = fs.createWriteStream(to);
  let failure = null;
  writer.on('error', (error) => { failure = error; });
  reader.on('end', () => fs.stat(from, () => callback(failure)));
  reader.pipe(writer);
}

copy(__filename, `${directory}/there/is/no/such/directory`, (error) => {
  if (error === null) bug('a copy that failed is said to be fine');
});
