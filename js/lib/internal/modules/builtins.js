// SPDX-License-Identifier: MIT
// Which modules are part of gyre: the files of js/lib outside internal/ and vendor/.
'use strict';
const { require: load } = require('internal/builtins');

// Only known by their full name, `node:test`.
const prefixOnly = new Set(['sea', 'sqlite', 'test', 'test/reporters']);

const all = load.names().filter((name) => !/^(internal|vendor)\//.test(name));
const known = new Set(all);
const plain = all.filter((name) => !prefixOnly.has(name)).sort();

// The name in the library of what a program asks for, undefined if it is no module of gyre.
function builtinName(request) {
  if (request.startsWith('node:')) {
    const name = request.slice(5);
    return known.has(name) ? name : undefined;
  }
  return known.has(request) && !prefixOnly.has(request) ? request : undefined;
}

function isBuiltin(request) {
  return builtinName(`${request}`) !== undefined;
}

exports.builtinModules = plain;
exports.builtinName = builtinName;
exports.isBuiltin = isBuiltin;
exports.load = load;
