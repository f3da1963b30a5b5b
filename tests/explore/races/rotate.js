// SPDX-License-Identifier: MIT
// A log that is rotated while it is written to: the name of the next file is known before it is
// open.
'use strict';
const fs = require('fs');
const { directory, bug } = require('./scene');

let stream = fs.createWriteStream(`${directory}/log`);
stream.on('error', (error) => bug(error.message));

function rotate(next) {
  stream.end();
  fs.rename(`${directory}/log`, `${directory}/log.1`, (error) => {
    if (error) return bug(error.message);
    stream = fs.createWriteStream(`${directory}/log`);
    stream.on('error', (problem) => bug(problem.message));
    stream.on('open', next);
  });
}

stream.write('one\n', () => rotate(() => {}));
fs.stat(directory, () => fs.readdir(directory, () => setTimeout(() => {
  if (stream.writableEnded) bug('who logs now is told: write after end');
  stream.end('two\n');
}, 30)));
