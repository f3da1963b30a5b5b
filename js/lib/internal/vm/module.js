// SPDX-License-Identifier: MIT
// vm.SourceTextModule and vm.SyntheticModule: modules whose imports the program resolves itself, in
// any realm. They are records of internal/modules/records.js, linked and run like the program's
// own.
'use strict';
const { codes } = require('internal/errors');
const { evaluate } = require('internal/modules/evaluate');
const records = require('internal/modules/records');
const { isNamespace } = require('internal/modules/namespace');
const { keep: keepText } = require('internal/modules/texts');
const {
  validateBoolean, validateFunction, validateInt32, validateObject, validateString, validateUint32,
} = require('internal/validators');

const kLink = Symbol('link');
const kRecord = Symbol('record');
const kInspect = Symbol.for('nodejs.util.inspect.custom');
const names = new WeakMap(); // object of a context, or this module's own -> how many had no name
const program = {};
const inside = {}; // of vm.js: isContext, realmOf, importerOf, runLimited
let isModule;
let warned = false;

function warnOnce() {
  if (warned) return;
  warned = true;
  process.emitWarning('VM Modules is an experimental feature and might change at any time',
    'ExperimentalWarning');
}

function nextName(context) {
  const count = names.get(context ?? program) ?? 0;
  names.set(context ?? program, count + 1);
  return `vm:module(${count})`;
}

// The states of a record as programs know them.
function statusOf(record) {
  if (record.failed) return 'errored';
  return record.status === 'evaluating-async' ? 'evaluated' : record.status;
}

class Module {
  #identifier;
  #context;
  #record;
  constructor(options) {
    if (new.target === Module) throw new TypeError('Module is not a constructor');
    warnOnce();
    const { identifier, context, make } = options;
    const { isContext, realmOf } = inside;
    if (context !== undefined) {
      validateObject(context, 'context', { allowArray: true, allowFunction: true });
      if (!isContext(context)) {
        throw new codes.ERR_INVALID_ARG_TYPE('options.context', 'vm.Context', context);
      }
    }
    if (identifier !== undefined) validateString(identifier, 'options.identifier');
    this.#identifier = identifier ?? nextName(context);
    this.#context = context;
    this.#record = make(
      this, this.#identifier, context === undefined ? undefined : realmOf(context).global);
  }

  static #check(module) {
    if (!isModule(module)) {
      throw new codes.ERR_INVALID_ARG_TYPE('this', 'Module', module);
    }
    return module;
  }

  static {
    isModule = (value) => value !== null && typeof value === 'object' && #record in value;
  }

  get identifier() { return Module.#check(this).#identifier; }
  get context() { return Module.#check(this).#context; }
  get [kRecord]() { return Module.#check(this).#record; }

  get namespace() {
    const { status } = Module.#check(this).#record;
    if (status === 'unlinked' || status === 'linking') {
      throw new codes.ERR_VM_MODULE_STATUS('must not be unlinked or linking');
    }
    return this[kRecord].namespace();
  }

  get status() { return statusOf(Module.#check(this).#record); }

  get error() {
    const { failed, error } = Module.#check(this).#record;
    if (!failed) throw new codes.ERR_VM_MODULE_STATUS('must be errored');
    return error;
  }

  async link(linker) {
    Module.#check(this);
    validateFunction(linker, 'linker');
    if (this.status === 'linked') throw new codes.ERR_VM_MODULE_ALREADY_LINKED();
    if (this.status !== 'unlinked') throw new codes.ERR_VM_MODULE_STATUS('must be unlinked');
    await this[kLink](linker);
    records.link(this[kRecord]);
  }

  async evaluate(options = {}) {
    Module.#check(this);
    validateObject(options, 'options');
    const { timeout, breakOnSigint = false } = options;
    if (timeout !== undefined) validateUint32(timeout, 'options.timeout', true);
    validateBoolean(breakOnSigint, 'options.breakOnSigint');
    if (!['linked', 'evaluated', 'errored'].includes(this.status)) {
      throw new codes.ERR_VM_MODULE_STATUS('must be one of linked, evaluated, or errored');
    }
    const run = () => (this[kRecord].failed ? Promise.reject(this[kRecord].error) :
      evaluate(this[kRecord]));
    await (timeout === undefined && !breakOnSigint ? run() :
      inside.runLimited(run, { timeout, breakOnSigint }));
  }

  [kInspect](depth, options) {
    if (typeof depth === 'number' && depth < 0) return this;
    const shown = Object.create(Object.getPrototypeOf(this));
    for (const name of ['status', 'identifier', 'context']) {
      Object.defineProperty(shown, name, { value: this[name], enumerable: true });
    }
    return require('util').inspect(shown, { ...options, customInspect: false });
  }
}

// import() in what is of vm: what its callback gives, as a namespace.
function namespaceFrom(value) {
  if (isNamespace(value)) return value;
  if (!isModule(value)) throw new codes.ERR_VM_MODULE_NOT_MODULE();
  if (value.status === 'errored') throw value.error;
  return value.namespace;
}

function checkOptions(options) {
  validateObject(options, 'options');
  const {
    lineOffset = 0, columnOffset = 0, initializeImportMeta, importModuleDynamically, cachedData,
  } = options;
  validateInt32(lineOffset, 'options.lineOffset');
  validateInt32(columnOffset, 'options.columnOffset');
  if (initializeImportMeta !== undefined) {
    validateFunction(initializeImportMeta, 'options.initializeImportMeta');
  }
  if (importModuleDynamically !== undefined) {
    validateFunction(importModuleDynamically, 'options.importModuleDynamically');
  }
  if (cachedData === undefined) return;
  if (!ArrayBuffer.isView(cachedData)) {
    throw new codes.ERR_INVALID_ARG_TYPE(
      'options.cachedData', ['Buffer', 'TypedArray', 'DataView'], cachedData);
  }
  // Our cached data is always empty.
  if (cachedData.byteLength > 0) throw new codes.ERR_VM_MODULE_CACHED_DATA_REJECTED();
}

// The record of a text; `module` is what its callbacks get to see.
function makeText(module, sourceText, identifier, realm, options) {
  const { initializeImportMeta, importModuleDynamically, lineOffset = 0, columnOffset = 0 } =
    options;
  const { importerOf } = inside;
  const { markScript, refuse } = require('internal/modules/scripts');
  const importer = importerOf(importModuleDynamically, () => module);
  const url = markScript(identifier, importer);
  keepText(identifier, ' '.repeat(Math.max(columnOffset, 0)) + sourceText, lineOffset + 1);
  return new records.SourceModule(url, sourceText, () => {
    const meta = { __proto__: null };
    if (initializeImportMeta !== undefined) initializeImportMeta(meta, module);
    return meta;
  }, {
    realm,
    line: lineOffset + 1,
    column: columnOffset,
    name: identifier,
    importer: importer ?? refuse,
  });
}

class SourceTextModule extends Module {
  #isLinking = false;
  #failed = false; // to be linked
  #error;
  #specifiers;
  constructor(sourceText, options = {}) {
    validateString(sourceText, 'sourceText');
    checkOptions(options);
    const { identifier, context } = options;
    super({
      identifier,
      context,
      make: (module, name, realm) => makeText(module, sourceText, name, realm, options),
    });
  }

  get dependencySpecifiers() {
    this.#specifiers ??= this[kRecord].requests.map(({ specifier }) => specifier);
    return this.#specifiers;
  }

  get status() {
    if (this.#failed) return 'errored';
    return this.#isLinking ? 'linking' : super.status;
  }

  get error() { return this.#failed ? this.#error : super.error; }

  async [kLink](linker) {
    const record = this[kRecord];
    this.#isLinking = true;
    try {
      record.dependencies = await Promise.all(record.requests.map((request) => (
        this.#find(request, linker))));
    } catch (error) {
      this.#failed = true;
      this.#error = error;
      throw error;
    } finally {
      this.#isLinking = false;
    }
  }

  async #find({ specifier, attributes }, linker) {
    const module = await linker(specifier, this, { attributes, assert: attributes });
    if (!isModule(module)) throw new codes.ERR_VM_MODULE_NOT_MODULE();
    if (module.context !== this.context) throw new codes.ERR_VM_MODULE_DIFFERENT_CONTEXT();
    if (module.status === 'errored') {
      const error = new codes.ERR_VM_MODULE_LINK_FAILURE(specifier);
      error.cause = module.error;
      throw error;
    }
    if (module.status === 'unlinked') await module[kLink](linker);
    return module[kRecord];
  }

  createCachedData() {
    if (['evaluating', 'evaluated', 'errored'].includes(this.status)) {
      throw new codes.ERR_VM_MODULE_CANNOT_CREATE_CACHED_DATA();
    }
    return require('buffer').Buffer.alloc(0);
  }
}

class SyntheticModule extends Module {
  constructor(exportNames, evaluateCallback, options = {}) {
    if (!Array.isArray(exportNames) || exportNames.some((name) => typeof name !== 'string')) {
      throw new codes.ERR_INVALID_ARG_TYPE('exportNames', 'Array of unique strings', exportNames);
    }
    exportNames.forEach((name, i) => {
      if (exportNames.indexOf(name) !== i) {
        throw new codes.ERR_INVALID_ARG_VALUE(`exportNames.${name}`, name, 'is duplicated');
      }
    });
    validateFunction(evaluateCallback, 'evaluateCallback');
    validateObject(options, 'options');
    const { identifier, context } = options;
    super({
      identifier,
      context,
      make: (module, name, realm) => new records.SyntheticModule(
        name, [...exportNames], () => Reflect.apply(evaluateCallback, module, []), true, realm),
    });
  }

  async [kLink]() {} // nothing is imported

  setExport(name, value) {
    const record = this[kRecord];
    validateString(name, 'name');
    if (record.status === 'unlinked' || record.status === 'linking') {
      throw new codes.ERR_VM_MODULE_STATUS('must be linked');
    }
    if (!record.names.includes(name)) {
      throw new ReferenceError(`Export '${name}' is not defined in module`);
    }
    record.begin();
    record.set(name, value);
  }
}

exports.inside = inside;
exports.namespaceFrom = namespaceFrom;
exports.Module = Module;
exports.SourceTextModule = SourceTextModule;
exports.SyntheticModule = SyntheticModule;
