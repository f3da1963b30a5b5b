// SPDX-License-Identifier: MIT
// BroadcastChannel: every channel of a name gets what another of that name posts. Each has an
// endpoint of its own, a port of which delivers.
'use strict';
const { codes } = require('internal/errors');
const { EventTarget, defineEventHandler, makeEnumerable } = require('internal/event_target');

const groups = new Map(); // by name

let check; // throws for what is no channel
let portOf;

class BroadcastChannel extends EventTarget {
  #name;
  #near; // messages leave the far port for this one, which delivers
  #far;
  #closed = false;

  constructor(name) {
    if (arguments.length === 0) throw new codes.ERR_MISSING_ARGS('name');
    super();
    this.#name = `${name}`;
    const { MessageChannel } = require('internal/messaging/port');
    const { port1, port2 } = new MessageChannel();
    this.#near = port1;
    this.#far = port2;
    for (const type of ['message', 'messageerror']) {
      port1.addEventListener(type, (event) => {
        const { MessageEvent } = require('internal/messaging/message_event');
        this.dispatchEvent(new MessageEvent(type, { data: event.data }));
      });
    }
    let group = groups.get(this.#name);
    if (group === undefined) groups.set(this.#name, group = new Set());
    group.add(this);
  }

  static {
    check = (value) => {
      if (typeof value !== 'object' || value === null || !(#near in value)) {
        throw new codes.ERR_INVALID_THIS('BroadcastChannel');
      }
    };
    portOf = (value) => (#near in value ? value.#near : undefined);
  }

  get name() {
    check(this);
    return this.#name;
  }

  close() {
    check(this);
    if (this.#closed) return;
    this.#closed = true;
    const group = groups.get(this.#name);
    group.delete(this);
    if (group.size === 0) groups.delete(this.#name);
    this.#near.unref();
    this.#near.close();
  }

  postMessage(message) {
    check(this);
    if (arguments.length === 0) throw new codes.ERR_MISSING_ARGS('message');
    if (this.#closed) {
      const { DOMException } = require('internal/dom_exception');
      throw new DOMException('BroadcastChannel is closed.', 'InvalidStateError');
    }
    for (const other of groups.get(this.#name)) {
      if (other !== this) other.#far.postMessage(message);
    }
  }

  ref() {
    check(this);
    if (!this.#closed) this.#near.ref();
    return this;
  }

  unref() {
    check(this);
    this.#near.unref();
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
