// SPDX-License-Identifier: MIT
// What the embedded streams need of util, without loading all of it.
'use strict';

const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;

function nothing() {}

module.exports = {
  AggregateError,
  kEmptyObject: Object.freeze({ __proto__: null }),
  once(callback) {
    let called = false;
    return function(...args) {
      if (called) return;
      called = true;
      Reflect.apply(callback, this, args);
    };
  },
  createDeferredPromise() {
    let resolve;
    let reject;
    const promise = new Promise((res, rej) => {
      resolve = res;
      reject = rej;
    });
    return { promise, resolve, reject };
  },
  promisify: { custom: Symbol.for('nodejs.util.promisify.custom') },
  debuglog() { return nothing; },
  inspect(value, options) { return require('internal/inspect').inspect(value, options); },
  format(...args) { return require('internal/inspect').format(...args); },
  types: {
    isAsyncFunction(value) { return value instanceof AsyncFunction; },
    isArrayBufferView(value) { return ArrayBuffer.isView(value); },
  },
  isBlob(value) {
    return typeof value === 'object' && value !== null && value instanceof globalThis.Blob;
  },
  deprecate(wrapped, message, code) {
    let deprecated; // util is loaded when the function is called
    return function(...args) {
      deprecated ??= require('util').deprecate(wrapped, message, code);
      return Reflect.apply(deprecated, this, args);
    };
  },
  get addAbortListener() { return require('events').addAbortListener; },
  get AbortSignalAny() { return AbortSignal.any; },
};
