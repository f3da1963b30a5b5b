// SPDX-License-Identifier: MIT
// How functions of tests are called: with a time limit, and with a callback if they take one; and
// the hooks that run around tests.
'use strict';
const { AsyncLocalStorage } = require('async_hooks');
const { TestError } = require('internal/test/context');
const { validateAbortSignal, validateNumber } = require('internal/validators');

const LONGEST_MS = 2 ** 31 - 1;
const running = new AsyncLocalStorage(); // the test or suite whose function is on its way

function timeoutOf(timeout, inherited) {
  if (timeout === undefined || timeout === null) return inherited;
  if (timeout !== Infinity) validateNumber(timeout, 'options.timeout', 0, LONGEST_MS);
  return timeout;
}

// Calls a function that takes this many arguments, or one more: a callback, which then ends it.
function call(fn, context, parameters, stop) {
  if (fn.length !== parameters.length + 1) {
    return Promise.race([Reflect.apply(fn, context, parameters), stop]);
  }
  let calls = 0;
  const called = pending();
  const result = Reflect.apply(fn, context, [...parameters, (error) => {
    calls++;
    if (calls === 2) {
      throw new TestError('callback invoked multiple times', 'multipleCallbackInvocations');
    }
    if (error) called.reject(error);
    else called.resolve();
  }]);
  if (typeof result?.then !== 'function') return Promise.race([called.promise, stop]);
  Promise.resolve(result).catch(() => {});
  throw new TestError('passed a callback but also returned a Promise',
    'callbackAndPromisePresent');
}

const pending = () => {
  const one = {};
  one.promise = new Promise((resolve, reject) => { Object.assign(one, { resolve, reject }); });
  return one;
};

// Settles when a test or a hook takes too long or is called off.
function limitOf({ timeout, signal }) {
  const { promise, reject, resolve } = pending();
  promise.catch(() => {});
  const timer = timeout === Infinity ? undefined : setTimeout(() => {
    reject(new TestError(`test timed out after ${timeout}ms`, 'testTimeoutFailure'));
  }, timeout);
  timer?.unref(); // it must not be what the loop is kept alive for
  const stop = () => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  return { promise, end: () => {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    resolve();
  } };
}

// The place of the call that declared a test.
function locationOf() {
  const { Error } = globalThis; // its limit is the one that counts
  const { stackTraceLimit, prepareStackTrace } = Error;
  Object.assign(Error, { stackTraceLimit: 40, prepareStackTrace: undefined });
  const { stack } = new Error();
  Object.assign(Error, { stackTraceLimit, prepareStackTrace });
  return /^    at (?:.* \()?((?:file:\/\/)?\/[^()\n]*:\d+:\d+)\)?$/m.exec(stack)?.[1];
}

// A function around others, with its own time limit.
class Hook {
  error = null;
  constructor(owner, kind, fn, options) {
    if (options === null || typeof options !== 'object') options = {};
    this.owner = owner;
    this.once = kind === 'before' || kind === 'after';
    this.fn = typeof fn === 'function' ? fn : () => {};
    this.timeout = timeoutOf(options.timeout, Infinity);
    if (options.signal !== undefined) validateAbortSignal(options.signal, 'options.signal');
    this.outer = options.signal;
    this.location = locationOf();
  }
  use(args) {
    if (!this.once) return this.run(args);
    return this.done ??= this.run(args);
  }
  async run(args) {
    this.error = null;
    const controller = new AbortController();
    const stop = () => controller.abort(this.outer.reason);
    this.outer?.addEventListener('abort', stop, { once: true });
    if (this.outer?.aborted) stop();
    const limit = limitOf({ timeout: this.timeout, signal: controller.signal });
    try {
      controller.signal.throwIfAborted();
      await running.run(this.owner, () => call(this.fn, args[0], args, limit.promise));
    } catch (error) {
      this.error = error instanceof TestError ? error : new TestError(error, 'testCodeFailure');
    } finally {
      limit.end();
      this.outer?.removeEventListener('abort', stop);
    }
  }
}

module.exports = { Hook, call, limitOf, locationOf, pending, running, timeoutOf };
