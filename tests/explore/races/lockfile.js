// SPDX-License-Identifier: MIT
// A lock that is a file: whoever does not see it makes it. Two may not see it.
'use strict';
const fs = require('fs');
const { directory, bug } = require('./scene');

const lock = `${directory}/lock`;
let inside = 0;

function withLock(work) {
  fs.stat(lock, (error) => {
    if (!error) return setTimeout(withLock, 10, work);
    fs.writeFile(lock, `${process.pid}`, () => {
      if (++inside > 1) bug('two have the lock');
      work(() => {
        inside--;
        fs.unlink(lock, (problem) => { if (problem) bug(`no lock to remove: ${problem.code}`); });
      });
    });
  });
}

withLock((done) => setTimeout(done, 40));
setTimeout(withLock, 15, (done) => fs.readFile(__filename, done));
