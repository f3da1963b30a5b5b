// SPDX-License-Identifier: MIT
// fs.stat, 64 at a time.
'use strict';
const fs = require('fs');

const COUNT = 1000000;
let begun = 0;
let done = 0;
const start = process.hrtime.bigint();

function next() {
  if (begun++ >= COUNT) return;
  fs.stat(__filename, (error, stats) => {
    if (error || stats.size === 0) throw error ?? new Error('an empty file');
    if (++done < COUNT) next();
    else console.log(Number(process.hrtime.bigint() - start) / COUNT);
  });
}

for (let i = 0; i < 64; i++) next();
