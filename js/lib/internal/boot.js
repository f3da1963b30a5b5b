// SPDX-License-Identifier: MIT
// The first file of the library that runs, called by C with three functions. It makes require for
// the library's own files, sets up what every program has, and returns what C calls from the loop.
// Everything that a program may never use is loaded when it is first asked for.
'use strict';
/* global arguments */
const [compile, getBinding, listBuiltins] = arguments;

const bindings = new Map();
function loadBinding(name) {
  let found = bindings.get(name);
  if (found === undefined) {
    found = getBinding(name);
    if (found === undefined) throw new Error(`gyre has no binding ${name}`);
    bindings.set(name, found);
  }
  return found;
}

// A file of the library is loaded once; one that is being loaded is seen as far as it has come.
const loaded = new Map();
function requireBuiltin(name) {
  const found = loaded.get(name);
  if (found !== undefined) return found.exports;
  const wrapper = compile(name);
  if (wrapper === undefined) throw new Error(`gyre has no library file ${name}`);
  const module = { exports: {}, id: name, loaded: false };
  loaded.set(name, module);
  wrapper(module.exports, requireBuiltin, module, loadBinding);
  module.loaded = true;
  return module.exports;
}

requireBuiltin.names = listBuiltins;
loaded.set('internal/builtins', { exports: { require: requireBuiltin, binding: loadBinding } });

requireBuiltin('internal/stack'); // before any file keeps a constructor of errors
const tick = requireBuiltin('internal/tick');
const process = requireBuiltin('internal/process');
requireBuiltin('internal/globals');

// If the program's own text throws, and a handler takes that, its ticks and microtasks do not wait
// for the loop, as those of a callback would.
function main() {
  try {
    requireBuiltin('internal/main').run();
  } catch (error) {
    requireBuiltin('internal/fatal').uncaughtException(error, 'uncaughtException');
  }
  tick.endMain?.();
}

return {
  enter: tick.enter,
  drain: tick.drain,
  onRejection(promise, reason) {
    requireBuiltin('internal/rejections').onRejection(promise, reason);
  },
  main,
  beforeExit: process.beforeExit,
  end: process.end,
  exitNumber: process.exitNumber,
};
