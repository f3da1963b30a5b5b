// SPDX-License-Identifier: MIT
// The end of one stream against the error of another: a copy that counts as done when the reader
// has ended, though the writer may not have opened its file.
'use strict';
const fs = require('fs');
const { directory, bug } = require('./scene');

const from = fs.createReadStream(__filename);
const to = fs.createWriteStream(`${directory}/copy`);
from.pipe(to);
from.on('end', () => fs.stat(__filename, () => {
  fs.readFile(`${directory}/copy`, (error, text) => {
    if (error) return bug(error.message);
    if (text.length === 0) bug('the copy is empty');
  });
}));
