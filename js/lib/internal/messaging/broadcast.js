// SPDX-License-Identifier: MIT
// BroadcastChannel: every channel of a name, on any thread, gets what the others of that name post.
// Each has its own port, which does both.
'use strict';
const { codes } = require('internal/errors');
const { EventTarget, defineEventHandler, makeEnumerable } = require('internal/event_target');

let check; // throws for what is no channel
let portOf;

class BroadcastChannel extends EventTarget {
  #name;
  #port;
  #closed = false;

  constructor(name) {
    if (arguments.length === 0) throw new codes.ERR_MISSING_ARGS('name');
    super();
    this.#name = `${name}`;
    this.#port = require('internal/messaging/port').join(this.#name);
    for (const type of ['message', 'messageerror']) {
      this.#port.addEventListener(type, (event) => {
        if (this.#closed) return;
        const { MessageEvent } = require('internal/messaging/message_event');
        this.dispatchEvent(new MessageEvent(type, { data: event.data }));
      });
    }
  }

  static {
    check = (value) => {
      if (typeof value !== 'object' || value === null || !(#port in value)) {
        throw new codes.ERR_INVALID_THIS('BroadcastChannel');
      }
    };
    portOf = (value) => (#port in value ? value.#port : undefined);
  }

  get name() {
    check(this);
    return this.#name;
  }

  close() {
    check(this);
    if (this.#closed) return;
    this.#closed = true;
    this.#port.unref();
    this.#port.close();
  }

  postMessage(message) {
    check(this);
    if (arguments.length === 0) throw new codes.ERR_MISSING_ARGS('message');
    if (this.#closed) {
      const { DOMException } = require('internal/dom_exception');
      throw new DOMException('BroadcastChannel is closed.', 'InvalidStateError');
    }
    this.#port.postMessage(message);
  }

  ref() {
    check(this);
    if (!this.#closed) this.#port.ref();
    return this;
  }

  unref() {
    check(this);
    this.#port.unref();
    return this;
  }

  [Symbol.for('nodejs.util.inspect.custom')](depth, options) {
    check(this);
    if (depth < 0) return 'BroadcastChannel';
    const { inspect } = require('internal/inspect');
    const inner = { ...options, depth: options.depth == null ? null : options.depth - 1 };
    return `BroadcastChannel ${inspect({ name: this.#name, active: !this.#closed }, inner)}`;
  }
}
makeEnumerable(BroadcastChannel.prototype, 'name', 'close', 'postMessage');
defineEventHandler(BroadcastChannel.prototype, 'message');
defineEventHandler(BroadcastChannel.prototype, 'messageerror');

exports.BroadcastChannel = BroadcastChannel;
exports.portOf = portOf; // the port that delivers; undefined if it is no channel
