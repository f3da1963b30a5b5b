// SPDX-License-Identifier: MIT
// The module vm: scripts in other realms (js/engine/realm.c says what a realm is).
//
// `var` and functions at the top level of a script are variables of the engine, and are copied to
// the program's object as they are set; what the program sets there reaches them when the next
// script runs. If the engine cannot stop a script in another way, a timeout ends the program with a
// message.
'use strict';
const native = binding('contextify');
const { codes } = require('internal/errors');
const { keep: keepText } = require('internal/modules/texts');
const { setShift } = require('internal/modules/positions');
const { installIn, toNodeForm } = require('internal/stack');
const {
  validateArray, validateBoolean, validateInt32, validateObject, validateOneOf, validateString,
  validateUint32,
} = require('internal/validators');

// sandbox -> { global, builtin: the names that a realm begins with, last: variables as of the last
// synchronisation, written: what the realm has set since in the sandbox }
const realms = new WeakMap();
require('internal/messaging/moved').findRealm = (sandbox) => realms.get(sandbox);
const USE_MAIN_CONTEXT_DEFAULT_LOADER = Symbol('vm_dynamic_import_main_context_default');
let lastName = 0;

function isContext(object) {
  validateObject(object, 'object', { allowArray: true });
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
  // The engine does not allow proxies as prototypes of a global.
  const { types } = require('internal/util/types');
  const written = { __proto__: null };
  const view = new Proxy(sandbox, {});
  const global = native.create(sandbox, !types.isProxy(sandbox), view, written);
  if (global === undefined) {
    throw new codes.ERR_FEATURE_UNAVAILABLE_ON_PLATFORM('vm.createContext');
  }
  require('internal/async/realms').add(global);
  native.bare(true);
  installIn((text) => native.evaluate(text, 'node:internal/stack', 1, global, 0, false));
  if (require('internal/program').isVirtual) {
    require('internal/explore/virtual').startIn(
      (text) => native.evaluate(text, 'node:internal/vm', 1, global, 0, false), global);
  }
  const builtin = new Set(Reflect.ownKeys(global));
  native.bare(false);
  const { disableProto } = require('internal/program').options;
  if (disableProto !== undefined) {
    require('internal/switches').disableProto(disableProto,
      native.evaluate('Object.prototype', 'node:internal/vm', 1, global, 0, false));
  }
  const { Function: MakeFunction } = global;
  if (codeGeneration !== undefined) {
    require('internal/vm/code_generation').closeRealm(
      (text) => native.evaluate(text, 'node:internal/vm', 1, global, 0, false), codeGeneration);
  }
  realms.set(sandbox, { global, builtin, last: new Map(), written, MakeFunction });
  return sandbox;
}

function realmOf(sandbox) {
  if (!isContext(sandbox)) {
    throw new codes.ERR_INVALID_ARG_TYPE('contextifiedObject', 'vm.Context', sandbox);
  }
  return realms.get(sandbox);
}

// Synchronises the variables that both have: the newer value wins. Before a script runs, what the
// program has set since the last time is newer than what functions of the realm have set;
// afterwards what the script has set is.
function syncVariables({ global, builtin, last, written }, sandbox, isBefore) {
  const keys = Object.getOwnPropertyNames(sandbox).filter((key) => !builtin.has(key));
  native.bare(true);
  const shared = [];
  try {
    for (const key of keys) if (Object.hasOwn(global, key)) shared.push([key, global[key]]);
  } finally {
    native.bare(false);
  }
  for (const [key, value] of shared) {
    const own = sandbox[key];
    if (!Object.is(own, value)) {
      const isPrograms = isBefore ? !isWritten(own, key, last, written) :
        Object.is(value, last.get(key));
      if (isPrograms) global[key] = own;
      else sandbox[key] = value;
    }
    last.set(key, sandbox[key]);
    delete written[key];
  }
}

// Whether the value in the program's object is one that the realm has put there.
function isWritten(own, key, last, written) {
  return Object.is(own, last.get(key)) || key in written && Object.is(own, written[key]);
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
  return { timeout, breakOnSigint };
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
    return require('internal/vm/module').namespaceFrom(module);
  };
}

// The engine's name for the script: with a mark, if its import() may differ from the program's.
function nameFor(source, { filename, importModuleDynamically }, own) {
  if (!require.imports || !/import|eval|Function/.test(source)) return filename;
  if (importModuleDynamically === USE_MAIN_CONTEXT_DEFAULT_LOADER) {
    warnOfLoader();
    return filename;
  }
  const { markScript } = require('internal/modules/scripts');
  return markScript(filename, importerOf(importModuleDynamically, own));
}

const { INTERRUPTED } = def('SCRIPT_END');

function evaluate(source, filename, line, global, limits, showsPlace = true) {
  const { timeout = 0, breakOnSigint = false } = limits;
  if (timeout > 0 && !native.canLimit()) {
    throw new codes.ERR_FEATURE_UNAVAILABLE_ON_PLATFORM('timeout of vm scripts');
  }
  if (breakOnSigint && !native.canInterrupt()) {
    throw new codes.ERR_FEATURE_UNAVAILABLE_ON_PLATFORM('breakOnSigint');
  }
  const run = () => {
    try {
      return native.evaluate(source, filename, line, global, timeout, breakOnSigint, (how) => {
        throw how === INTERRUPTED ? new codes.ERR_SCRIPT_EXECUTION_INTERRUPTED() :
          new codes.ERR_SCRIPT_EXECUTION_TIMEOUT(timeout);
      });
    } catch (error) {
      if (!showsPlace) throw toNodeForm(error);
      throw withPlace(error, require.throwTrace(error), source, filename, line);
    }
  };
  return breakOnSigint ? withoutListeners(run) : run();
}

// The program's own listeners are not called for the signal meanwhile.
function withoutListeners(run) {
  const { process } = require('internal/process');
  const listeners = process.rawListeners('SIGINT');
  process.removeAllListeners('SIGINT');
  try {
    return run();
  } finally {
    for (const listener of listeners) process.addListener('SIGINT', listener);
  }
}

// The place in the script goes before the stack of an error, once.
function withPlace(error, thrown, source, filename, line) {
  toNodeForm(error);
  const { isMarked, placeStack } = require('internal/modules/positions');
  if (!require('internal/inspect/errors').isError(error) || isMarked(error) ||
      typeof error.stack !== 'string') {
    return error;
  }
  const head = require('internal/report').scriptHead(source, filename, line, error, thrown);
  if (head !== undefined) placeStack(error, head);
  return error;
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
    if (error !== undefined) {
      throw require('internal/modules/parse').locate(toNodeForm(error), this.#source, filename);
    }
    this.#name = nameFor(this.#source, this.#place, () => this);
    keepText(filename, this.#source, line);
    // The engine keeps what it compiles to itself.
    if (this.#place.cachedData !== undefined) this.cachedDataRejected = true;
    if (typeof options === 'object' && options.produceCachedData) this.cachedDataProduced = false;
    const map = /\/\/[#@]\s*sourceMappingURL=(\S+)\s*$/.exec(code);
    this.sourceMapURL = map === null ? undefined : map[1];
  }
  runInThisContext(options = {}) {
    const limits = runOptions(options);
    if (!(#source in this)) throw new TypeError('Illegal invocation');
    return evaluate(this.#source, this.#name, this.#place.line, undefined, limits,
      options.displayErrors);
  }
  runInContext(sandbox, options = {}) {
    const realm = realmOf(sandbox);
    const limits = runOptions(options);
    if (!(#source in this)) throw new TypeError('Illegal invocation');
    syncVariables(realm, sandbox, true);
    try {
      return evaluate(this.#source, this.#name, this.#place.line, realm.global, limits,
        options.displayErrors);
    } finally {
      syncVariables(realm, sandbox, false);
    }
  }
  runInNewContext(sandbox, options = {}) {
    return this.runInContext(createContext(sandbox, contextOptions(options)), options);
  }
  createCachedData() {
    if (!(#source in this)) throw new TypeError('Illegal invocation');
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
  options = { ...asObject(options) };
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
  const realm = parsingContext === undefined ? undefined : realmOf(parsingContext);
  const global = realm?.global;
  // A body that ends the function and begins another is a syntax error here, as it should be.
  Reflect.construct(realm?.MakeFunction ?? globalThis.Function, [...params, code]);
  const head = contextExtensions.map((extension, i) => `with (extensions[${i}]) `).join('');
  const start = `(function (extensions) { ${head}return function (${params}) {`;
  const text = `${start}${place.indent}${code}\n}; })`;
  const name = nameFor(code, place, () => made);
  keepText(place.filename, place.indent + code, place.line);
  setShift(place.filename, start.length, place.line);
  const made = evaluate(text, name, place.line, global, {})(contextExtensions);
  return made;
}

function measureMemory(options = {}) {
  validateObject(options, 'options');
  const { mode, execution } = options;
  if (mode !== undefined) validateOneOf(mode, 'options.mode', ['summary', 'detailed']);
  if (execution !== undefined) {
    validateOneOf(execution, 'options.execution', ['default', 'eager']);
  }
  return Promise.reject(
    new codes.ERR_FEATURE_UNAVAILABLE_ON_PLATFORM('vm.measureMemory'));
}

// Runs a function with limits, which only a script can have: so it is called by one.
function runLimited(run, limits) {
  const name = Symbol.for('nodejs.vm.evaluate');
  Object.defineProperty(globalThis, name, { value: run, configurable: true });
  try {
    return evaluate("globalThis[Symbol.for('nodejs.vm.evaluate')]()", 'node:vm', 1, undefined,
      limits, false);
  } finally {
    delete globalThis[name];
  }
}

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
  const {
    inside, Module, SourceTextModule, SyntheticModule,
  } = require('internal/vm/module');
  Object.assign(inside, { isContext, realmOf, importerOf, runLimited });
  Object.assign(module.exports, { Module, SourceTextModule, SyntheticModule });
}
