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

module.exports = {
  ERR_INVALID_MODULE_SPECIFIER: [(request, reason, base) => (
    `Invalid module "${request}" ${reason}${from(base)}`), 'TypeError'],
  ERR_INVALID_PACKAGE_CONFIG: [(path, base, message) => (
    `Invalid package config ${path}${base ? ` while importing ${base}` : ''}` +
    `${message ? `. ${message}` : ''}`), 'Error'],
  ERR_INVALID_PACKAGE_TARGET: [invalidTarget, 'Error'],
  ERR_PACKAGE_IMPORT_NOT_DEFINED: [(specifier, directory, base) => (
    `Package import specifier "${specifier}" is not defined` +
    `${directory ? ` in package ${directory}package.json` : ''}${from(base)}`), 'TypeError'],
  ERR_PACKAGE_PATH_NOT_EXPORTED: [pathNotExported, 'Error'],
};
