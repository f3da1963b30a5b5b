// SPDX-License-Identifier: MIT
// Where require looks: from a request to the name of a file. Module._findPath and its neighbours
// (internal/modules/cjs.js) use this.
'use strict';
const { resolve, isRelative } = require('internal/modules/paths');
const packages = require('internal/modules/package');
const { options } = require('internal/program');
const { process } = require('internal/process');
const { kind: kindNow, realpath, isLink } = binding('modules');

const packagePaths = () => require('internal/modules/package_paths');

// The conditions of "exports" and "imports" that hold, besides `default`.
const conditions = { require: undefined, import: undefined };

function conditionsFor(kind) {
  conditions[kind] ??= new Set(['node', kind, 'module-sync',
    ...(options.addons === false ? [] : ['node-addons']), ...(options.conditions ?? [])]);
  return conditions[kind];
}

const FILE = 0;
const DIRECTORY = 1;

// As in Node: what was there while a file runs that no other has required is taken to be there
// until that has run, and a directory that was none is taken to be no link for good.
let kinds = null; // path -> kind
const directories = new Map(); // path -> without links

function kind(path) {
  const known = kinds?.get(path);
  if (known !== undefined) return known;
  const found = kindNow(path);
  if (found >= 0) kinds?.set(path, found);
  return found;
}

// A file begins to run. Returns whether it is such a one; then end() is to follow.
function begin() {
  if (kinds !== null) return false;
  kinds = new Map();
  return true;
}

function end() { kinds = null; }

// node_modules of a directory and of all above it.
function nodeModulePaths(from) {
  const directory = resolve(from, '');
  const paths = [];
  for (let end = directory.length; end > 0; end = directory.lastIndexOf('/', end - 1)) {
    const start = directory.lastIndexOf('/', end - 1);
    if (directory.slice(start + 1, end) === 'node_modules') continue;
    if (end === 1) break;
    paths.push(`${directory.slice(0, end)}/node_modules`);
  }
  paths.push('/node_modules');
  return paths;
}

function realPathOf(path) {
  const slash = path.lastIndexOf('/');
  const above = path.slice(0, slash);
  let directory = slash > 0 ? directories.get(above) : '';
  if (directory === undefined) {
    directory = realpath(above);
    if (typeof directory !== 'number') directories.set(above, directory);
  }
  const name = `${directory}${path.slice(slash)}`;
  const real = typeof directory === 'number' || isLink(name) ? realpath(path) : name;
  if (typeof real !== 'number') return real;
  const { uvException } = require('internal/errors');
  throw uvException({ errno: real, syscall: 'realpath', path });
}

function tryFile(path, isMain) {
  return kind(path) === FILE && fileAt(path, isMain);
}

function fileAt(path, isMain) {
  const keep = isMain ? options.preserveSymlinksMain : options.preserveSymlinks;
  return keep ? path : realPathOf(path);
}

function tryExtensions(path, extensions, isMain) {
  for (let i = 0; i < extensions.length; i++) {
    const found = tryFile(path + extensions[i], isMain);
    if (found !== false) return found;
  }
  return false;
}

// A directory: what package.json says is its main file, or index.
function tryDirectory(directory, extensions, isMain, request) {
  const pkg = packages.read(directory);
  const index = () => tryExtensions(resolve(directory, 'index'), extensions, isMain);
  if (pkg === null || !pkg.main) return index();
  const file = resolve(directory, pkg.main);
  let found = tryFile(file, isMain) || tryExtensions(file, extensions, isMain) ||
    tryExtensions(`${file}/index`, extensions, isMain);
  if (found !== false) return found;
  found = index();
  if (found === false) {
    const error = new Error(`Cannot find module '${file}'. Please verify that the package.json ` +
      'has a valid "main" entry');
    error.code = 'MODULE_NOT_FOUND';
    error.path = pkg.path;
    error.requestPath = request;
    throw error;
  }
  process.emitWarning(
    `Invalid 'main' field in '${pkg.path}' of '${pkg.main}'. Please either fix that or report it ` +
    'to the module author', 'DeprecationWarning', 'DEP0128');
  return found;
}

// The file for a target of "exports" or "imports", which says exactly which file it is.
function exactFile(path, pkg, isMain) {
  const found = tryFile(path, isMain);
  if (found !== false) return found;
  const error = new Error(`Cannot find module '${path}'`);
  error.code = 'MODULE_NOT_FOUND';
  error.path = pkg.path;
  throw error;
}

// A package that has "exports", in this node_modules; false if it has none.
function tryExports(nodeModules, request, isMain) {
  const { valid, name, subpath } = packages.splitName(request);
  if (!valid) return false;
  const pkg = packages.read(`${nodeModules}/${name}`);
  if (pkg === null || pkg.exports === undefined) return false;
  return exactFile(
    packagePaths().resolveExports(pkg, subpath, conditionsFor('require'), undefined), pkg, isMain);
}

// The file for `request` in one of the directories, false if there is none. Results are stored in
// `cache`; extensionsOf() are the extensions that may be left out.
function findPath(request, paths, isMain, extensionsOf, cache) {
  const absolute = request.charCodeAt(0) === 47;
  if (absolute) paths = [''];
  else if (!paths || paths.length === 0) return false;
  const key = `${request}\0${paths.length === 1 ? paths[0] : paths.join('\0')}`;
  const known = cache[key];
  if (known) return known;
  const last = request.slice(request.lastIndexOf('/') + 1);
  const wantsDirectory = last === '' || last === '.' || last === '..';
  const bare = !absolute && !isRelative(request);
  const below = !request.startsWith('..');
  for (let i = 0; i < paths.length; i++) {
    const path = paths[i];
    if (below && path && kind(path) !== DIRECTORY) continue;
    if (bare) {
      const exported = tryExports(path, request, isMain);
      if (exported !== false) return exported;
    }
    const base = resolve(path, request);
    const found = tryPath(base, wantsDirectory, isMain, extensionsOf, request);
    if (found !== false) {
      cache[key] = found;
      return found;
    }
  }
  return false;
}

function tryPath(base, wantsDirectory, isMain, extensionsOf, request) {
  const type = kind(base);
  if (!wantsDirectory) {
    if (type === FILE) return fileAt(base, isMain);
    const found = tryExtensions(base, extensionsOf(), isMain);
    if (found !== false) return found;
  }
  return type === DIRECTORY ? tryDirectory(base, extensionsOf(), isMain, request) : false;
}

// A package may require itself by its name, if it has "exports".
function findSelf(parentFile, request, isMain) {
  const pkg = packages.scopeOf(parentFile);
  if (pkg === null || pkg.exports === undefined || pkg.name === undefined) return false;
  if (request !== pkg.name && !request.startsWith(`${pkg.name}/`)) return false;
  const subpath = `.${request.slice(pkg.name.length)}`;
  return exactFile(
    packagePaths().resolveExports(pkg, subpath, conditionsFor('require'), parentFile), pkg, isMain);
}

// "#name" by the "imports" of the package that the file is in; false if that has no "imports".
function findInternal(parentFile, request, isMain, find) {
  const pkg = packages.scopeOf(parentFile);
  if (pkg === null || pkg.imports === undefined) return false;
  const found = packagePaths().resolveImports(pkg, request, conditionsFor('require'), parentFile);
  if (typeof found === 'object') return find(found.specifier);
  return exactFile(found, pkg, isMain);
}

exports.conditionsFor = conditionsFor;
exports.realPathOf = realPathOf;
exports.begin = begin;
exports.end = end;
exports.nodeModulePaths = nodeModulePaths;
exports.findPath = findPath;
exports.findSelf = findSelf;
exports.findInternal = findInternal;
