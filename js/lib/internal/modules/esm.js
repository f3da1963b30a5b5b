// SPDX-License-Identifier: MIT
// The loader of ES modules: from a specifier to a module that has run. The graph is read and linked
// at once; then internal/modules/evaluate.js runs the modules.
'use strict';
const { codes } = require('internal/errors');
const { resolve, extensionOf } = require('internal/modules/resolve');
const urls = require('internal/modules/urls');
const { plainText } = require('internal/modules/compile');
const { dirname } = require('internal/modules/paths');
const { evaluate, needsAwait, EVALUATING } = require('internal/modules/evaluate');
const records = require('internal/modules/records');
const builtins = require('internal/modules/builtins');
const program = require('internal/program');
const stdio = binding('stdio');

const modules = new Map(); // URL and type -> module
const broken = new Map(); // the same -> the error in its text

// --- making records

function checkAttributes(url, format, attributes) {
  const { type } = attributes;
  if (format === 'json' && type === undefined) {
    throw new codes.ERR_IMPORT_ASSERTION_TYPE_MISSING(url, 'json');
  }
  Object.keys(attributes).forEach((key) => {
    if (key !== 'type') throw new codes.ERR_IMPORT_ATTRIBUTE_UNSUPPORTED(key, attributes[key]);
  });
  if (type === undefined) return;
  if (type !== 'json') throw new codes.ERR_IMPORT_ASSERTION_TYPE_UNSUPPORTED(type);
  if (format !== 'json') throw new codes.ERR_IMPORT_ASSERTION_TYPE_FAILED(url, type);
}

function readText({ url, path }) {
  if (path === undefined) return dataText(url);
  program.onFile?.(path);
  const text = stdio.readText(path);
  if (typeof text !== 'number') return text;
  const { uvException } = require('internal/errors');
  throw uvException({ errno: text, syscall: 'open', path });
}

function dataText(url) {
  const found = /^data:([^,]*),([^]*)$/i.exec(url.replace(/#.*$/s, ''));
  if (found === null) throw new codes.ERR_INVALID_URL(url);
  const [, type, content] = found;
  if (!/;\s*base64\s*$/i.test(type)) return decodeURIComponent(content);
  return require('buffer').Buffer.from(decodeURIComponent(content), 'base64').toString();
}

function makeSource(resolved, source) {
  const text = plainText(source);
  return new records.SourceModule(resolved.url, text, () => makeMeta(resolved));
}

function makeMeta({ url, path }) {
  const meta = { __proto__: null };
  if (path !== undefined) {
    meta.dirname = dirname(path);
    meta.filename = path;
  }
  meta.resolve = function resolve(specifier, parent = undefined) {
    return resolveURL(`${specifier}`, parentOf(parent) ?? url);
  };
  meta.url = url;
  return meta;
}

// With an option, import.meta.resolve takes the URL that the specifier is seen from.
function parentOf(parent) {
  if (parent === undefined || !program.options.experimentalImportMetaResolve) return undefined;
  if (typeof parent !== 'string' && !(parent instanceof URL)) {
    throw new codes.ERR_INVALID_ARG_TYPE('parentURL', ['string', 'URL'], parent);
  }
  return `${parent}`;
}

// The URL of what a module would import, also if no such file is there.
function resolveURL(specifier, base) {
  try {
    return locate(specifier, base).url;
  } catch (error) {
    if (error.url === undefined) throw error;
    return error.url;
  }
}

function makeJSON({ url, path }, text) {
  let value;
  try {
    value = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch (error) {
    error.message = `${path ?? url}: ${error.message}`;
    throw error;
  }
  return new records.SyntheticModule(url, ['default'], (module) => {
    module.setAll(() => (
      url.startsWith('file:') && !/[?#]/.test(url) ? shareJSON(path, value) : value));
  });
}

// require and import give the same value for one file.
function shareJSON(path, value) {
  const { Module } = require('internal/modules/cjs');
  const cached = Module._cache[path];
  if (cached?.loaded) return cached.exports;
  const module = new Module(path);
  module.filename = path;
  module.exports = value;
  module.loaded = true;
  Module._cache[path] = module;
  return value;
}

const builtinRecords = new Map(); // module -> its exports

function makeBuiltin({ url, path }) {
  const value = builtins.load(path);
  const names = Object.keys(value);
  if (!names.includes('default')) names.push('default');
  const record = new records.SyntheticModule(url, names, () => fillBuiltin(record, value), true);
  builtinRecords.set(record, value);
  return record;
}

function fillBuiltin(record, value) {
  if (records.isEngine) {
    record.setAll((name) => (name === 'default' ? value : value[name]));
    return;
  }
  // What the library makes only when it is asked for stays so.
  record.names.forEach((name) => {
    const own = Object.getOwnPropertyDescriptor(value, name);
    const member = own?.get ? { get: () => value[name] } :
      { value: name === 'default' ? value : value[name] };
    Object.defineProperty(
      record.environment, name, { ...member, enumerable: true, configurable: true });
  });
}

// After a program has changed the exports of the library's modules.
function syncBuiltins() {
  builtinRecords.forEach((value, record) => fillBuiltin(record, value));
}

// What a hook has loaded, in place of the file.
function makeHooked(resolved, attributes) {
  const { hooks } = program;
  const { format, source } = hooks.load(resolved, attributes);
  const { url, path } = resolved;
  checkAttributes(url, format, attributes);
  switch (format) {
    case 'builtin': return makeBuiltin({ url, path: path ?? builtins.builtinName(url) });
    case 'module': return makeSource(resolved, hooks.textOf(source));
    case 'json': return makeJSON(resolved, hooks.textOf(source));
    case 'commonjs': {
      const text = source == null ? undefined : hooks.textOf(source);
      return require('internal/modules/bridge').makeCommon({ url, path: path ?? url }, text, true);
    }
    default: throw new codes.ERR_UNKNOWN_MODULE_FORMAT(format, url);
  }
}

function locate(specifier, base, attributes) {
  const found = program.hooks === undefined ? resolve(specifier, base) :
    program.hooks.resolve(specifier, base, attributes);
  return program.mocks === undefined ? found : program.mocks.imported(found);
}

function makeRecord(resolved, attributes) {
  if (resolved.format === 'mock') return program.mocks.makeRecord(resolved);
  if (program.hooks !== undefined) return makeHooked(resolved, attributes);
  const { format, path } = resolved;
  switch (format) {
    case 'builtin': return makeBuiltin(resolved);
    case 'module': return makeSource(resolved, readText(resolved));
    case 'json': return makeJSON(resolved, readText(resolved));
    case 'commonjs': return require('internal/modules/bridge').makeCommon(resolved);
    case 'unknown': {
      const { isModuleText, makeCommon } = require('internal/modules/bridge');
      const text = readText(resolved);
      return isModuleText(text, path) ? makeSource(resolved, text) : makeCommon(resolved, text);
    }
    default: return refuseFormat(resolved);
  }
}

function refuseFormat({ url, path }) {
  if (path !== undefined) throw new codes.ERR_UNKNOWN_FILE_EXTENSION(extensionOf(path), path);
  throw new codes.ERR_UNKNOWN_MODULE_FORMAT(/^data:([^;,]*)/i.exec(url)[1], url);
}

// --- the graph

// The module, without what it imports. `added` gets those that are new.
function take(resolved, attributes, added) {
  if (program.hooks === undefined) checkAttributes(resolved.url, resolved.format, attributes);
  const key = `${attributes.type ?? ''} ${resolved.url}`;
  const known = modules.get(key);
  if (known !== undefined) return known;
  if (broken.has(key)) throw broken.get(key);
  let record;
  try {
    record = makeRecord(resolved, attributes);
  } catch (error) {
    if (error instanceof SyntaxError) broken.set(key, error);
    throw error;
  }
  modules.set(key, record);
  added.push({ key, record });
  return record;
}

// What they import, and what that imports: level by level, as Node does, so that of several errors
// the same one is shown.
function loadAll(added) {
  for (let i = 0; i < added.length; i++) { // it grows
    const { record } = added[i];
    const { requests, url } = record;
    const found = requests.map(({ specifier, attributes }) => locate(specifier, url, attributes));
    record.dependencies = found.map((one, k) => take(one, requests[k].attributes, added));
  }
}

// For require(), one below the other: a module that runs already cannot be part of it.
function loadBelow(record, added) {
  for (const { specifier, attributes } of record.requests) {
    const before = added.length;
    const other = take(locate(specifier, record.url, attributes), attributes, added);
    if (other.status === EVALUATING) {
      const { url } = record;
      throw new codes.ERR_REQUIRE_CYCLE_MODULE({ specifier, parent: urls.nameOf(url) });
    }
    record.dependencies.push(other);
    if (added.length > before) loadBelow(other, added);
  }
}

// Runs the function with a list for new modules, which are linked then; it returns the first.
function linkAll(start, isSync) {
  const added = [];
  try {
    return builtins.load.asAtStart(() => { // nothing of the program runs in it
      const record = start(added);
      if (isSync && added.length > 0) loadBelow(record, added);
      else loadAll(added);
      records.link(record);
      return record;
    });
  } catch (error) {
    // Modules that were read in vain are read again on the next request.
    added.forEach(({ key }) => modules.delete(key));
    throw error;
  }
}

function loadAndLink(resolved, attributes, isSync) {
  return linkAll((added) => take(resolved, attributes, added), isSync);
}

function attributesOf(options) {
  if (options === undefined) return { __proto__: null };
  if (options === null || typeof options !== 'object') {
    throw new TypeError('The second argument of import() must be an object');
  }
  const attributes = options.with ?? options.assert;
  if (attributes === undefined) return { __proto__: null };
  if (attributes === null || typeof attributes !== 'object') {
    throw new TypeError("The 'with' option of import() must be an object");
  }
  for (const value of Object.values(attributes)) {
    if (typeof value !== 'string') {
      throw new TypeError('Import attribute value must be a string');
    }
  }
  return { __proto__: null, ...attributes };
}

// --- import()

// How many microtasks Node takes for each step: programs see it in what runs between. `known`: the
// module exists; `broken`: its error does; `late`: found out when it should be read; `fresh`: it is
// made, without reading a file; `end`: after it has run.
const STEPS = { resolve: 2, known: 3, broken: 5, late: 10, fresh: 11, end: 2, main: 1 };
const lateErrors = new Set(['ERR_UNKNOWN_BUILTIN_MODULE', 'ERR_UNSUPPORTED_ESM_URL_SCHEME']);

// Node reads modules and JSON on threads: what a program has scheduled for this turn of the loop
// and the next comes before they run.
function turns() {
  const { setImmediate } = require('internal/immediates');
  return new Promise((done) => { setImmediate(() => setImmediate(done)); });
}

function isRead({ url, format }) {
  return url.startsWith('file:') && format !== 'commonjs';
}

async function pass(promise) { return await promise; }

// A promise for the end of the module, which Node hands through some functions.
function ended(record, steps) {
  let end = evaluate(record);
  for (let i = 0; i < steps; i++) end = pass(end);
  return end;
}

// import(specifier, options) in the module or script `base`: a promise for the namespace. The
// module runs later, never inside this call.
async function importModule(specifier, base, options) {
  const name = `${specifier}`;
  const attributes = attributesOf(options);
  for (let i = 0; i < STEPS.resolve; i++) await undefined;
  let resolved;
  try {
    resolved = locate(name, base, attributes);
  } catch (error) {
    if (!lateErrors.has(error.code)) throw error;
    for (let i = STEPS.resolve; i < STEPS.late; i++) await undefined;
    throw error;
  }
  const key = `${attributes.type ?? ''} ${resolved.url}`;
  const isKnown = modules.has(key);
  if (broken.has(key)) {
    for (let i = STEPS.resolve; i < STEPS.broken; i++) await undefined;
    throw broken.get(key);
  }
  const steps = isKnown ? STEPS.known : STEPS.fresh;
  for (let i = STEPS.resolve; i < steps; i++) await undefined;
  if (!isKnown && resolved.url.startsWith('data:')) await undefined;
  if (!isKnown && isRead(resolved)) await turns();
  let record;
  try {
    record = loadAndLink(resolved, attributes);
  } catch (error) {
    broken.set(key, error);
    throw error;
  }
  await ended(record, STEPS.end);
  return record.namespace();
}

// For import() as a call in a rewritten text, which does not go through the engine: that would
// return a promise that follows ours.
function importRewritten(specifier, base, options) {
  return new Promise((resolve) => { resolve(importModule(specifier, base, options)); });
}

// The program itself, or what is to run before it.
async function importMain(specifier, base) {
  await undefined;
  const record = loadAndLink(locate(specifier, base), { __proto__: null });
  await ended(record, STEPS.main);
  return record.namespace();
}

// For require(): the module has run when this returns.
function importSync(resolved, source, describe) {
  let record = modules.get(` ${resolved.url}`);
  if (record === undefined || record.status === 'unlinked') {
    record = source === undefined ? loadAndLink(resolved, { __proto__: null }, true) :
      loadText(resolved, source, true);
  }
  if (record.status === EVALUATING) throw new codes.ERR_REQUIRE_CYCLE_MODULE(describe);
  if (needsAwait(record)) throw new codes.ERR_REQUIRE_ASYNC_MODULE(describe);
  evaluate(record).catch(() => {}); // it has failed already, and is thrown below
  if (record.failed) throw record.error;
  return record.namespace();
}

// A module whose text is given.
function loadText(resolved, source, isSync) {
  return linkAll((added) => {
    const record = makeSource(resolved, source);
    const key = ` ${resolved.url}`;
    modules.set(key, record);
    added.push({ key, record });
    return record;
  }, isSync);
}

// Runs text as the module of this URL and path (-e, standard input): a promise for its end.
async function importText(source, url, path) {
  await undefined;
  const record = loadText({ url, path, format: 'module' }, source);
  await ended(record, STEPS.main);
  return record.namespace();
}

exports.attributesOf = attributesOf;
exports.importMain = importMain;
exports.importModule = importModule;
exports.importRewritten = importRewritten;
exports.importSync = importSync;
exports.importText = importText;
exports.readText = readText;
exports.refuseFormat = refuseFormat;
exports.syncBuiltins = syncBuiltins;
exports.pathToURL = urls.pathToURL;
