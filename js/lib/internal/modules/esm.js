// SPDX-License-Identifier: MIT
// The loader of ES modules: from a specifier to a module that has run. The graph is read and linked
// at once; modules then run as internal/modules/evaluate.js has it.
'use strict';
const { codes } = require('internal/errors');
const { resolve, extensionOf } = require('internal/modules/resolve');
const urls = require('internal/modules/urls');
const { plainText } = require('internal/modules/compile');
const { dirname } = require('internal/modules/paths');
const { evaluate, needsAwait, EVALUATING } = require('internal/modules/evaluate');
const { SourceModule, SyntheticModule } = require('internal/modules/record');
const parser = require('internal/modules/parse');
const { analyze } = require('internal/modules/analyze');
const builtins = require('internal/modules/builtins');
const stdio = binding('stdio');

const modules = new Map(); // URL and type -> module
const broken = new Map(); // the same -> the error in its text

// --- making records

function checkAttributes(url, format, attributes) {
  const { type } = attributes;
  if (format === 'json' && type === undefined) {
    throw new codes.ERR_IMPORT_ASSERTION_TYPE_MISSING(url, 'json');
  }
  for (const key of Object.keys(attributes)) {
    if (key !== 'type') throw new codes.ERR_IMPORT_ATTRIBUTE_UNSUPPORTED(key, attributes[key]);
  }
  if (type === undefined) return;
  if (type !== 'json') throw new codes.ERR_IMPORT_ASSERTION_TYPE_UNSUPPORTED(type);
  if (format !== 'json') throw new codes.ERR_IMPORT_ASSERTION_TYPE_FAILED(url, type);
}

function readText({ url, path }) {
  if (path === undefined) return dataText(url);
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
  const { url } = resolved;
  let analysis;
  try {
    analysis = analyze(parser.parseModule(text), text);
  } catch (error) {
    throw parser.translate(error, text, url);
  }
  return new SourceModule(url, text, analysis, () => makeMeta(resolved),
    (specifier, options) => importModule(specifier, url, options));
}

function makeMeta({ url, path }) {
  const meta = { __proto__: null };
  if (path !== undefined) {
    meta.dirname = dirname(path);
    meta.filename = path;
  }
  meta.resolve = function resolve(specifier) { return resolveURL(`${specifier}`, url); };
  meta.url = url;
  return meta;
}

// The URL of what a module would import, also if no such file is there.
function resolveURL(specifier, base) {
  try {
    return resolve(specifier, base).url;
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
  return new SyntheticModule(url, ['default'], (set) => {
    set('default', url.startsWith('file:') && !/[?#]/.test(url) ? shareJSON(path, value) : value);
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
  const names = [...new Set([...Object.keys(value), 'default'])];
  const record = new SyntheticModule(url, names, () => fillBuiltin(record, value), true);
  builtinRecords.set(record, value);
  return record;
}

// What the library makes only when it is asked for stays so.
function fillBuiltin({ environment, names }, value) {
  for (const name of names) {
    const own = Object.getOwnPropertyDescriptor(value, name);
    const member = own?.get ? { get: () => value[name] } :
      { value: name === 'default' ? value : value[name] };
    Object.defineProperty(environment, name, { ...member, enumerable: true, configurable: true });
  }
}

// After a program has changed the exports of the library's modules.
function syncBuiltins() {
  for (const [record, value] of builtinRecords) fillBuiltin(record, value);
}

function makeRecord(resolved) {
  const { url, format, path } = resolved;
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
    default:
      if (path !== undefined) {
        throw new codes.ERR_UNKNOWN_FILE_EXTENSION(extensionOf(path), path);
      }
      throw new codes.ERR_UNKNOWN_MODULE_FORMAT(/^data:([^;,]*)/i.exec(url)[1], url);
  }
}

// --- the graph

// The module and all that it imports. `added` gets the keys of those that are new.
function load(resolved, attributes, added) {
  checkAttributes(resolved.url, resolved.format, attributes);
  const key = `${attributes.type ?? ''} ${resolved.url}`;
  const known = modules.get(key);
  if (known !== undefined) return known;
  if (broken.has(key)) throw broken.get(key);
  let record;
  try {
    record = makeRecord(resolved);
  } catch (error) {
    if (error instanceof SyntaxError) broken.set(key, error);
    throw error;
  }
  modules.set(key, record);
  added.push(key);
  if (record instanceof SourceModule) {
    for (const request of record.analysis.requests) {
      const found = resolve(request.specifier, record.url);
      record.dependencies.push(load(found, request.attributes, added));
    }
  }
  return record;
}

// Finds cycles and settles what each name stands for, in modules that are not linked yet.
function link(root) {
  const stack = [];
  const cyclic = [];
  let count = 0;
  const visit = (module) => {
    module.status = 'linking';
    module.index = module.lowest = count++;
    stack.push(module);
    for (const other of module.dependencies) {
      if (other.status === 'unlinked') visit(other);
      if (other.status === 'linking') module.lowest = Math.min(module.lowest, other.lowest);
    }
    module.checkBindings();
    if (module.lowest !== module.index) return;
    const group = stack.splice(stack.indexOf(module));
    if (group.length > 1 || module.dependencies.includes(module)) cyclic.push(...group);
    for (const one of group) one.status = 'linked';
  };
  if (root.status !== 'unlinked') return;
  visit(root);
  for (const module of cyclic) {
    module.isCyclic = true;
    module.environment ??= Object.create(null);
  }
  for (const module of cyclic) module.prepare();
}

function loadAndLink(resolved, attributes) {
  const added = [];
  try {
    const record = load(resolved, attributes, added);
    link(record);
    return record;
  } catch (error) {
    // What was read for nothing is read again when somebody asks again.
    for (const key of added) modules.delete(key);
    throw error;
  }
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

// import(specifier, options) in the module or script `base`: a promise for the namespace. The
// module runs later, never inside this call.
async function importModule(specifier, base, options) {
  const name = `${specifier}`;
  const attributes = attributesOf(options);
  await undefined;
  const record = loadAndLink(resolve(name, base), attributes);
  await evaluate(record);
  return record.namespace();
}

// For require(): the module has run when this returns.
function importSync(resolved, source, describe) {
  let record = modules.get(` ${resolved.url}`);
  if (record === undefined || record.status === 'unlinked') {
    record = source === undefined ? loadAndLink(resolved, { __proto__: null }) :
      loadText(resolved, source);
  }
  if (record.status === EVALUATING) throw new codes.ERR_REQUIRE_CYCLE_MODULE(describe);
  if (needsAwait(record)) throw new codes.ERR_REQUIRE_ASYNC_MODULE(describe);
  evaluate(record).catch(() => {}); // it has failed already, and is thrown below
  if (record.failed) throw record.error;
  return record.namespace();
}

// A module whose text is given.
function loadText(resolved, source) {
  const record = makeSource(resolved, source);
  const key = ` ${resolved.url}`;
  modules.set(key, record);
  const added = [key];
  try {
    for (const request of record.analysis.requests) {
      const found = resolve(request.specifier, record.url);
      record.dependencies.push(load(found, request.attributes, added));
    }
    link(record);
  } catch (error) {
    for (const one of added) modules.delete(one);
    throw error;
  }
  return record;
}

// Runs text as the module of this URL and path (-e, standard input): a promise for its end.
async function importText(source, url, path) {
  await undefined;
  const record = loadText({ url, path, format: 'module' }, source);
  await evaluate(record);
  return record.namespace();
}

exports.attributesOf = attributesOf;
exports.importModule = importModule;
exports.importSync = importSync;
exports.importText = importText;
exports.syncBuiltins = syncBuiltins;
exports.pathToURL = urls.pathToURL;
