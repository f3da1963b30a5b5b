// SPDX-License-Identifier: MIT
// Web Locks: locks by name, which all threads of the process share (js/runtime/locks.h). A request
// that waits keeps its thread alive; a lock that is held does not.
'use strict';
const { codes } = require('internal/errors');
const { validateAbortSignal, validateFunction, validateOneOf } = require('internal/validators');
const { makeEnumerable } = require('internal/event_target');
const { DOMException } = require('internal/dom_exception');
const ports = require('internal/messaging/port');
const native = binding('locks');

const { HELD, NOT_NOW } = def('LOCK');
const kMake = Symbol('make');

class Lock {
  #name;
  #mode;

  constructor(key, name, mode) {
    if (key !== kMake) throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
    this.#name = name;
    this.#mode = mode;
  }

  get name() { return this.#name; }
  get mode() { return this.#mode; }
}

// --- messages of other threads

let heard = null; // the endpoint, and the port that has it
const requests = new Map(); // { granted(), stolen() } by number

function open() {
  if (heard !== null) return;
  const { port1, port2 } = new ports.MessageChannel();
  ports.setReceiver(port1, (bytes) => {
    const [number, what] = new Float64Array(bytes.buffer, bytes.byteOffset, 2);
    const request = requests.get(number);
    if (what === HELD) request?.granted();
    else request?.stolen();
  });
  port1.start();
  heard = { endpoint: ports.endpointOf(port1), port: port1, other: port2, waiting: 0 };
  native.open();
}

function wait(change) {
  heard.waiting += change;
  if (heard.waiting === 0) heard.port.unref();
  else heard.port.ref();
}

// --- requests

function notSupported(message) {
  return new DOMException(message, 'NotSupportedError');
}

function check(name, options, callback) {
  validateFunction(callback, 'callback');
  const { mode = 'exclusive', ifAvailable = false, steal = false, signal } = options;
  validateOneOf(mode, 'options.mode', ['exclusive', 'shared']);
  if (signal !== undefined) validateAbortSignal(signal, 'options.signal');
  if (name.startsWith('-')) throw notSupported('Lock name may not start with hyphen');
  if (ifAvailable && steal) throw notSupported('ifAvailable and steal are mutually exclusive');
  if (mode !== 'exclusive' && steal) {
    throw notSupported('mode: "shared" and steal are incompatible');
  }
  if (signal !== undefined && (steal || ifAvailable)) {
    throw notSupported('signal cannot be used with steal or ifAvailable');
  }
  signal?.throwIfAborted();
  return { mode, ifAvailable: Boolean(ifAvailable), steal: Boolean(steal), signal };
}

// The callback has the lock until what it returns is settled, and so has the caller.
function runHeld(number, lock, callback) {
  return new Promise((resolve, reject) => {
    const finish = (settle) => (value) => {
      requests.delete(number);
      native.drop(number);
      settle(value);
    };
    requests.set(number, {
      stolen() {
        requests.delete(number);
        reject(new DOMException('The lock was stolen by another request', 'AbortError'));
      },
    });
    new Promise((settle) => { settle(callback(lock)); }).then(finish(resolve), finish(reject));
  });
}

function waitFor(number, signal) {
  return new Promise((resolve, reject) => {
    const abort = () => {
      if (!native.drop(number)) return;
      done();
      requests.delete(number);
      reject(signal.reason);
    };
    const done = () => {
      wait(-1);
      signal?.removeEventListener('abort', abort);
    };
    wait(1);
    signal?.addEventListener('abort', abort, { once: true });
    requests.set(number, {
      granted() {
        done();
        resolve();
      },
    });
  });
}

async function request(name, options, callback) {
  const { mode, ifAvailable, steal, signal } = check(name, options, callback);
  open();
  const [what, number] = native.ask(heard.endpoint, name, mode === 'shared', steal, ifAvailable);
  if (what === NOT_NOW) {
    await undefined;
    return callback(null);
  }
  if (what === HELD) await undefined; // the callback is never called at once
  else await waitFor(number, signal);
  return runHeld(number, new Lock(kMake, name, mode), callback);
}

class LockManager {
  constructor(key) {
    if (key !== kMake) throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
  }

  #check() {}

  async request(name, options, callback) {
    if (!(#check in this)) throw new codes.ERR_INVALID_THIS('LockManager');
    if (arguments.length < 2) throw new codes.ERR_MISSING_ARGS('name', 'callback');
    if (callback === undefined) return request(`${name}`, {}, options);
    return request(`${name}`, options ?? {}, callback);
  }

  // What is held and waited for, on all threads.
  async query() {
    if (!(#check in this)) throw new codes.ERR_INVALID_THIS('LockManager');
    const found = { held: [], pending: [] };
    for (const [name, shared, held, number] of native.all()) {
      (held ? found.held : found.pending).push({
        name, mode: shared ? 'shared' : 'exclusive', clientId: `node-${process.pid}-${number}`,
      });
    }
    return found;
  }
}

for (const Class of [Lock, LockManager]) {
  Object.defineProperty(Class.prototype, Symbol.toStringTag, {
    value: Class.name, configurable: true,
  });
}
makeEnumerable(Lock.prototype, 'name', 'mode');
makeEnumerable(LockManager.prototype, 'request', 'query');

exports.locks = new LockManager(kMake);
exports.LockManager = LockManager;
exports.Lock = Lock;
