// SPDX-License-Identifier: MIT
// The messages of the errors of loading modules: part of internal/error_messages.js.
'use strict';

const from = (base) => (base ? ` imported from ${base}` : '');

function invalidTarget(directory, key, target, internal, base) {
  const hint = typeof target === 'string' && !internal && target !== '' &&
    !target.startsWith('./') ? '; targets must start with "./"' : '';
  const shown = JSON.stringify(target);
  if (key === '.') {
    return `Invalid "exports" main target ${shown} defined in the package config ` +
      `${directory}package.json${from(base)}${hint}`;
  }
  return `Invalid "${internal ? 'imports' : 'exports'}" target ${shown} defined for '${key}' in ` +
    `the package config ${directory}package.json${from(base)}${hint}`;
}

function pathNotExported(directory, subpath, base) {
  if (subpath === '.') return `No "exports" main defined in ${directory}package.json${from(base)}`;
  return `Package subpath '${subpath}' is not defined by "exports" in ` +
    `${directory}package.json${from(base)}`;
}

const between = ({ filename, parent }) => (
  `${parent ? `\n  From ${parent} ` : ''}${filename ? `\n  Requiring ${filename} ` : ''}`);

module.exports = {
  ERR_IMPORT_ASSERTION_TYPE_FAILED: ['Module "%s" is not of type "%s"', 'TypeError'],
  ERR_IMPORT_ASSERTION_TYPE_MISSING: [
    'Module "%s" needs an import attribute of type "%s"', 'TypeError'],
  ERR_IMPORT_ASSERTION_TYPE_UNSUPPORTED: [
    'Import attribute type "%s" is unsupported', 'TypeError'],
  ERR_IMPORT_ATTRIBUTE_UNSUPPORTED: [
    'Import attribute "%s" with value "%s" is not supported', 'TypeError'],
  ERR_INVALID_MODULE_SPECIFIER: [(request, reason, base) => (
    `Invalid module "${request}" ${reason}${from(base)}`), 'TypeError'],
  ERR_INVALID_PACKAGE_CONFIG: [(path, base, message) => (
    `Invalid package config ${path}${base ? ` while importing ${base}` : ''}` +
    `${message ? `. ${message}` : ''}`), 'Error'],
  ERR_INVALID_PACKAGE_TARGET: [invalidTarget, 'Error'],
  ERR_MODULE_NOT_FOUND: [(path, base, kind) => (
    `Cannot find ${kind} '${path}'${from(base)}`), 'Error'],
  ERR_PACKAGE_IMPORT_NOT_DEFINED: [(specifier, directory, base) => (
    `Package import specifier "${specifier}" is not defined` +
    `${directory ? ` in package ${directory}package.json` : ''}${from(base)}`), 'TypeError'],
  ERR_PACKAGE_PATH_NOT_EXPORTED: [pathNotExported, 'Error'],
  ERR_REQUIRE_ASYNC_MODULE: [(names) => (
    'require() cannot be used on an ESM graph with top-level await. Use import() instead. To see ' +
    'where the top-level await comes from, use --experimental-print-required-tla.' +
    `${between(names)}`), 'Error'],
  ERR_REQUIRE_CYCLE_MODULE: [(names) => (names.specifier !== undefined ?
    `Cannot import Module ${names.specifier} in a cycle. (from ${names.parent})` :
    `Cannot require() ES Module ${names.filename} in a cycle.` +
    `${names.parent ? ` (from ${names.parent})` : ''}` +
    ' A cycle involving require(esm) is not allowed to maintain invariants mandated by the ' +
    'ECMAScript specification. Try making at least part of the dependency in the graph lazily ' +
    'loaded.'), 'Error'],
  ERR_REQUIRE_ESM: [(file, parent) => (
    `require() of ES Module ${file}${parent ? ` from ${parent}` : ''} not supported.\nInstead ` +
    `change the require of ${file} to a dynamic import() which is available in all CommonJS ` +
    'modules.'), 'Error'],
  ERR_UNKNOWN_FILE_EXTENSION: ['Unknown file extension "%s" for %s', 'TypeError'],
  ERR_UNKNOWN_MODULE_FORMAT: ['Unknown module format: %s for URL %s', 'RangeError'],
  ERR_UNSUPPORTED_DIR_IMPORT: [
    "Directory import '%s' is not supported resolving ES modules imported from %s", 'Error'],
  ERR_UNSUPPORTED_ESM_URL_SCHEME: [
    'Only URLs with a scheme in: file, data, and node are supported by the default ESM loader. ' +
    "Received protocol '%s'", 'Error'],
  ERR_UNSUPPORTED_RESOLVE_REQUEST: [
    'Failed to resolve module specifier "%s" from "%s": Invalid relative URL or base scheme is ' +
    'not hierarchical.', 'TypeError'],
};
