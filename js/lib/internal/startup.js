// SPDX-License-Identifier: MIT
// Programs that are not files: -e, standard input. Called by internal/main.js.
'use strict';
const program = require('internal/program');
const native = binding('process');
const stdio = binding('stdio');
const script = binding('script');

const texts = new Map(); // name -> program, for reports of errors

// The names that a text finds, which a file finds as parameters. They are made when first used.
function defineModule(name, text = undefined) {
  let made;
  const module = () => {
    if (made === undefined) {
      const { Module } = require('internal/modules/cjs');
      Module._initPaths();
      made = new Module(name);
      const { process } = require('internal/process');
      made.filename = `${process.cwd()}/${name}`;
      made.paths = Module._nodeModulePaths(process.cwd());
    }
    return made;
  };
  defineLazily(['module', 'exports', 'require'], (key) => {
    if (key === 'require') return makeRequire(module, text);
    return key === 'module' ? module() : module().exports;
  });
  for (const [key, value] of [['__filename', name], ['__dirname', '.']]) {
    Object.defineProperty(globalThis, key, {
      value, writable: true, enumerable: true, configurable: true,
    });
  }
  defineBuiltins();
}

// Texts often need only modules of the library, for which Module and its parts need not be loaded.
// But only a text that does nothing with `require` but call it can get the smaller version.
function makeRequire(module, text) {
  const make = () => require('internal/modules/cjs').makeRequire(module());
  const isOnlyCalled = text !== undefined && program.modules === null &&
    program.hooks === undefined && !/\brequire\b(?!\()|\beval\b|\bglobal/.test(text);
  if (!isOnlyCalled) return make();
  const { builtinName, load } = require('internal/modules/builtins');
  let whole;
  return function require(path) { // eslint-disable-line no-shadow
    if (whole === undefined && program.modules === null && typeof path === 'string') {
      const found = builtinName(path);
      if (found !== undefined) return load(found);
    }
    whole ??= make();
    return whole(path);
  };
}

// Globals that are made on first use. (One function with a loop: a function that is called for each
// would become hot, and start the engine's compilers.)
function defineLazily(keys, make) {
  for (const key of keys) {
    const settle = (value) => Object.defineProperty(globalThis, key, {
      value, writable: true, enumerable: false, configurable: true,
    });
    Object.defineProperty(globalThis, key, {
      get() {
        const value = make(key);
        settle(value);
        return value;
      },
      set: settle,
      enumerable: false,
      configurable: true,
    });
  }
}

// A text may use the library's modules by their names, without require.
function defineBuiltins() {
  const { builtinModules, load } = require('internal/modules/builtins');
  const free = [];
  for (const name of builtinModules()) {
    if (name[0] !== '_' && !name.includes('/') && !(name in globalThis)) free.push(name);
  }
  defineLazily(free, load);
}

// A text that is an ES module by what the option says or, where it says nothing, by its syntax.
function isModuleText(text, error) {
  const { inputType } = program.options;
  if (inputType !== undefined) return inputType === 'module';
  return error instanceof SyntaxError &&
    require('internal/modules/bridge').hasModuleSyntax(text);
}

function runModuleText(text, print) {
  if (print) {
    stdio.write(2, `${native.argv[0]}: --print cannot be used with ESM input\n`);
    native.exit(9);
  }
  texts.set(require('internal/modules/run').runModuleText(text), text);
}

// In a text the name `crypto` is the module, as it was before there was a global of that name. What
// is printed must be the text's own value, so there a block has it; otherwise a function, as in
// Node.
function withCrypto(text, print) {
  if (!/\bcrypto\b/.test(text)) return text;
  return print ? `let crypto=require("node:crypto");{${text}\n}` :
    `(crypto=>{{${text}\n}})(require("node:crypto"))`;
}

function runText(text, name, print) {
  if (isModuleText(text)) {
    runModuleText(text, print);
    return;
  }
  defineModule(name, text);
  let source = withCrypto(text, print);
  if (source !== text) {
    require('internal/modules/positions').setShift(name, source.indexOf(text));
  }
  texts.set(name, text);
  if (text.includes('import')) {
    const { process } = require('internal/process');
    source = require('internal/modules/compile').scriptText(source, `${process.cwd()}/${name}`);
  }
  let value;
  try {
    value = script.evaluate(source, name);
  } catch (error) {
    if (!isModuleText(text, error)) {
      throw require('internal/modules/parse').locate(error, text, name);
    }
    for (const key of ['module', 'exports', 'require', '__filename', '__dirname']) {
      delete globalThis[key]; // a module has none of them
    }
    runModuleText(text, print);
    return;
  }
  if (print) require('console').log(value);
}

function runStandardInput(print) {
  const text = stdio.readText(0);
  if (typeof text === 'number') {
    throw require('internal/errors').uvException({ errno: text, syscall: 'read' });
  }
  program.argv[1] ??= '-';
  runText(text, '[stdin]', print);
}

exports.textOf = (name) => texts.get(name);
exports.defineModule = defineModule;
exports.defineBuiltins = defineBuiltins;
exports.runText = runText;
exports.runStandardInput = runStandardInput;
