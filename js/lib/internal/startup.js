// SPDX-License-Identifier: MIT
// Between the options and the program: what the options change before anything runs, and programs
// that are no files (-e, standard input), or are only looked at (-c). Called by internal/main.js.
'use strict';
const { process } = require('internal/process');
const stdio = binding('stdio');
const script = binding('script');

const texts = new Map(); // name -> program, for reports of errors

// What only matters if there is an option or a variable for it.
function apply(options) {
  const variable = binding('env').get;
  if (variable('NODE_NO_WARNINGS') === '1') options.warnings = false;
  if (variable('NODE_PENDING_DEPRECATION') === '1') options.pendingDeprecation = true;
  const redirect = variable('NODE_REDIRECT_WARNINGS');
  if (redirect) options.redirectWarnings ??= redirect;
  if (variable('NODE_PRESERVE_SYMLINKS') === '1') options.preserveSymlinks = true;
  if (variable('NODE_PRESERVE_SYMLINKS_MAIN') === '1') options.preserveSymlinksMain = true;
  if (variable('NODE_CHANNEL_FD') !== undefined) openChannel(process.env);
  if (process.execArgv.length > 0 || variable('NODE_OPTIONS')) applyAll(options);
  if (options.warnings === false) process.removeAllListeners('warning');
}

// This process was forked by another one.
function openChannel(env) {
  const fd = parseInt(env.NODE_CHANNEL_FD, 10);
  const mode = env.NODE_CHANNEL_SERIALIZATION_MODE || 'json';
  delete env.NODE_CHANNEL_FD; // it is not for children of this one
  delete env.NODE_CHANNEL_SERIALIZATION_MODE;
  require('child_process')._forkChild(fd, mode);
}

function applyAll(options) {
  if (options.deprecation === false) process.noDeprecation = true;
  if (options.throwDeprecation) process.throwDeprecation = true;
  if (options.traceDeprecation) process.traceDeprecation = true;
  if (options.title !== undefined) process.title = options.title;
  if (options.stackTraceLimit !== undefined) Error.stackTraceLimit = options.stackTraceLimit;
  if (options.exposeGc) {
    Object.defineProperty(globalThis, 'gc', {
      value: function gc() { script.collect(); },
      writable: true, enumerable: false, configurable: true,
    });
  }
  for (const file of options.envFile ?? []) loadEnvFile(file);
  if (options.require !== undefined) {
    const { Module } = require('internal/modules/cjs');
    Module._initPaths();
    Module._preloadModules(options.require);
  }
}

function loadEnvFile(file) {
  try {
    process.loadEnvFile(file);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    stdio.write(2, `${process.argv0}: ${file}: not found\n`);
    binding('process').exit(9);
  }
}

// The names that a text finds, which a file finds as parameters. They are made when first used.
function defineModule(name) {
  let made;
  const module = () => {
    if (made === undefined) {
      const { Module } = require('internal/modules/cjs');
      Module._initPaths();
      made = new Module(name);
      made.filename = `${process.cwd()}/${name}`;
      made.paths = Module._nodeModulePaths(process.cwd());
    }
    return made;
  };
  defineLazily(['module', 'exports', 'require'], (key) => {
    if (key === 'require') return require('internal/modules/cjs').makeRequire(module());
    return key === 'module' ? module() : module().exports;
  });
  for (const [key, value] of [['__filename', name], ['__dirname', '.']]) {
    Object.defineProperty(globalThis, key, {
      value, writable: true, enumerable: true, configurable: true,
    });
  }
  defineBuiltins();
}

// Globals that are made when they are first asked for. (One function with a loop: one that is called
// for each would become hot, and start the engine's compilers.)
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
  const { inputType } = require('internal/process').options;
  if (inputType !== undefined) return inputType === 'module';
  return error instanceof SyntaxError &&
    require('internal/modules/bridge').hasModuleSyntax(text);
}

function runModuleText(text, print) {
  if (print) {
    stdio.write(2, `${process.argv0}: --print cannot be used with ESM input\n`);
    binding('process').exit(9);
  }
  texts.set(require('internal/modules/run').runModuleText(text), text);
}

function runText(text, name, print) {
  if (isModuleText(text)) {
    runModuleText(text, print);
    return;
  }
  texts.set(name, text);
  defineModule(name);
  let source = text;
  if (text.includes('import')) {
    source = require('internal/modules/compile').scriptText(text, `${process.cwd()}/${name}`);
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
  process.argv[1] ??= '-';
  runText(text, '[stdin]', print);
}

function check(file) {
  let name = '[stdin]';
  let text;
  if (file === undefined || file === '-') {
    text = stdio.readText(0);
  } else {
    const { Module } = require('internal/modules/cjs');
    Module._initPaths();
    name = Module._resolveFilename(
      require('internal/modules/paths').resolve(process.cwd(), file), null, true);
    text = stdio.readText(name);
  }
  if (typeof text === 'number') {
    throw require('internal/errors').uvException({ errno: text, syscall: 'open', path: name });
  }
  require('internal/modules/run').checkSyntax(text, name);
}

exports.apply = apply;
exports.textOf = (name) => texts.get(name);
exports.defineModule = defineModule;
exports.defineBuiltins = defineBuiltins;
exports.runText = runText;
exports.runStandardInput = runStandardInput;
exports.check = check;
