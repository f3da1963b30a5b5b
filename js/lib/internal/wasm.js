// SPDX-License-Identifier: MIT
// WebAssembly compiles on threads of the engine; meanwhile its promises keep the loop alive. Loaded
// when a program first asks for WebAssembly.
'use strict';
const { hold } = binding('engine');

function held(original) {
  return function (...args) {
    const promise = Reflect.apply(original, this, args);
    hold(1);
    return promise.then((value) => {
      hold(-1);
      return value;
    }, (error) => {
      hold(-1);
      throw error;
    });
  };
}

exports.wrap = function wrap(WebAssembly) {
  for (const name of ['compile', 'instantiate']) {
    const original = WebAssembly[name];
    const value = held(original);
    Object.defineProperty(value, 'name', { value: name, configurable: true });
    Object.defineProperty(value, 'length', { value: original.length, configurable: true });
    Object.defineProperty(WebAssembly, name, { value });
  }
  return WebAssembly;
};
