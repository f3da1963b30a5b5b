// SPDX-License-Identifier: MIT
// What the scenarios here share: a directory of their own, and a check that everything was done.
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'package-'));
let isDone = false;
process.on('exit', (code) => {
  fs.rmSync(directory, { recursive: true, force: true });
  if (code === 0 && !isDone) {
    console.log('the scenario did not come to its end');
    process.exitCode = 1;
  }
});

// Runs an async function; if it throws, the process ends with 1.
function scene(run) {
  run().then(() => { isDone = true; }, (error) => {
    console.log(error);
    process.exit(1);
  });
}

const sleep = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });
const work = () => fs.promises.stat(__filename); // of unknown length

exports.directory = directory;
exports.scene = scene;
exports.sleep = sleep;
exports.work = work;
