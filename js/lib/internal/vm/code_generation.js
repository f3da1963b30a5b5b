// SPDX-License-Identifier: MIT
// Contexts of vm in which texts (codeGeneration: { strings: false }), or bytes (wasm: false),
// cannot become code. The engine's interface has no switch for that, so every way is closed within
// the realm: eval, the four function constructors, and WebAssembly's.
'use strict';

// Runs in the realm, with its objects and errors.
const closing = `(function (strings, wasm) {
  'use strict';
  const hide = (object, name, value) => Object.defineProperty(object, name, {
    value, writable: true, enumerable: false, configurable: true,
  });
  if (!strings) {
    const refuse = () => {
      throw new EvalError('Code generation from strings disallowed for this context');
    };
    const traps = { __proto__: null, apply: refuse, construct: refuse };
    const closed = new Proxy(Function, traps);
    for (const made of [async () => {}, function* () {}, async function* () {}]) {
      const Kind = Object.getPrototypeOf(made).constructor;
      Object.setPrototypeOf(Kind, closed);
      Object.defineProperty(Kind.prototype, 'constructor', { value: new Proxy(Kind, traps) });
    }
    hide(Function.prototype, 'constructor', closed);
    hide(globalThis, 'Function', closed);
    hide(globalThis, 'eval', { eval: (text) => refuse(text) }.eval);
  }
  if (!wasm && typeof WebAssembly === 'object') {
    const { CompileError, Module } = WebAssembly;
    const failure = (name) => new CompileError(
      'WebAssembly.' + name + '(): Wasm code generation disallowed by embedder');
    const refuse = () => { throw failure('Module'); };
    const closed = new Proxy(Module, { __proto__: null, construct: refuse });
    hide(Module.prototype, 'constructor', closed);
    hide(WebAssembly, 'Module', closed);
    for (const name of ['compile', 'compileStreaming', 'instantiate', 'instantiateStreaming']) {
      const open = WebAssembly[name];
      if (typeof open !== 'function') continue;
      hide(WebAssembly, name, { async [name](source, ...rest) {
        if (name === 'instantiate' && source instanceof Module) return open(source, ...rest);
        throw failure(name);
      } }[name]);
    }
  }
})`;

function closeRealm(evaluate, { strings = true, wasm = true }) {
  if (!strings || !wasm) evaluate(closing)(strings, wasm);
}

module.exports = { closeRealm };
