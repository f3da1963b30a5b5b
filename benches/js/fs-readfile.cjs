// SPDX-License-Identifier: MIT
// fs.readFile of a file of 1 KiB, 64 at a time.
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');

const COUNT = 100000;
const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'bench-')), 'file');
fs.writeFileSync(file, Buffer.alloc(1024, 'x'));
let begun = 0;
let done = 0;
const start = process.hrtime.bigint();

function next() {
  if (begun++ >= COUNT) return;
  fs.readFile(file, (error, data) => {
    if (error || data.length !== 1024) throw error ?? new Error(`${data.length} bytes`);
    if (++done < COUNT) {
      next();
      return;
    }
    console.log(Number(process.hrtime.bigint() - start) / COUNT);
    fs.rmSync(path.dirname(file), { recursive: true });
  });
}

for (let i = 0; i < 64; i++) next();
