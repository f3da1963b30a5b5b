// SPDX-License-Identifier: MIT
// Memory that C and JavaScript share (js/runtime/runtime.h has the same list), so that neither has
// to call the other to know.
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

// Places in counts.
exports.TICKS = 0;
exports.REJECTIONS = 1;
exports.IMMEDIATES = 2;
exports.IMMEDIATE_REFS = 3;
exports.IN_CHECK = 4;
exports.TIMERS = 5;
exports.TIMER_REFS = 6;
exports.FAILED = 7;
exports.CONTEXTS = 8;

// Places in times.
exports.NEXT_TIMER = 0;

// The asynchronous context: `frame` is what AsyncLocalStorage keeps (undefined: nothing), the rest
// is what async_hooks tells. Whatever is called later keeps the frame of its beginning. An id is 0
// until somebody asks for it.
const context = { frame: undefined, asyncId: 0, triggerId: 0, resource: undefined };
let lastId = 1;
exports.context = context;
exports.newAsyncId = () => ++lastId;
exports.currentId = () => {
  if (context.asyncId === 0) context.asyncId = ++lastId;
  return context.asyncId;
};
exports.lastAsyncId = () => lastId;
