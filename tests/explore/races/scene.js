// SPDX-License-Identifier: MIT
// What the programs here share: a directory of their own, and how they tell that the bug showed.
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'race-'));
process.on('exit', () => fs.rmSync(directory, { recursive: true, force: true }));

function bug(text) {
  console.log(`BUG: ${text}`);
  process.exit(1);
}

exports.bug = bug;
exports.directory = directory;
