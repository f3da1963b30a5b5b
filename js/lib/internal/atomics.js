// SPDX-License-Identifier: MIT
// Atomics.waitAsync, which the engine does not have. Waiters are in a list of the process
// (js/bind/atomics.c); Atomics.notify first wakes those of that list, then threads that block.
// Also, Atomics.wait polls a little longer before it sleeps.
'use strict';
const native = binding('atomics');
const { Atomics } = require('internal/program'); // the engine's
const { notify: notifyThreads, load, wait: sleep } = Atomics;
const { get: nameOfView } = Object.getOwnPropertyDescriptor(
  Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag);
const { call } = Function.prototype;
const lazyTypes = () => require('internal/util/types').types;

const waiting = new Map(); // by number: { resolve, view, timer }
let last = 0;
let port; // what wakes the waiters of this thread comes there
let endpoint;

function open() {
  const ports = require('internal/messaging/port');
  const { port1, port2 } = new ports.MessageChannel();
  port = port1;
  port.other = port2; // without it the channel would be closed
  endpoint = ports.endpointOf(port1);
  port1.on('message', (id) => settle(id, 'ok'));
  port1.unref(); // nor does it in Node keep the program alive
}

function settle(id, how) {
  const { resolve, timer } = waiting.get(id);
  waiting.delete(id);
  clearTimeout(timer);
  resolve(how);
}

// Throws what Atomics.wait throws of such arguments. The index, as a number.
function check(view, index) {
  const types = lazyTypes();
  const isWide = types.isBigInt64Array(view);
  if (!isWide && !types.isInt32Array(view)) {
    throw new TypeError('[object Array] is not an int32 or BigInt64 typed array.');
  }
  if (!types.isSharedArrayBuffer(view.buffer)) {
    const name = isWide ? 'BigInt64Array' : 'Int32Array';
    throw new TypeError(`[object ${name}] is not a shared typed array.`);
  }
  const at = Math.trunc(+index) || 0;
  if (at < 0 || at >= view.length) throw new RangeError('Invalid atomic access index');
  return at;
}

function waitAsync(view, index, value, timeout) {
  const at = check(view, index);
  const expected = new view.constructor(1);
  expected[0] = lazyTypes().isBigInt64Array(view) ? BigInt(value) : +value;
  const limit = timeout === undefined || Number.isNaN(+timeout) ? Infinity : Math.max(+timeout, 0);
  if (limit === 0) {
    return { async: false, value: load(view, at) === expected[0] ? 'timed-out' : 'not-equal' };
  }
  if (port === undefined) open();
  const id = last = (last + 1) >>> 0;
  const message = require('internal/structured_clone').write(id).bytes;
  const size = view.BYTES_PER_ELEMENT;
  if (!native.wait(view, at, size, expected, endpoint, message, id)) {
    return { async: false, value: 'not-equal' };
  }
  const promise = new Promise((resolve) => {
    waiting.set(id, { resolve, view, timer: undefined });
  });
  if (limit < Infinity) {
    waiting.get(id).timer = setTimeout(() => {
      if (native.leave(endpoint, id)) settle(id, 'timed-out');
    }, Math.ceil(limit)).unref();
  }
  return { async: true, value: promise };
}

function notify(view, index, count) {
  if (!native.any()) return notifyThreads(view, index, count);
  const found = notifyThreads(view, index, 0); // checks the arguments, and wakes nobody
  if (!lazyTypes().isSharedArrayBuffer(view.buffer)) return found;
  const most = count === undefined ? Infinity : Math.max(Math.trunc(+count) || 0, 0);
  const woken = native.wake(view, Math.trunc(+index) || 0, view.BYTES_PER_ELEMENT, most);
  return woken + notifyThreads(view, index, most - woken);
}

// A thread that passes something to another thread and waits usually gets the answer sooner than a
// thread can be put to sleep and woken. Until it sleeps, it is as if it had not called wait yet:
// notify finds nobody, and the result is 'not-equal'.
const { wait } = {
  wait(view, index, value, timeout) {
    const mayLook = typeof index === 'number' && typeof value === 'number' &&
      (timeout === undefined || timeout >= 1) && isInt32Array(view);
    if (mayLook) native.look(view, index, value);
    return sleep(view, index, value, timeout);
  },
};

function isInt32Array(view) {
  return ArrayBuffer.isView(view) && call.call(nameOfView, view) === 'Int32Array';
}

function replace(value) {
  Object.defineProperty(Atomics, value.name, {
    value, writable: true, enumerable: false, configurable: true,
  });
}

replace(wait);
if (Atomics.waitAsync === undefined) {
  replace(notify);
  replace(waitAsync);
}

exports.Atomics = Atomics;
