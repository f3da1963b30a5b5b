// SPDX-License-Identifier: MIT
// From the specifier of an import to the URL of a module and its format: 'module', 'commonjs',
// 'json', 'builtin', or 'unknown' where only the text of the file can tell.
'use strict';
const { codes } = require('internal/errors');
const { isRelative, dirname } = require('internal/modules/paths');
const { builtinName } = require('internal/modules/builtins');
const packages = require('internal/modules/package');
const { resolveExports, resolveImports } = require('internal/modules/package_paths');
const { conditionsFor, realPathOf } = require('internal/modules/find');
const { options } = require('internal/program');
const urls = require('internal/modules/urls');
const { kind } = binding('modules');

const DIRECTORY = 1;

const conditions = () => conditionsFor('import');

function resolve(specifier, base) {
  try {
    return find(specifier, base);
  } catch (error) {
    const { code } = error;
    const hint = code === 'ERR_MODULE_NOT_FOUND' || code === 'ERR_UNSUPPORTED_DIR_IMPORT' ?
      hintFor(specifier, base) : undefined;
    if (hint !== undefined) {
      error.message += `\nDid you mean to import ${JSON.stringify(hint)}?`;
      require('internal/stack').setHeader(error, `${error.name} [${code}]: ${error.message}`);
    }
    throw error;
  }
}

// What require would have found, written as an import has to be.
function hintFor(specifier, base) {
  if (!base.startsWith('file:')) return undefined;
  if (specifier.startsWith('file:')) specifier = urls.nameOf(specifier);
  const { Module } = require('internal/modules/cjs');
  let file;
  try {
    file = Module.createRequire(base).resolve(specifier);
  } catch {
    return undefined; // nothing
  }
  if (specifier[0] === '/') return file;
  if (!isRelative(specifier)) return file.slice(file.lastIndexOf('/node_modules/') + 14);
  const directory = `${dirname(urls.nameOf(base))}/`;
  return file.startsWith(directory) ? `./${file.slice(directory.length)}` : undefined;
}

function find(specifier, base) {
  if (specifier[0] === '/' || isRelative(specifier)) return resolvePath(specifier, base);
  const scheme = urls.scheme(specifier);
  if (scheme === 'node:' || (scheme === undefined && builtinName(specifier) !== undefined)) {
    return resolveBuiltin(specifier);
  }
  if (scheme === 'file:') return finish(urls.resolveFileURL(specifier), base);
  if (scheme === 'data:') return { url: specifier, format: dataFormat(specifier) };
  if (scheme !== undefined) throw new codes.ERR_UNSUPPORTED_ESM_URL_SCHEME(scheme);
  if (specifier[0] === '#') return resolveInternal(specifier, base);
  return resolvePackage(specifier, base);
}

function resolveBuiltin(specifier) {
  const name = builtinName(specifier);
  if (name === undefined) throw new codes.ERR_UNKNOWN_BUILTIN_MODULE(specifier);
  return { url: `node:${name}`, format: 'builtin', path: name };
}

function resolvePath(specifier, base) {
  if (!base.startsWith('file:')) {
    throw new codes.ERR_UNSUPPORTED_RESOLVE_REQUEST(specifier, base);
  }
  return finish(urls.resolveFileURL(specifier, base), base);
}

function resolveInternal(specifier, base) {
  const file = urls.nameOf(base);
  const pkg = base.startsWith('file:') ? packages.scopeOf(file, file) : null;
  const found = resolveImports(pkg, specifier, conditions(), file);
  if (typeof found === 'object') return resolveTarget(found.specifier, pkg, base);
  return finish({ path: found, rest: '' }, base);
}

// "imports" may name a package, seen from the package that says so.
function resolveTarget(specifier, pkg, base) {
  if (builtinName(specifier) !== undefined) return resolveBuiltin(specifier);
  return resolvePackage(specifier, urls.pathToURL(pkg.path), base);
}

function resolvePackage(specifier, from, base = from) {
  const file = urls.nameOf(base);
  const { valid, name, subpath } = packages.splitName(specifier);
  if (!valid) {
    throw new codes.ERR_INVALID_MODULE_SPECIFIER(specifier, 'is not a valid package name', file);
  }
  if (!from.startsWith('file:')) throw new codes.ERR_UNSUPPORTED_RESOLVE_REQUEST(specifier, base);
  const start = urls.nameOf(from);
  const own = packages.scopeOf(start, file);
  if (own !== null && own.exports !== undefined && own.name === name) {
    return finish(exported(own, subpath, file), base);
  }
  for (let directory = dirname(start); ; directory = dirname(directory)) {
    if (!directory.endsWith('/node_modules')) {
      const home = `${directory === '/' ? '' : directory}/node_modules/${name}`;
      if (kind(home) === DIRECTORY) return finish(inPackage(home, subpath, file, name), base);
    }
    if (directory === '/') throw new codes.ERR_MODULE_NOT_FOUND(name, file, 'package');
  }
}

function exported(pkg, subpath, file) {
  return { path: resolveExports(pkg, subpath, conditions(), file), rest: '' };
}

function inPackage(home, subpath, file, name) {
  const pkg = packages.read(home, file);
  if (pkg !== null && pkg.exports !== undefined) return exported(pkg, subpath, file);
  if (subpath !== '.') {
    return urls.resolveFileURL(`${home}/${subpath.slice(2)}`, undefined);
  }
  const tried = [];
  if (pkg !== null && pkg.main !== undefined) {
    for (const end of ['', '.js', '.json', '.node', '/index.js', '/index.json', '/index.node']) {
      tried.push(`${pkg.main}${end}`);
    }
  }
  tried.push('index.js', 'index.json', 'index.node');
  for (const candidate of tried) {
    const { path } = urls.resolveFileURL(`${home}/${candidate}`, undefined);
    if (kind(path) === 0) return { path, rest: '' };
  }
  throw new codes.ERR_MODULE_NOT_FOUND(pkg === null ? name : `${home}/`, file, 'package');
}

// The file must be there; then it is known by its real path.
function finish({ path, rest }, base) {
  const file = urls.nameOf(base);
  const type = kind(path);
  if (type === DIRECTORY) {
    const error = new codes.ERR_UNSUPPORTED_DIR_IMPORT(path, file);
    error.url = urls.pathToURL(path) + rest;
    throw error;
  }
  if (type < 0 || path.endsWith('/')) {
    const error = new codes.ERR_MODULE_NOT_FOUND(path, file, 'module');
    error.url = urls.pathToURL(path) + rest;
    throw error;
  }
  const real = options.preserveSymlinks ? path : realPathOf(path);
  return { url: urls.pathToURL(real) + rest, format: fileFormat(real, file), path: real };
}

// --- formats

function extensionOf(path) {
  return /[^/](\.[^./]*)$/.exec(path)?.[1] ?? '';
}

function fileFormat(path, importing) {
  switch (extensionOf(path)) {
    case '.mjs': return 'module';
    case '.cjs': return 'commonjs';
    case '.json': return 'json';
    case '.js':
    case '':
      break;
    default:
      return 'other';
  }
  const pkg = packages.scopeOf(path, importing);
  if (pkg === null || pkg.type === 'none') return 'unknown';
  return pkg.type;
}

const dataFormats = {
  'text/javascript': 'module',
  'application/javascript': 'module',
  'application/json': 'json',
};

function dataFormat(url) {
  const type = /^data:([^;,]*)/i.exec(url)[1].trim().toLowerCase();
  return dataFormats[type] ?? 'other';
}

exports.resolve = resolve;
exports.extensionOf = extensionOf;
exports.fileFormat = fileFormat;
