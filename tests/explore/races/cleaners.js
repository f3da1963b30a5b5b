// SPDX-License-Identifier: MIT
// Check, then act: two cleaners look whether a file is old, and remove it. The second one comes
// when the first is through, as a rule.
'use strict';
const fs = require('fs');
const { directory, bug } = require('./scene');

const file = `${directory}/old`;
fs.writeFileSync(file, 'x');

function clean(next) {
  fs.readdir(directory, (error, names) => {
    if (!names.includes('old')) return next();
    fs.stat(file, (problem) => {
      if (problem) return bug(problem.message);
      fs.unlink(file, (failure) => (failure ? bug(failure.message) : next()));
    });
  });
}

clean(() => {});
setTimeout(clean, 15, () => {});
