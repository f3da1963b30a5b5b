// SPDX-License-Identifier: MIT
// Which modules are part of gyre: the files of js/lib outside internal/ and vendor/.
'use strict';
const { require: load } = require('internal/builtins');

// Only known by their full name, `node:test`.
const prefixOnly = new Set(['sea', 'sqlite', 'test', 'test/reporters']);

let known; // names, as a Set
let modules;

function names() {
  known ??= load.asAtStart(() => new Set(load.names()));
  return known;
}

// The library's name for a request, undefined if it is not a module of gyre.
function builtinName(request) {
  const first = request.charCodeAt(0);
  if (first === 46 || first === 47) return undefined; // a path: most are
  if (request.startsWith('node:')) {
    const name = request.slice(5);
    return names().has(name) ? name : undefined;
  }
  return names().has(request) && !prefixOnly.has(request) ? request : undefined;
}

function isBuiltin(request) {
  return typeof request === 'string' && builtinName(request) !== undefined;
}

function builtinModules() {
  if (modules === undefined) { // part of some starts: a callback would become hot
    modules = [];
    const all = load.names(); // sorted, by tools/embed
    for (let i = 0; i < all.length; i++) {
      if (!prefixOnly.has(all[i])) modules.push(all[i]);
    }
  }
  return modules;
}

exports.builtinModules = builtinModules;
exports.builtinName = builtinName;
exports.isBuiltin = isBuiltin;
exports.load = load;
