// SPDX-License-Identifier: MIT
// package.json: reading it, and finding the one that a file belongs to. For both kinds of modules;
// package_paths.js handles "exports" and "imports". Paths are paths here, not URLs.
'use strict';
const { codes } = require('internal/codes');
const { dirname } = require('internal/modules/paths');
const stdio = binding('stdio');

const cache = new Map();

// The package of this directory, null if it has no package.json.
function read(directory, importing) {
  const path = directory === '/' ? '/package.json' : `${directory}/package.json`;
  let found = cache.get(path);
  if (found !== undefined) return found;
  const text = stdio.readText(path);
  if (typeof text === 'number') found = null;
  else found = parse(path, directory, text, importing);
  cache.set(path, found);
  return found;
}

function parse(path, directory, text, importing) {
  let data;
  try {
    data = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch (error) {
    if (importing !== undefined) {
      throw new codes.ERR_INVALID_PACKAGE_CONFIG(path, importing, error.message);
    }
    error.message = `Error parsing ${path}: ${error.message}`;
    error.path = path;
    throw error;
  }
  if (data === null || typeof data !== 'object') data = {};
  Object.setPrototypeOf(data, null); // only what the file says counts
  return {
    path,
    directory,
    data,
    name: typeof data.name === 'string' ? data.name : undefined,
    main: typeof data.main === 'string' ? data.main : undefined,
    type: data.type === 'module' || data.type === 'commonjs' ? data.type : 'none',
    exports: data.exports ?? undefined,
    imports: data.imports !== null && typeof data.imports === 'object' ? data.imports : undefined,
  };
}

// The package of a file, null if there is none: the nearest package.json upwards, not beyond a
// directory node_modules.
function scopeOf(file, importing) {
  let directory = dirname(file);
  for (;;) {
    if (!directory.endsWith('/node_modules')) {
      const found = read(directory, importing);
      if (found !== null) return found;
    } else {
      return null;
    }
    const above = dirname(directory);
    if (above === directory) return null; // also of a name that is no absolute path
    directory = above;
  }
}

// Names of packages: "name" and "@scope/name", and what follows as "." or "./...".
function splitName(specifier) {
  const first = specifier.indexOf('/');
  let end = first;
  let valid = true;
  if (specifier[0] === '@') {
    if (first === -1) valid = false;
    else end = specifier.indexOf('/', first + 1);
  }
  const name = end === -1 ? specifier : specifier.slice(0, end);
  if (name === '' || name[0] === '.' || /[\\%]/.test(name)) valid = false;
  return { valid, name, subpath: end === -1 ? '.' : `.${specifier.slice(end)}` };
}

exports.read = read;
exports.scopeOf = scopeOf;
exports.splitName = splitName;
