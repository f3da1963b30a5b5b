// SPDX-License-Identifier: MIT
// util.deprecate: a warning at the first call.
'use strict';

const warned = new Set(); // codes: each is shown once

function deprecate(fn, message, code) {
  if (process.noDeprecation === true) return fn;
  if (code !== undefined) require('internal/validators').validateString(code, 'code');
  let told = false;

  function deprecated(...args) {
    if (!told) {
      told = true;
      if (code === undefined) {
        process.emitWarning(message, 'DeprecationWarning', deprecated);
      } else if (!warned.has(code)) {
        warned.add(code);
        process.emitWarning(message, 'DeprecationWarning', code, deprecated);
      }
    }
    return new.target ? Reflect.construct(fn, args, new.target) : Reflect.apply(fn, this, args);
  }
  Object.setPrototypeOf(deprecated, fn); // its static members stay
  if (fn.prototype) deprecated.prototype = fn.prototype; // and instanceof
  return deprecated;
}

exports.deprecate = deprecate;
