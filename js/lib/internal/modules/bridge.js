// SPDX-License-Identifier: MIT
// Between the two kinds of modules: import of CommonJS, require of ES modules, and distinguishing
// them where neither the file's name nor its package does.
'use strict';
const compile = require('internal/modules/compile');
const urls = require('internal/modules/urls');
const { dirname } = require('internal/modules/paths');
const { Module, readSource, parentOf, snapshots } = require('internal/modules/cjs');

// --- which kind is it

// As in Node: a text that is not valid CommonJS but would be a valid ES module is one.
function isModuleText(source, filename) {
  if (!/\b(?:import|export|await)\b/.test(source)) return false;
  try {
    compile.compileCommon(source, filename);
    return false;
  } catch {
    return hasModuleSyntax(compile.plainText(source));
  }
}

function hasModuleSyntax(text) {
  if (require('internal/program').options.experimentalDetectModule === false) return false;
  const { parseModule } = require('internal/modules/parse');
  const { analyze, isModuleSyntax } = require('internal/modules/analyze');
  try {
    return isModuleSyntax(analyze(parseModule(text), text));
  } catch {
    return false; // an error in either; that of CommonJS is the one to show
  }
}

// --- import of CommonJS

// The names that a CommonJS module will export, as far as its text shows.
function namesOf(filename, source, names, seen) {
  if (seen.has(filename)) return;
  seen.add(filename);
  let found;
  try {
    found = require('vendor/cjs-module-lexer').parse(source ?? readSource(filename));
  } catch {
    return; // it has an error, which shows when it runs
  }
  for (const name of found.exports) names.add(name);
  for (const request of found.reexports) {
    const file = reexported(request, filename);
    if (file !== undefined && /\.c?js$|\/[^./]+$/.test(file)) {
      namesOf(file, undefined, names, seen);
    }
  }
}

function reexported(request, filename) {
  if (Module.isBuiltin(request)) return undefined;
  const parent = new Module(filename, undefined);
  parent.filename = filename;
  parent.paths = Module._nodeModulePaths(dirname(filename));
  try {
    return Module._resolveFilename(request, parent, false);
  } catch {
    return undefined; // as above
  }
}

// With `isGiven`, a text that there is is to run, and not what is in the file.
function makeCommon({ url, path }, source, isGiven = false) {
  const { SyntheticModule } = require('internal/modules/records');
  const names = new Set();
  const cached = Module._cache[path];
  if (cached?.loaded) addOwnNames(cached.exports, names);
  else namesOf(path, source, names, new Set());
  names.delete('default');
  names.add('default');
  const record = new SyntheticModule(url, [...names], (module) => {
    const known = Module._cache[path];
    const value = snapshots.has(known) ? snapshots.get(known) :
      isGiven && source !== undefined ? runGiven(path, source) :
        Module._load(path, undefined, isGiven && process.argv[1] === path);
    module.setAll((name) => {
      if (name === 'default') return value;
      return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
    });
  });
  record.describeMissing = describeMissing;
  return record;
}

function runGiven(path, source) {
  const module = new Module(path);
  module.filename = path;
  module.paths = Module._nodeModulePaths(dirname(path));
  Module._cache[path] = module;
  module._compile(source, path);
  module.loaded = true;
  snapshots.set(module, module.exports);
  return module.exports;
}

const isObject = (value) => value !== null && /^(object|function)$/.test(typeof value);

function addOwnNames(value, names) {
  if (isObject(value)) for (const name of Object.keys(value)) names.add(name);
}

function describeMissing(specifier, name, isAmbiguous, list) {
  const advice = list === undefined ? '' : `const ${list.replace(/\s+as\s+/g, ': ')} = pkg;\n`;
  return `Named export '${name}' not found. The requested module '${specifier}' is a CommonJS ` +
    'module, which may not support all module.exports as named exports.\nCommonJS modules can ' +
    'always be imported via the default export, for example using:\n\n' +
    `import pkg from '${specifier}';\n${advice}`;
}

// --- require of ES modules

function requireModule(module, filename, source) {
  if (require('internal/program').options.experimentalRequireModule === false) {
    const { ERR_REQUIRE_ESM } = require('internal/errors').codes;
    throw new ERR_REQUIRE_ESM(filename, parentOf(module)?.filename);
  }
  const esm = require('internal/modules/esm');
  const resolved = { url: urls.pathToURL(filename), format: 'module', path: filename };
  const parent = parentOf(module)?.filename ?? undefined;
  const namespace = esm.importSync(resolved, source, { filename, parent });
  if (Object.hasOwn(namespace, 'module.exports')) module.exports = namespace['module.exports'];
  else module.exports = compatible(namespace);
}

// Code that was compiled from ES modules asks for __esModule, to know what `default` is.
function compatible(namespace) {
  if (!Object.hasOwn(namespace, 'default') || Object.hasOwn(namespace, '__esModule')) {
    return namespace;
  }
  const { makeNamespace } = require('internal/modules/namespace');
  const names = [...Object.keys(namespace), '__esModule'].sort();
  return makeNamespace(names, (name) => (name === '__esModule' ? true : namespace[name]));
}

exports.isModuleText = isModuleText;
exports.hasModuleSyntax = hasModuleSyntax;
exports.makeCommon = makeCommon;
exports.requireModule = requireModule;
