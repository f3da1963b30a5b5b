// SPDX-License-Identifier: MIT
// The module vm: scripts in realms of their own (js/engine/realm.c tells what a realm is).
//
// `var` and functions at the top of a script are variables of the engine's and copied to the
// program's object as they are set; what the program sets there reaches them when the next script
// runs. A script that runs longer than its timeout ends the program, with a word: the engine can
// stop it in no other way.
'use strict';
const native = binding('contextify');
const { codes } = require('internal/errors');
const { isNamespace } = require('internal/modules/namespace');
const { toNodeForm } = require('internal/stack');
const {
  validateArray, validateBoolean, validateInt32, validateObject, validateOneOf, validateString,
  validateUint32,
} = require('internal/validators');

// sandbox -> { global, builtin: the names that a realm begins with }
const realms = new WeakMap();
const USE_MAIN_CONTEXT_DEFAULT_LOADER = Symbol('vm_dynamic_import_main_context_default');
let lastName = 0;

function isContext(object) {
  validateObject(object, 'object', { allowArray: true, allowFunction: true });
  return realms.has(object);
}

function createContext(sandbox = {}, options = {}) {
  if (isContext(sandbox)) return sandbox;
  validateObject(options, 'options');
  const { name = `VM Context ${++lastName}`, origin, codeGeneration, microtaskMode } = options;
  validateString(name, 'options.name');
  if (origin !== undefined) validateString(origin, 'options.origin');
  if (codeGeneration !== undefined) {
    validateObject(codeGeneration, 'options.codeGeneration');
    const { strings = true, wasm = true } = codeGeneration;
    validateBoolean(strings, 'options.codeGeneration.strings');
    validateBoolean(wasm, 'options.codeGeneration.wasm');
  }
  validateOneOf(microtaskMode, 'options.microtaskMode', ['afterEvaluate', undefined]);
  const global = native.create(sandbox);
  if (global === undefined) {
    throw new codes.ERR_FEATURE_UNAVAILABLE_ON_PLATFORM('vm.createContext');
  }
  native.bare(true);
  const builtin = new Set(Reflect.ownKeys(global));
  native.bare(false);
  realms.set(sandbox, { global, builtin });
  return sandbox;
}

function realmOf(sandbox) {
  if (!isContext(sandbox)) {
    throw new codes.ERR_INVALID_ARG_TYPE('contextifiedObject', 'vm.Context', sandbox);
  }
  return realms.get(sandbox);
}

// Copies the variables that both have, where they differ.
function syncVariables({ global, builtin }, sandbox, intoRealm) {
  const keys = Reflect.ownKeys(sandbox).filter((key) => !builtin.has(key));
  native.bare(true);
  const shared = [];
  try {
    for (const key of keys) if (key in global) shared.push([key, global[key]]);
  } finally {
    native.bare(false);
  }
  for (const [key, value] of shared) {
    if (Object.is(sandbox[key], value)) continue;
    if (intoRealm) global[key] = sandbox[key];
    else sandbox[key] = value;
  }
}

function checkOffset(value, name) {
  if (value !== undefined) validateInt32(value, name);
  return value ?? 0;
}

function scriptOptions(options, defaultName = 'evalmachine.<anonymous>') {
  if (typeof options === 'string') return { filename: options, line: 1, indent: '' };
  validateObject(options, 'options');
  const {
    filename = defaultName, lineOffset, columnOffset, cachedData, produceCachedData,
    importModuleDynamically,
  } = options;
  validateString(filename, 'options.filename');
  const line = 1 + checkOffset(lineOffset, 'options.lineOffset');
  const column = checkOffset(columnOffset, 'options.columnOffset');
  if (cachedData !== undefined && !ArrayBuffer.isView(cachedData)) {
    throw new codes.ERR_INVALID_ARG_TYPE(
      'options.cachedData', ['Buffer', 'TypedArray', 'DataView'], cachedData);
  }
  if (produceCachedData !== undefined) {
    validateBoolean(produceCachedData, 'options.produceCachedData');
  }
  if (importModuleDynamically !== undefined && typeof importModuleDynamically !== 'function' &&
      importModuleDynamically !== USE_MAIN_CONTEXT_DEFAULT_LOADER) {
    throw new codes.ERR_INVALID_ARG_TYPE(
      'options.importModuleDynamically', 'function', importModuleDynamically);
  }
  return {
    filename, line, indent: ' '.repeat(Math.max(0, column)), cachedData, importModuleDynamically,
  };
}

function runOptions(options) {
  validateObject(options, 'options');
  const { timeout, breakOnSigint = false, displayErrors = true } = options;
  if (timeout !== undefined) validateUint32(timeout, 'options.timeout', true);
  validateBoolean(displayErrors, 'options.displayErrors');
  validateBoolean(breakOnSigint, 'options.breakOnSigint');
  return timeout;
}

let warnedOfLoader = false;
function warnOfLoader() {
  if (warnedOfLoader) return;
  warnedOfLoader = true;
  process.emitWarning('vm.USE_MAIN_CONTEXT_DEFAULT_LOADER is an experimental feature and might ' +
    'change at any time', 'ExperimentalWarning');
}

// What import() is in a script, or in the function that compileFunction made: `own`.
function importerOf(callback, own) {
  if (callback === undefined) return undefined;
  return async (specifier, options) => {
    const { attributesOf } = require('internal/modules/esm');
    if (!require('internal/program').options.experimentalVmModules) {
      throw new codes.ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING_FLAG();
    }
    const module = await callback(specifier, own(), attributesOf(options));
    if (!isNamespace(module)) throw new codes.ERR_VM_MODULE_NOT_MODULE();
    return module;
  };
}

// The name that the engine knows the script by: with a mark, if it may come to an import() that is
// not the program's.
function nameFor(source, { filename, importModuleDynamically }, own) {
  if (!require.imports || !/import|eval|Function/.test(source)) return filename;
  if (importModuleDynamically === USE_MAIN_CONTEXT_DEFAULT_LOADER) {
    warnOfLoader();
    return filename;
  }
  const { markScript } = require('internal/modules/scripts');
  return markScript(filename, importerOf(importModuleDynamically, own));
}

function evaluate(source, filename, line, global, timeout = 0) {
  if (timeout > 0 && !native.canLimit()) {
    throw new codes.ERR_FEATURE_UNAVAILABLE_ON_PLATFORM('timeout of vm scripts');
  }
  try {
    return native.evaluate(source, filename, line, global, timeout / 1000);
  } catch (error) {
    throw toNodeForm(error);
  }
}

class Script {
  #source;
  #place;
  #name;
  constructor(code, options = {}) {
    code = `${code}`;
    this.#place = scriptOptions(options);
    this.#source = this.#place.indent + code;
    const { filename, line } = this.#place;
    const error = native.check(this.#source, filename, line, undefined);
    if (error !== undefined) throw toNodeForm(error);
    this.#name = nameFor(this.#source, this.#place, () => this);
    // The engine keeps what it compiles to itself.
    if (this.#place.cachedData !== undefined) this.cachedDataRejected = true;
    if (typeof options === 'object' && options.produceCachedData) this.cachedDataProduced = false;
    const map = /\/\/[#@]\s*sourceMappingURL=(\S+)\s*$/.exec(code);
    this.sourceMapURL = map === null ? undefined : map[1];
  }
  runInThisContext(options = {}) {
    return evaluate(this.#source, this.#name, this.#place.line, undefined, runOptions(options));
  }
  runInContext(sandbox, options = {}) {
    const realm = realmOf(sandbox);
    const timeout = runOptions(options);
    syncVariables(realm, sandbox, true);
    try {
      return evaluate(this.#source, this.#name, this.#place.line, realm.global, timeout);
    } finally {
      syncVariables(realm, sandbox, false);
    }
  }
  runInNewContext(sandbox, options = {}) {
    return this.runInContext(createContext(sandbox, contextOptions(options)), options);
  }
  createCachedData() {
    return require('buffer').Buffer.alloc(0);
  }
}

function contextOptions(options) {
  if (options === undefined || typeof options === 'string') return {};
  validateObject(options, 'options');
  const { contextName, contextOrigin, contextCodeGeneration, microtaskMode } = options;
  if (contextName !== undefined) validateString(contextName, 'options.contextName');
  if (contextOrigin !== undefined) validateString(contextOrigin, 'options.contextOrigin');
  if (contextCodeGeneration !== undefined) {
    validateObject(contextCodeGeneration, 'options.contextCodeGeneration');
  }
  return {
    ...contextName !== undefined && { name: contextName },
    origin: contextOrigin,
    codeGeneration: contextCodeGeneration,
    microtaskMode,
  };
}

// The options of the functions may be the name of the file alone.
const asObject = (options) => (typeof options === 'string' ? { filename: options } : options);

function runInContext(code, sandbox, options = {}) {
  realmOf(sandbox);
  options = asObject(options);
  return new Script(code, options).runInContext(sandbox, options);
}

function runInNewContext(code, sandbox, options = {}) {
  options = asObject(options);
  return runInContext(code, createContext(sandbox, contextOptions(options)), options);
}

function runInThisContext(code, options = {}) {
  options = asObject(options);
  return new Script(code, options).runInThisContext(options);
}


function createScript(code, options) {
  return new Script(code, options);
}

function compileFunction(code, params = [], options = {}) {
  validateString(code, 'code');
  validateArray(params, 'params');
  params.forEach((param, i) => validateString(param, `params[${i}]`));
  validateObject(options, 'options');
  const place = scriptOptions(options, '');
  const { parsingContext, contextExtensions = [] } = options;
  if (parsingContext !== undefined && !(parsingContext !== null &&
      typeof parsingContext === 'object' && isContext(parsingContext))) {
    throw new codes.ERR_INVALID_ARG_TYPE('options.parsingContext', 'Context', parsingContext);
  }
  validateArray(contextExtensions, 'options.contextExtensions');
  contextExtensions.forEach((extension, i) => {
    validateObject(extension, `options.contextExtensions[${i}]`, { nullable: true });
  });
  const global = parsingContext === undefined ? undefined : realmOf(parsingContext).global;
  // A body that ends the function and begins another is a syntax error here, as it should be.
  Reflect.construct((global ?? globalThis).Function, [...params, code]);
  const head = contextExtensions.map((extension, i) => `with (extensions[${i}]) `).join('');
  const text = `(function (extensions) { ${head}return function (${params}) {${place.indent}` +
    `${code}\n}; })`;
  const name = nameFor(code, place, () => made);
  const made = evaluate(text, name, place.line, global)(contextExtensions);
  return made;
}

function measureMemory() {
  return Promise.reject(
    new codes.ERR_FEATURE_UNAVAILABLE_ON_PLATFORM('vm.measureMemory'));
}

// The engine has no interface for modules in realms.
class Module {
  constructor() {
    throw new codes.ERR_FEATURE_UNAVAILABLE_ON_PLATFORM(`vm.${new.target.name}`);
  }
}
class SourceTextModule extends Module {}
class SyntheticModule extends Module {}

module.exports = {
  Script,
  createContext,
  createScript,
  runInContext,
  runInNewContext,
  runInThisContext,
  isContext,
  compileFunction,
  measureMemory,
  constants: Object.freeze({
    __proto__: null,
    USE_MAIN_CONTEXT_DEFAULT_LOADER,
  }),
};
if (require('internal/program').options.experimentalVmModules) {
  Object.assign(module.exports, { Module, SourceTextModule, SyntheticModule });
}
