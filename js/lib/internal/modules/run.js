// SPDX-License-Identifier: MIT
// How a program starts: the file that the command line names, or text that is a module. Called by
// internal/main.js and internal/startup.js.
'use strict';
const { Module, isModuleFile, isUntyped } = require('internal/modules/cjs');
const { resolve } = require('internal/modules/paths');
const program = require('internal/program');
const { process } = require('internal/process');

const { options } = program;

const pathToURL = (path) => require('internal/modules/urls').pathToURL(path);

const UNSETTLED = 13; // the exit code when the program's module never got past an `await`

// Runs a file as the program. The path is as on the command line.
function runMain(path) {
  Module._initPaths();
  const main = path.startsWith('/') ? resolve('/', path) : resolve(process.cwd(), path);
  process.argv[1] = main;
  if (options.import === undefined && options.experimentalLoader === undefined) start(main);
  else watch(importFirst().then((done) => (done ? start(main) : undefined)));
}

// The modules of --loader and --import, one after the other, relative to the working directory.
// Returns whether all have run.
async function importFirst() {
  const { experimentalLoader = [], import: specifiers = [] } = options;
  for (const specifier of experimentalLoader) {
    require('internal/modules/hooks').registerLoader(specifier);
  }
  const { importMain } = require('internal/modules/esm');
  const base = pathToURL(`${process.cwd()}/`);
  for (const specifier of specifiers) {
    if (!await watch(importMain(specifier, base))) return false;
  }
  return true;
}

// A text that is the program runs when what --import names has run.
function runAfterImports(run) {
  Module._initPaths();
  watch(importFirst().then((done) => (done ? run() : undefined)));
}

function start(main) {
  const file = Module._findPath(main, null, true);
  if (program.hooks?.hasThread()) return runModule(file || main);
  if (file && isModuleMain(file)) return runModule(file);
  return Module._load(main, null, true);
}

function isModuleMain(file) {
  if (isModuleFile(file)) return true;
  return options.experimentalDefaultType === 'module' && isUntyped(file) &&
    /(?:\.js|\/[^.]+)$/.test(file);
}

// Runs the file, an ES module, as the program.
function runModule(file) {
  const { importMain } = require('internal/modules/esm');
  const url = pathToURL(file);
  process.mainModule = undefined;
  return watch(importMain(url, url));
}

// Runs the module of a URL as the program of a worker.
function runURL(url) {
  const { importMain } = require('internal/modules/esm');
  process.mainModule = undefined;
  return watch(importMain(url, pathToURL(`${process.cwd()}/`)));
}

// Runs text as an ES module: -e, standard input. Returns the URL that it is called by.
function runModuleText(text) {
  const { importText } = require('internal/modules/esm');
  Module._initPaths();
  const path = `${process.cwd()}/[eval1]`;
  watch(importText(text, pathToURL(path), path));
  return pathToURL(path);
}

// The promise of the program's module: a rejection is an uncaught error. Returns whether it was
// fulfilled.
function watch(promise) {
  const onExit = () => { process.exitCode ??= UNSETTLED; };
  process.on('exit', onExit);
  return promise.then(() => {
    process.off('exit', onExit);
    return true;
  }, (error) => {
    process.off('exit', onExit);
    require('internal/fatal').uncaughtException(error, 'unhandledRejection');
    return false;
  });
}

// Throws if the text of the file `name` could not be run.
function checkSyntax(text, name) {
  const { plainText, compileCommon } = require('internal/modules/compile');
  const source = plainText(text);
  if (name[0] === '/' ? isModuleMain(name) : options.inputType === 'module') {
    const { parseModule, translate } = require('internal/modules/parse');
    try {
      parseModule(source);
    } catch (error) {
      throw translate(error, source, name);
    }
    return;
  }
  try {
    compileCommon(text, name);
  } catch (error) {
    const { hasModuleSyntax } = require('internal/modules/bridge');
    const typed = name[0] === '/' ? !isUntyped(name) : options.inputType === 'commonjs';
    if (typed || !hasModuleSyntax(source)) throw error;
  }
}

exports.runAfterImports = runAfterImports;
exports.runMain = runMain;
exports.runModule = runModule;
exports.runURL = runURL;
exports.runModuleText = runModuleText;
exports.checkSyntax = checkSyntax;
