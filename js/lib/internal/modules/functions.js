// SPDX-License-Identifier: MIT
// If import() does not reach us (js/engine/host.c), files are rewritten (compile.js), and so is the
// text given to function constructors.
'use strict';

function wrapConstructors() {
  for (const [keyword, { constructor: Native }] of [['function', wrapConstructors],
    ['async function', async function() {}]]) {
    const { name } = Native;
    const Wrapped = { [name]: function(...words) {
      const target = new.target === undefined || new.target === Wrapped ? Native : new.target;
      const made = Reflect.construct(Native, words, target);
      if (!words.some((word) => typeof word === 'string' && word.includes('import'))) return made;
      const base = require('internal/stack/callers').callerFile(Wrapped);
      const importing =
        require('internal/modules/compile').importingFunction(keyword, words.map(String), base);
      if (importing === undefined) return made;
      return Object.setPrototypeOf(importing, Object.getPrototypeOf(made));
    } }[name];
    Object.defineProperties(Wrapped, {
      length: { value: 1 }, prototype: { value: Native.prototype, writable: false },
    });
    if (keyword === 'function') {
      Object.defineProperty(globalThis, name, {
        value: Wrapped, writable: true, enumerable: false, configurable: true,
      });
    } else {
      Object.setPrototypeOf(Wrapped, Function);
    }
    Object.defineProperty(Native.prototype, 'constructor', {
      value: Wrapped, writable: keyword === 'function', enumerable: false, configurable: true,
    });
  }
}

exports.wrapConstructors = wrapConstructors;
