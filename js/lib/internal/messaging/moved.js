// SPDX-License-Identifier: MIT
// Ports that have moved to a context of vm: messages are made of that context's objects.
'use strict';
const { codes } = require('internal/errors');
const native = binding('contextify');

exports.findRealm = () => undefined; // set by vm: the realm of a contextified object, if it is one

const parts = new WeakMap(); // global of a realm -> { create, tell, Reader }

function partsOf(global) {
  let found = parts.get(global);
  if (found === undefined) {
    found = {
      ...native.load(global, 'internal/messaging/realm_port', require),
      Reader: native.load(global, 'internal/clone/read', require).Reader,
    };
    parts.set(global, found);
  }
  return found;
}

// The endpoint as a port of the context.
function open(endpoint, realm) {
  const inner = require('internal/messaging/port').attach(endpoint);
  const work = {
    postMessage: (args) => inner.postMessage(...args),
    start() {
      inner.start();
      inner.ref();
    },
    close: () => inner.close(),
    ref: () => inner.ref(),
    unref: () => inner.unref(),
    hasRef: () => inner.hasRef(),
  };
  const outer = realm.create(work);
  const { setReceiver } = require('internal/messaging/port');
  setReceiver(inner, (message) => receive(outer, message, realm));
  return outer;
}

// A plain message is read here, and written in the form of which that context can make its own.
function inGeneralForm(message) {
  const { isLarge, readLarge } = require('internal/messaging/road');
  if (!isLarge(message)) return message;
  return require('internal/structured_clone').write(readLarge(message)).bytes;
}

function receive(outer, message, realm) {
  const { unpack } = require('internal/structured_clone');
  let read;
  try {
    read = unpack(inGeneralForm(message), {
      Reader: realm.Reader,
      attach: (endpoint) => open(endpoint, realm),
      revive() { throw new codes.ERR_MESSAGE_TARGET_CONTEXT_UNAVAILABLE(); },
    });
  } catch (error) {
    realm.tell(outer, 'messageerror', realm.translate(error), []);
    return;
  }
  realm.tell(outer, 'message', read.value, read.ports);
}

function moveMessagePortToContext(port, context) {
  const ports = require('internal/messaging/port');
  const { invalid } = require('internal/structured_clone');
  if (!ports.isPort(port)) throw invalid('The "port" argument must be a MessagePort instance');
  if (ports.isDetached(port)) throw new codes.ERR_CLOSED_MESSAGE_PORT();
  const isObject = (typeof context === 'object' && context !== null) ||
    typeof context === 'function';
  const realm = isObject ? exports.findRealm(context) : undefined;
  if (realm === undefined) throw invalid('Invalid context argument');
  return open(ports.detach(port), partsOf(realm.global));
}

exports.moveMessagePortToContext = moveMessagePortToContext;
