// SPDX-License-Identifier: MIT
// How a program starts: the file that the command line names, or text.
'use strict';
const { Module, isModuleFile } = require('internal/modules/cjs');
const { resolve } = require('internal/modules/paths');
const { pathToURL } = require('internal/modules/urls');
const { process } = require('internal/process');

const UNSETTLED = 13; // the exit code when the program's module never got past an `await`

// Runs a file as the program. The path is as on the command line.
function runMain(path) {
  Module._initPaths();
  const main = resolve(process.cwd(), path);
  process.argv[1] = main;
  const file = Module._findPath(main, null, true);
  if (file && isModuleFile(file)) runModule(file);
  else Module._load(main, null, true);
}

// Runs the file, an ES module, as the program.
function runModule(file) {
  process.mainModule = undefined;
  const { importModule } = require('internal/modules/esm');
  const url = pathToURL(file);
  watch(importModule(url, url));
}

// The promise of the program's module: what it is rejected with nothing caught.
function watch(promise) {
  const onExit = () => { process.exitCode ??= UNSETTLED; };
  process.on('exit', onExit);
  promise.then(() => {
    process.off('exit', onExit);
  }, (error) => {
    process.off('exit', onExit);
    require('internal/fatal').uncaughtException(error, 'unhandledRejection');
  });
}

exports.runMain = runMain;
exports.runModule = runModule;
exports.watch = watch;
