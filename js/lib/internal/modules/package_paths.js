// SPDX-License-Identifier: MIT
// Resolves "exports" and "imports" of a package.json. Called by find.js and resolve.js, for
// packages that have them.
'use strict';
const { codes } = require('internal/errors');
const { normalize } = require('internal/modules/paths');

// Whether a part of the path would lead out of the package, also when written with %xx.
function leavesPackage(path) {
  return path.split(/[\\/]/).some((part) => {
    const plain = part.replace(/%([0-9a-f]{2})/gi, (_, hex) => (
      String.fromCharCode(Number.parseInt(hex, 16))));
    return /^(\.\.?|node_modules)$/i.test(plain);
  });
}

// One look-up in "exports" or "imports": what stays the same while targets are tried.
class Lookup {
  constructor(pkg, key, conditions, base, internal) {
    this.pkg = pkg;
    this.key = key;
    this.conditions = conditions;
    this.base = base;
    this.internal = internal;
    this.match = '';
    this.pattern = false;
  }

  invalidTarget(key, target) {
    return new codes.ERR_INVALID_PACKAGE_TARGET(
      `${this.pkg.directory}/`, key, target, this.internal, this.base);
  }

  // undefined: this target does not apply, try another; null: there is nothing, and that is final.
  target(target, key) {
    if (typeof target === 'string') return this.file(target, key);
    if (Array.isArray(target)) return this.firstOf(target, key);
    if (target !== null && typeof target === 'object') return this.conditional(target, key);
    if (target === null) return null;
    throw this.invalidTarget(key, target);
  }

  firstOf(targets, key) {
    if (targets.length === 0) return null;
    let failure;
    for (const target of targets) {
      let found;
      try {
        found = this.target(target, key);
      } catch (error) {
        if (error.code !== 'ERR_INVALID_PACKAGE_TARGET') throw error;
        failure = error;
        continue;
      }
      if (found === undefined) continue;
      if (found === null) {
        failure = null;
        continue;
      }
      return found;
    }
    if (failure === undefined || failure === null) return failure;
    throw failure;
  }

  conditional(target, key) {
    const names = Object.keys(target);
    for (const name of names) {
      if (/^(0|[1-9]\d*)$/.test(name) && Number(name) < 0xffffffff) {
        throw new codes.ERR_INVALID_PACKAGE_CONFIG(
          this.pkg.path, this.base, '"exports" cannot contain numeric property keys.');
      }
    }
    for (const name of names) {
      if (name !== 'default' && !this.conditions.has(name)) continue;
      const found = this.target(target[name], key);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  file(target, key) {
    if (!target.startsWith('./')) return this.elsewhere(target, key);
    if (leavesPackage(target.slice(2))) throw this.invalidTarget(key, target);
    if (!this.pattern) {
      return `${normalize(`${this.pkg.directory}/${target}`)}${target.endsWith('/') ? '/' : ''}`;
    }
    if (leavesPackage(this.match)) {
      throw new codes.ERR_INVALID_MODULE_SPECIFIER(
        key.replaceAll('*', () => this.match),
        `request is not a valid match in pattern "${key}" for the ` +
        `"${this.internal ? 'imports' : 'exports'}" resolution of ${this.pkg.path}`, this.base);
    }
    return normalize(`${this.pkg.directory}/${target.replaceAll('*', () => this.match)}`);
  }

  // "imports" may name another package; "exports" may not.
  elsewhere(target, key) {
    if (!this.internal || /^(\.\.?)?\//.test(target) || /^[a-z][a-z0-9+.-]*:/i.test(target)) {
      throw this.invalidTarget(key, target);
    }
    return { specifier: this.pattern ? target.replaceAll('*', () => this.match) : target };
  }

  // The entry of `table` for the key: the same one, or the pattern with the longest beginning.
  find(table) {
    const { key } = this;
    if (Object.hasOwn(table, key) && !key.includes('*') && !key.endsWith('/')) {
      return this.target(table[key], key);
    }
    let best;
    for (const candidate of Object.keys(table)) {
      const star = candidate.indexOf('*');
      if (star === -1 || candidate.lastIndexOf('*') !== star) continue;
      const end = candidate.slice(star + 1);
      if (!key.startsWith(candidate.slice(0, star)) || key.length < candidate.length ||
          !key.endsWith(end)) {
        continue;
      }
      if (best === undefined || isMoreSpecific(candidate, best)) {
        best = candidate;
        this.match = key.slice(star, key.length - end.length);
      }
    }
    if (best === undefined) return undefined;
    this.pattern = true;
    return this.target(table[best], best);
  }
}

function isMoreSpecific(a, b) {
  const starA = a.indexOf('*');
  const starB = b.indexOf('*');
  return starA !== starB ? starA > starB : a.length > b.length;
}

// Whether "exports" is the target of the package itself rather than a table of subpaths.
function isMainOnly(pkg, base) {
  const { exports: table } = pkg;
  if (typeof table !== 'object' || Array.isArray(table)) return true;
  let dots = 0;
  const keys = Object.keys(table);
  for (const key of keys) if (key[0] === '.') dots++;
  if (dots !== 0 && dots !== keys.length) {
    throw new codes.ERR_INVALID_PACKAGE_CONFIG(
      pkg.path, base, '"exports" cannot contain some keys starting with \'.\' and some not. The ' +
      'exports object must either be an object of package subpath keys or an object of main ' +
      'entry condition name keys only.');
  }
  return dots === 0;
}

// The file that "exports" gives for a subpath (".", "./x").
function resolveExports(pkg, subpath, conditions, base) {
  const lookup = new Lookup(pkg, subpath, conditions, base, false);
  const table = isMainOnly(pkg, base) ? { '.': pkg.exports } : pkg.exports;
  const found = lookup.find(table);
  if (found !== undefined && found !== null) return found;
  throw new codes.ERR_PACKAGE_PATH_NOT_EXPORTED(`${pkg.directory}/`, subpath, base);
}

// What "imports" gives for "#name": a path, or { specifier } of another package.
function resolveImports(pkg, name, conditions, base) {
  if (name === '#' || name.startsWith('#/') || name.endsWith('/')) {
    throw new codes.ERR_INVALID_MODULE_SPECIFIER(
      name, 'is not a valid internal imports specifier name', base);
  }
  if (pkg !== null && pkg.imports !== undefined) {
    const found = new Lookup(pkg, name, conditions, base, true).find(pkg.imports);
    if (found !== undefined && found !== null) return found;
  }
  throw new codes.ERR_PACKAGE_IMPORT_NOT_DEFINED(
    name, pkg === null ? undefined : `${pkg.directory}/`, base);
}

exports.resolveExports = resolveExports;
exports.resolveImports = resolveImports;
