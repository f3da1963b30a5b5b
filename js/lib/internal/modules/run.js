// SPDX-License-Identifier: MIT
// How a program starts: the file that the command line names.
'use strict';
const { Module } = require('internal/modules/cjs');
const { resolve } = require('internal/modules/paths');
const { process } = require('internal/process');

// Runs a file as the program. The path is as on the command line.
function runMain(path) {
  Module._initPaths();
  process.argv[1] = resolve(process.cwd(), path);
  Module._load(process.argv[1], null, true);
}

exports.runMain = runMain;
