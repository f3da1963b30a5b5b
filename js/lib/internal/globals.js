// SPDX-License-Identifier: MIT
// The names that every program finds. What takes time to load is loaded when it is first asked for.
'use strict';
const tick = require('internal/tick');

function define(name, value, enumerable = true) {
  Object.defineProperty(globalThis, name, {
    value, writable: true, enumerable, configurable: true,
  });
}

// Globals that are members of a module, or the module of that name, which is loaded when somebody
// asks for one. (One function with a loop: one that is called for each would become hot, and start
// the engine's compilers.)
function defineLazily(rows) {
  for (const [module, enumerable, names] of rows) {
    for (const name of names) {
      Object.defineProperty(globalThis, name, {
        configurable: true,
        enumerable,
        get() {
          const value = module === name ? require(module) : require(module)[name];
          define(name, value, enumerable);
          return value;
        },
        set(value) {
          define(name, value, true);
        },
      });
    }
  }
}

// In engines before 2.52, `for await` over an iterator without `return` waits forever once a value
// is a promise that rejects. So the iterators of the language get one, which does nothing.
for (const collection of binding('engine').since(2, 52) ? [] : [[], new Map(), new Set()]) {
  Object.defineProperty(Object.getPrototypeOf(collection[Symbol.iterator]()), 'return', {
    value: { return(value) { return { value, done: true }; } }.return,
    writable: true,
    enumerable: false,
    configurable: true,
  });
}

if (!require.imports) require('internal/modules/functions').wrapConstructors();

define('global', globalThis);
defineLazily([
  ['internal/process', false, ['process']],
  ['internal/timers', true, ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval']],
  ['internal/immediates', true, ['setImmediate', 'clearImmediate']],
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
]);

const { WebAssembly } = globalThis;
Object.defineProperty(globalThis, 'WebAssembly', {
  configurable: true,
  enumerable: false,
  get() {
    define('WebAssembly', require('internal/wasm').wrap(WebAssembly), false);
    return WebAssembly;
  },
  set(value) { define('WebAssembly', value, false); },
});
// Not writable by assignment, as Node has it.
Object.defineProperty(globalThis, 'crypto', {
  configurable: true,
  enumerable: true,
  get: Object.getOwnPropertyDescriptor({
    get crypto() { return require('internal/crypto/web').crypto; },
  }, 'crypto').get,
  set: undefined,
});
