// SPDX-License-Identifier: MIT
// The global names of every program. What takes time to load is loaded on first use.
'use strict';
const tick = require('internal/tick');

function define(name, value, enumerable = true, target = globalThis) {
  Object.defineProperty(target, name, {
    value, writable: true, enumerable, configurable: true,
  });
}

// Replaces the getter by its value. But a program may have copied the getter to another object, and
// have replaced it. (`this` does not help: for a bare name it is the engine's global object, which
// is not globalThis.)
function keep(name, value, enumerable, getter) {
  const { get } = Object.getOwnPropertyDescriptor(globalThis, name) ?? {};
  if (get === getter) define(name, value, enumerable);
}

// Globals that are members of a module, or the module of that name, loaded on first use. (One
// function with a loop: a function that is called for each would become hot, and start the engine's
// compilers.)
function defineLazily(rows) {
  for (const [module, enumerable, names] of rows) {
    for (const name of names) {
      const lazy = {
        configurable: true,
        enumerable,
        get() {
          const value = module === name ? require(module) : require(module)[name];
          keep(name, value, enumerable, lazy.get);
          return value;
        },
        set(value) {
          define(name, value, true, this);
        },
      };
      Object.defineProperty(globalThis, name, lazy);
    }
  }
}

// Engines before 2.52 whose text is not edited: `for await` over an iterator without `return` waits
// forever if a value is a promise that rejects. So the iterators of the language get a `return`
// that does nothing.
const { since, isEdited } = binding('engine');
for (const collection of isEdited() || since(2, 52) ? [] : [[], new Map(), new Set()]) {
  Object.defineProperty(Object.getPrototypeOf(collection[Symbol.iterator]()), 'return', {
    value: { return(value) { return { value, done: true }; } }.return,
    writable: true,
    enumerable: false,
    configurable: true,
  });
}

if (!require.imports) require('internal/modules/functions').wrapConstructors();

define('global', globalThis);
require('internal/program').Atomics = globalThis.Atomics;
defineLazily([
  ['internal/process', false, ['process']],
  ['internal/timers', true, ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval']],
  ['internal/immediates', true, ['setImmediate', 'clearImmediate']],
  ['internal/atomics', false, ['Atomics']],
]);
define('queueMicrotask', tick.queueMicrotask);
defineLazily([
  ['console', false, ['console']],
  ['internal/event_target', false, ['Event', 'EventTarget', 'CustomEvent']],
  ['internal/abort_controller', false, ['AbortController', 'AbortSignal']],
  ['internal/dom_exception', false, ['DOMException']],
  ['buffer', false, ['Buffer']],
  ['stream/web', false, ['ReadableStream', 'ReadableStreamDefaultReader',
    'ReadableStreamBYOBReader', 'ReadableStreamBYOBRequest', 'ReadableByteStreamController',
    'ReadableStreamDefaultController', 'TransformStream', 'TransformStreamDefaultController',
    'WritableStream', 'WritableStreamDefaultController', 'WritableStreamDefaultWriter',
    'ByteLengthQueuingStrategy', 'CountQueuingStrategy', 'TextEncoderStream', 'TextDecoderStream',
    'CompressionStream', 'DecompressionStream']],
  ['buffer', true, ['atob', 'btoa']],
  ['internal/messaging/port', false, ['MessageChannel', 'MessagePort']],
  ['internal/messaging/message_event', false, ['MessageEvent']],
  ['internal/messaging/broadcast', false, ['BroadcastChannel']],
  ['internal/structured_clone', true, ['structuredClone']],
  ['internal/perf/performance', true, ['performance']],
  ['perf_hooks', false, ['Performance', 'PerformanceEntry', 'PerformanceMark', 'PerformanceMeasure',
    'PerformanceObserver', 'PerformanceObserverEntryList', 'PerformanceResourceTiming']],
  ['internal/url/url', false, ['URL', 'URLSearchParams']],
  ['internal/encoding', false, ['TextEncoder', 'TextDecoder']],
  ['internal/blob', false, ['Blob']],
  ['internal/file', false, ['File']],
  ['internal/crypto/web', false, ['Crypto', 'CryptoKey', 'SubtleCrypto']],
  ['internal/fetch/globals', false, ['FormData', 'Headers', 'Request', 'Response', 'WebSocket',
    'CloseEvent']],
]);
define('fetch', function fetch(input, init = undefined) {
  return require('internal/fetch/globals').fetch(input, init);
});

const { WebAssembly } = globalThis;
const lazyWasm = {
  configurable: true,
  enumerable: false,
  get() {
    const wrapped = require('internal/wasm').wrap(WebAssembly);
    keep('WebAssembly', wrapped, false, lazyWasm.get);
    return wrapped;
  },
  set(value) { define('WebAssembly', value, false, this); },
};
Object.defineProperty(globalThis, 'WebAssembly', lazyWasm);
// Not writable by assignment, as in Node.
Object.defineProperty(globalThis, 'crypto', {
  configurable: true,
  enumerable: true,
  get: Object.getOwnPropertyDescriptor({
    get crypto() { return require('internal/crypto/web').crypto; },
  }, 'crypto').get,
  set: undefined,
});

exports.defineLazily = defineLazily;
