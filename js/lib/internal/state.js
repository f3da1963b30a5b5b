// SPDX-License-Identifier: MIT
// Memory that C and JavaScript share, so that neither has to call the other to know.
'use strict';
const tick = binding('tick');

// The engine may not have these symbols yet.
for (const name of ['dispose', 'asyncDispose']) {
  if (Symbol[name] === undefined) {
    Object.defineProperty(Symbol, name, {
      value: Symbol(`nodejs.${name}`), writable: false, enumerable: false, configurable: false,
    });
  }
}

exports.counts = tick.counts;
exports.times = tick.times;

// Places in counts, and in times.
Object.assign(exports, def('COUNT'));
Object.assign(exports, def('TIME'));

// The asynchronous context: `frame` is what AsyncLocalStorage keeps (undefined: nothing), the rest
// is for async_hooks. What is called later keeps the frame from its beginning. An id is 0 until it
// is read.
const context = { frame: undefined, asyncId: 0, triggerId: 0, resource: undefined };
let lastId = 1;
exports.context = context;
exports.newAsyncId = () => ++lastId;
exports.currentId = () => {
  if (context.asyncId === 0) context.asyncId = ++lastId;
  return context.asyncId;
};
exports.lastAsyncId = () => lastId;
