// SPDX-License-Identifier: MIT
// AbortController and AbortSignal.
//
// What may be collected: a signal that follows others (any) is held weakly by them, unless it has
// listeners; one with a timer (timeout) is held weakly by the timer. The sets below keep those that
// have listeners.
'use strict';
const { codes } = require('internal/errors');
const {
  Event, EventTarget, defineEventHandler, makeEnumerable, kTrusted, kNewListener, kRemoveListener,
} = require('internal/event_target');
const { validateAbortSignal, validateArray, validateUint32 } = require('internal/validators');
const timers = require('internal/timers');

const inspectCustom = Symbol.for('nodejs.util.inspect.custom');
const kCreate = Symbol('create'); // lets the library, and nobody else, construct a signal

const heldByListeners = new Set();

function inspectAs(object, depth, options, fields) {
  const name = object.constructor.name;
  if (depth < 0) return object;
  const { inspect } = require('internal/inspect');
  const inner = { ...options, depth: options.depth == null ? null : options.depth - 1 };
  return `${name} ${inspect(fields, inner)}`;
}

function exception(message, name) {
  const { DOMException } = require('internal/dom_exception');
  return new DOMException(message, name);
}

function abortError() {
  return exception('This operation was aborted', 'AbortError');
}

function check(signal) {
  if (typeof signal !== 'object' || signal === null || !isSignal(signal)) {
    throw new codes.ERR_INVALID_THIS('AbortSignal');
  }
}

let isSignal;
let abortSignal;
let create;
let makeTransferable;
let receive;
let forgotten;

const FILE = 'internal/abort_controller';

function clone() {
  return require('internal/structured_clone');
}

class AbortSignal extends EventTarget {
  #aborted = false;
  #reason = undefined;
  #sources = null; // signals that this one follows, weakly
  #followers = null; // weakly
  #hasTimer = false;

  constructor(key = undefined) {
    if (key !== kCreate) throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
    super();
  }

  static {
    isSignal = (value) => #aborted in value;
    create = () => new AbortSignal(kCreate);
    abortSignal = (signal, reason) => signal.#abort(reason);
  }

  get aborted() {
    check(this);
    return this.#aborted;
  }

  get reason() {
    check(this);
    return this.#reason;
  }

  throwIfAborted() {
    check(this);
    if (this.#aborted) throw this.#reason;
  }

  static abort(reason = abortError()) {
    const signal = create();
    signal.#aborted = true;
    signal.#reason = reason;
    return signal;
  }

  static timeout(delay) {
    validateUint32(delay, 'delay', false);
    const signal = create();
    signal.#hasTimer = true;
    const weak = new WeakRef(signal);
    timers.setTimeout(() => {
      const there = weak.deref();
      if (there === undefined) return;
      heldByListeners.delete(there);
      there.#abort(exception('The operation was aborted due to timeout', 'TimeoutError'));
    }, delay).unref();
    return signal;
  }

  static any(signals) {
    validateArray(signals, 'signals');
    signals.forEach((signal, i) => {
      if (signal == null) {
        throw new codes.ERR_INVALID_ARG_TYPE(`signals[${i}]`, 'AbortSignal', signal);
      }
      validateAbortSignal(signal, `signals[${i}]`);
    });
    const result = create();
    for (const signal of signals) {
      if (!signal.aborted) continue;
      result.#aborted = true;
      result.#reason = signal.reason;
      return result;
    }
    const weak = new WeakRef(result);
    result.#sources = new Set();
    for (const signal of signals) {
      // One that follows others is as good as those.
      const roots = signal.#sources === null ? [new WeakRef(signal)] : signal.#sources;
      for (const ref of roots) {
        const root = ref.deref();
        if (root === undefined || root.#followers?.has(weak)) continue;
        result.#sources.add(ref);
        (root.#followers ??= new Set()).add(weak);
      }
    }
    return result;
  }

  #abort(reason) {
    if (this.#aborted) return;
    this.#aborted = true;
    this.#reason = reason;
    const followers = [];
    for (const weak of this.#followers ?? []) {
      const follower = weak.deref();
      if (follower === undefined || follower.#aborted) continue;
      follower.#aborted = true;
      follower.#reason = reason;
      followers.push(follower);
    }
    this.#followers = null;
    this.#tell();
    for (const follower of followers) follower.#tell();
  }

  #tell() {
    heldByListeners.delete(this);
    this.dispatchEvent(new Event('abort', { [kTrusted]: true }));
  }

  // Makes it transferable: at the other end of a channel there is then a signal that follows this
  // one.
  static {
    makeTransferable = (signal) => Object.defineProperty(signal, clone().kTransfer, {
      value() {
        const data = signal.#send();
        return {
          data, deserializeInfo: `${FILE}:FollowingSignal`,
          transferList: data.port === null ? [] : [data.port],
        };
      },
    });
    receive = (signal, { aborted, reason, port }) => {
      signal.#aborted = aborted;
      signal.#reason = reason;
      if (aborted) return;
      port.on('message', (sent) => {
        port.close();
        signal.#abort(sent);
      });
      port.unref();
    };
  }

  #send() {
    if (this.#aborted) {
      return { aborted: true, reason: clone().structuredClone(this.#reason), port: null };
    }
    const { MessageChannel } = require('internal/messaging/port');
    const { port1, port2 } = new MessageChannel();
    // A signal that is collected before it aborts releases those that follow it.
    forgotten ??= new FinalizationRegistry((port) => port.close());
    forgotten.register(this, port1);
    this.addEventListener('abort', ({ target }) => { port1.postMessage(target.reason); });
    return { aborted: false, reason: undefined, port: port2 };
  }

  [kNewListener](count, type, ...rest) {
    super[kNewListener](count, type, ...rest);
    const waits = this.#hasTimer || (this.#sources !== null && this.#sources.size > 0);
    if (type === 'abort' && waits && !this.#aborted) heldByListeners.add(this);
  }

  [kRemoveListener](count, type, ...rest) {
    super[kRemoveListener](count, type, ...rest);
    if (type === 'abort' && count === 0) heldByListeners.delete(this);
  }

  [inspectCustom](depth, options) {
    return inspectAs(this, depth, options, { aborted: this.aborted });
  }
}
makeEnumerable(AbortSignal.prototype, 'aborted');
Object.defineProperty(AbortSignal, 'length', { value: 0, configurable: true });
defineEventHandler(AbortSignal.prototype, 'abort');

class AbortController {
  #signal;

  get signal() {
    this.#signal ??= create();
    return this.#signal;
  }

  abort(reason = abortError()) {
    abortSignal(this.#signal ??= create(), reason);
  }

  [inspectCustom](depth, options) {
    return inspectAs(this, depth, options, { signal: this.signal });
  }
}
makeEnumerable(AbortController.prototype, 'signal', 'abort');

for (const Class of [AbortController, AbortSignal]) {
  Object.defineProperty(Class.prototype, Symbol.toStringTag, {
    value: Class.name, writable: false, enumerable: false, configurable: true,
  });
}

// A signal that another end sent.
function FollowingSignal() {
  const signal = create();
  Object.defineProperty(signal, clone().kDeserialize, {
    value: (data) => receive(signal, data),
  });
  return makeTransferable(signal);
}

function transferableAbortController() {
  const controller = new AbortController();
  makeTransferable(controller.signal);
  return controller;
}

function transferableAbortSignal(signal) {
  if (typeof signal !== 'object' || signal === null || !isSignal(signal)) {
    throw new codes.ERR_INVALID_ARG_TYPE('signal', 'AbortSignal', signal);
  }
  return makeTransferable(AbortSignal.any([signal]));
}

exports.AbortController = AbortController;
exports.AbortSignal = AbortSignal;
exports.FollowingSignal = FollowingSignal;
exports.transferableAbortController = transferableAbortController;
exports.transferableAbortSignal = transferableAbortSignal;
