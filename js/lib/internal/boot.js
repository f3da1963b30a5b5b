// SPDX-License-Identifier: MIT
// The first file of the library that runs. C passes it two functions instead of a module: one that
// evaluates files of the library, and one that lists them. It makes require for those files, sets
// up what every program has, and exports what C calls from the loop. Everything that a program may
// never use is loaded on first use.
'use strict';
const { evaluate, names, text, imports, onFirstLook, awaits, throwTrace, variable } = module;

const bindings = new Map();
function loadBinding(name) {
  let found = bindings.get(name);
  if (found === undefined) {
    found = binding(name);
    if (found === undefined) throw new Error(`gyre has no binding ${name}`);
    bindings.set(name, found);
  }
  return found;
}

// A program may delete or replace the iterator of arrays. What must still work (loading files of
// the library, linking modules, showing errors) runs with the original iterator.
const arrayValues = Array.prototype[Symbol.iterator];
const arrayIterator = Object.getPrototypeOf([][Symbol.iterator]());
const { next } = arrayIterator;
const isAsAtStart = () => (
  Array.prototype[Symbol.iterator] === arrayValues && arrayIterator.next === next);
function asAtStart(run) {
  if (isAsAtStart()) return run();
  const changed = [[Array.prototype, Symbol.iterator, arrayValues], [arrayIterator, 'next', next]];
  const now = changed.map((one) => Object.getOwnPropertyDescriptor(one[0], one[1]));
  changed.forEach((one) => Reflect.defineProperty(one[0], one[1], {
    value: one[2], writable: true, configurable: true, enumerable: false }));
  try {
    return run();
  } finally {
    changed.forEach((one, i) => {
      if (now[i] === undefined) Reflect.deleteProperty(one[0], one[1]);
      else Reflect.defineProperty(one[0], one[1], now[i]);
    });
  }
}

// A file of the library is loaded once; one that is being loaded is seen as far as it has come.
const loaded = new Map();
function requireBuiltin(name) {
  const found = loaded.get(name);
  if (found !== undefined) return found.exports;
  const module = { exports: {}, id: name, loaded: false };
  if (name === 'internal/stack') Object.assign(module, { onFirstLook, awaits });
  loaded.set(name, module);
  const scope = { exports: module.exports, require: requireBuiltin, module, binding: loadBinding };
  const isThere = isAsAtStart() ? evaluate(name, scope) : asAtStart(() => evaluate(name, scope));
  if (!isThere) {
    loaded.delete(name);
    throw new Error(`gyre has no library file ${name}`);
  }
  module.loaded = true;
  return module.exports;
}

requireBuiltin.names = names;
requireBuiltin.asAtStart = asAtStart;
requireBuiltin.text = text; // of a file of the library
requireBuiltin.variable = variable; // while an error is first looked at
requireBuiltin.throwTrace = throwTrace; // forgotten at the next call from C
requireBuiltin.imports = imports; // import() in scripts is likely to come to exports.onImport
loaded.set('internal/builtins', { exports: { require: requireBuiltin, binding: loadBinding } });

requireBuiltin('internal/stack'); // before any file keeps a constructor of errors
const tick = requireBuiltin('internal/tick');
const program = requireBuiltin('internal/program');
requireBuiltin('internal/globals');

// If the program's own text throws, and a handler takes the error, its ticks and microtasks do not
// wait for the loop, as those of a callback would.
function main(file) {
  try {
    requireBuiltin(file).run();
  } catch (error) {
    const trace = throwTrace(error);
    requireBuiltin('internal/fatal').uncaughtException(error, 'uncaughtException', trace);
  }
  tick.endMain?.();
}

exports.enter = tick.enter;
exports.drain = tick.drain;
exports.onRejection = (promise, reason) => {
  requireBuiltin('internal/rejections').onRejection(promise, reason);
};
exports.onImport = (specifier, options, url) => (
  requireBuiltin('internal/modules/scripts').importFromScript(specifier, options, url));
exports.main = () => main('internal/main');
exports.workerMain = () => main('internal/worker/main');
exports.embed = () => requireBuiltin('internal/embed').start();
exports.beforeExit = program.beforeExit;
exports.end = program.end;
exports.exitNumber = program.exitNumber;
