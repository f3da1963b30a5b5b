// SPDX-License-Identifier: MIT
// The names that every program finds. What takes time to load is loaded when it is first asked for.
'use strict';
const tick = require('internal/tick');
const { process } = require('internal/process');

function define(name, value, enumerable = true) {
  Object.defineProperty(globalThis, name, {
    value, writable: true, enumerable, configurable: true,
  });
}

// A global that is the member of a module which is loaded when somebody asks for it.
function defineLazy(name, module, member = name, enumerable = false) {
  Object.defineProperty(globalThis, name, {
    configurable: true,
    enumerable,
    get() {
      const value = member === null ? require(module) : require(module)[member];
      define(name, value, enumerable);
      return value;
    },
    set(value) {
      define(name, value, true);
    },
  });
}

define('global', globalThis);
define('process', process, false);
for (const name of ['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval',
  'clearImmediate']) {
  defineLazy(name, name.endsWith('Immediate') ? 'internal/immediates' : 'internal/timers', name,
    true);
}
define('queueMicrotask', tick.queueMicrotask);
defineLazy('console', 'console', null);

for (const name of ['Event', 'EventTarget']) defineLazy(name, 'internal/event_target');
for (const name of ['AbortController', 'AbortSignal']) {
  defineLazy(name, 'internal/abort_controller');
}
defineLazy('CustomEvent', 'internal/event_target');
defineLazy('DOMException', 'internal/dom_exception');
defineLazy('Buffer', 'buffer');
for (const name of ['ReadableStream', 'ReadableStreamDefaultReader', 'ReadableStreamBYOBReader',
  'ReadableStreamBYOBRequest', 'ReadableByteStreamController', 'ReadableStreamDefaultController',
  'TransformStream', 'TransformStreamDefaultController', 'WritableStream',
  'WritableStreamDefaultController', 'WritableStreamDefaultWriter', 'ByteLengthQueuingStrategy',
  'CountQueuingStrategy', 'TextEncoderStream', 'TextDecoderStream', 'CompressionStream',
  'DecompressionStream']) {
  defineLazy(name, 'stream/web');
}
defineLazy('atob', 'buffer', 'atob', true);
defineLazy('btoa', 'buffer', 'btoa', true);
defineLazy('MessageChannel', 'internal/messaging/port');
defineLazy('MessagePort', 'internal/messaging/port');
defineLazy('MessageEvent', 'internal/messaging/message_event');
defineLazy('BroadcastChannel', 'internal/messaging/broadcast');
defineLazy('structuredClone', 'internal/structured_clone', 'structuredClone', true);
defineLazy('performance', 'internal/perf/performance', 'performance', true);
for (const name of ['PerformanceEntry', 'PerformanceMark', 'PerformanceMeasure',
  'PerformanceObserver', 'PerformanceObserverEntryList', 'PerformanceResourceTiming']) {
  defineLazy(name, 'perf_hooks');
}

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
defineLazy('URL', 'internal/url/url');
defineLazy('URLSearchParams', 'internal/url/url');
defineLazy('TextEncoder', 'internal/encoding');
defineLazy('TextDecoder', 'internal/encoding');
defineLazy('Blob', 'internal/blob');
defineLazy('File', 'internal/file');
