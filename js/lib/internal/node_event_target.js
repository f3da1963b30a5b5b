// SPDX-License-Identifier: MIT
// NodeEventTarget: an event target that also has the methods of an emitter (message ports).
// Listeners of on() and once() get the bare value; those of addEventListener get an event made of
// it.
'use strict';
const EventEmitter = require('events');
const {
  EventTarget, chainsOf, makeEnumerable, kHybridDispatch, kNodeStyle,
} = require('internal/event_target');
const { codes } = require('internal/errors');
const { validateString } = require('internal/validators');

const asTarget = EventTarget.prototype;

function check(target) {
  if (!(target instanceof NodeEventTarget)) throw new codes.ERR_INVALID_THIS('NodeEventTarget');
}

class NodeEventTarget extends EventTarget {
  static defaultMaxListeners = 10;

  setMaxListeners(n) {
    check(this);
    EventEmitter.setMaxListeners(n, this);
  }

  getMaxListeners() {
    check(this);
    return this[EventEmitter.kMaxEventTargetListeners];
  }

  eventNames() {
    check(this);
    const names = [];
    for (const [name, chain] of chainsOf(this)) if (chain.count > 0) names.push(name);
    return names;
  }

  listenerCount(type) {
    check(this);
    return chainsOf(this).get(String(type))?.count ?? 0;
  }

  off(type, listener, options) {
    check(this);
    this.removeEventListener(type, listener, options);
    return this;
  }

  removeListener(type, listener, options) {
    check(this);
    this.removeEventListener(type, listener, options);
    return this;
  }

  on(type, listener) {
    check(this);
    this.addEventListener(type, listener, { [kNodeStyle]: true });
    return this;
  }

  addListener(type, listener) {
    check(this);
    this.addEventListener(type, listener, { [kNodeStyle]: true });
    return this;
  }

  emit(type, arg) {
    check(this);
    validateString(type, 'type');
    const had = this.listenerCount(type) > 0;
    this[kHybridDispatch](arg, type);
    return had;
  }

  once(type, listener) {
    check(this);
    this.addEventListener(type, listener, { once: true, [kNodeStyle]: true });
    return this;
  }

  removeAllListeners(type) {
    check(this);
    const chains = chainsOf(this);
    const names = type === undefined ? [...chains.keys()] : [String(type)];
    for (const name of names) {
      for (let link = chains.get(name)?.first ?? null; link !== null; link = link.next) {
        asTarget.removeEventListener.call(this, name, link.get(), { capture: link.capture });
      }
    }
    return this;
  }
}
makeEnumerable(NodeEventTarget.prototype, ...Object.getOwnPropertyNames(NodeEventTarget.prototype)
  .filter((name) => name !== 'constructor'));

exports.NodeEventTarget = NodeEventTarget;
