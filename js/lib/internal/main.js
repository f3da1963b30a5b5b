// SPDX-License-Identifier: MIT
// What the command line asks for.
'use strict';
const { process } = require('internal/process');
const script = binding('script');

function run() {
  const [, file] = process.argv;
  if (file === '-e') {
    script.evaluate(process.argv[2], '[eval]');
    return;
  }
  require('internal/modules/run').runMain(file);
}

exports.run = run;
