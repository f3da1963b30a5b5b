// SPDX-License-Identifier: MIT
// MessageChannel and MessagePort. An endpoint is one side of a channel, with the messages that have
// arrived (js/runtime/ports.h); a port is the object that currently has an endpoint (it loses it
// when it is transferred, perhaps to another thread). Messages are delivered from the loop, one
// entry each (js/bind/messaging.c), to ports in the order in which they were made.
'use strict';
const { keep, resourceOf } = require('internal/async/contexts');
const { codes } = require('internal/errors');
const {
  Event, chainsOf, defineEventHandler, kCreateEvent, kHybridDispatch, kNewListener,
  kRemoveListener,
} = require('internal/event_target');
const { NodeEventTarget } = require('internal/node_event_target');
const road = require('internal/messaging/road');
const { NOTHING, TO_ITSELF, give, hold, kServe, takePlain } = road;
const native = binding('messaging');

let arrivedPorts = []; // of the message that is being dispatched
let isPort;
let endpointOf;
let setEndpoint;
let isClosing;
let receiverOf;
let setReceiver;
let closeSoon;
let waiting; // how many messages a port could be given now

class Port extends NodeEventTarget {
  #endpoint = null;
  #number;
  #started = false;
  #refed = false;
  #closing = false;
  #receiver = null; // reads its messages instead

  constructor(number) {
    super();
    this.#number = number;
  }

  static {
    endpointOf = (port) => port.#endpoint;
    setEndpoint = (port, endpoint) => {
      port.#endpoint = endpoint;
      if (endpoint !== null) {
        road.attach(port.#number, port, endpoint);
      } else {
        road.forget(port.#number);
        port.unref();
      }
    };
    waiting = (port) => (port.#endpoint === null ? 0 : native.waiting(port.#endpoint));
    isPort = (value) => typeof value === 'object' && value !== null && #endpoint in value;
    isClosing = (port) => port.#closing;
    receiverOf = (port) => port.#receiver;
    setReceiver = (port, receiver) => { port.#receiver = receiver; };
    closeSoon = (port) => {
      if (port.#closing || port.#endpoint === null) return;
      port.#closing = true;
      native.stop(port.#endpoint); // what has arrived stays unread, unless it is being read
      const { setImmediate } = require('internal/immediates');
      setImmediate(() => finishClose(port));
    };
  }

  postMessage(value, options) {
    if (!(#endpoint in this)) throw new TypeError('Illegal invocation');
    if (arguments.length === 0) {
      const error = new codes.ERR_MISSING_ARGS('message');
      error.message = 'Not enough arguments to MessagePort.postMessage';
      throw error;
    }
    const isPlain = options === undefined && this.#endpoint !== null && !this.#closing &&
      road.sendPlain(this.#endpoint, value);
    if (isPlain) return;
    const clone = require('internal/structured_clone');
    if (options !== undefined && options !== null && typeof options !== 'object') {
      throw clone.invalid('Optional transferList argument must be an iterable');
    }
    const message = clone.write(value, clone.readTransfer(options), this);
    if (this.#endpoint === null || this.#closing) return;
    if (road.post(this.#endpoint, message) === TO_ITSELF) {
      require('internal/process').process.emitWarning(
        'The target port was posted to itself, and the communication channel was lost');
      closeSoon(this);
    }
  }

  start() {
    if (this.#started || this.#endpoint === null) return;
    this.#started = true;
    native.begin(this.#endpoint);
  }

  ref() {
    if (this.#refed || this.#endpoint === null) return;
    this.#refed = true;
    hold(1);
  }

  unref() {
    if (!this.#refed) return;
    this.#refed = false;
    hold(-1);
  }

  hasRef() {
    return this.#refed;
  }

  close(callback) {
    if (typeof callback === 'function') this.once('close', callback);
    closeSoon(this);
  }

  [kServe]() {
    dispatchOne(this);
  }

  [kCreateEvent](data, type) {
    if (type === 'close') return new Event(type);
    if (type !== 'message' && type !== 'messageerror') {
      const { CustomEvent } = require('internal/event_target');
      return new CustomEvent(type, { detail: data });
    }
    const { MessageEvent } = require('internal/messaging/message_event');
    return new MessageEvent(type, { data, ports: arrivedPorts });
  }

  [kNewListener](count, type, ...rest) {
    super[kNewListener](count, type, ...rest);
    if (type === 'message' && count === 1) {
      this.ref();
      this.start();
    }
  }

  [kRemoveListener](count, type, ...rest) {
    super[kRemoveListener](count, type, ...rest);
    if (type === 'message' && count === 0) { // what comes now waits for the next listener
      this.unref();
      if (this.#endpoint !== null) native.pause(this.#endpoint);
      this.#started = false;
    }
  }

  [Symbol.for('nodejs.util.inspect.custom')](depth, options) {
    const { inspect } = require('internal/inspect');
    const shown = { active: this.#endpoint !== null, refed: this.#refed };
    return `MessagePort [EventTarget] ${inspect(shown, options)}`;
  }
}

// What programs see: nobody but the library makes ports, with `new` or without.
function MessagePort() {
  throw new codes.ERR_CONSTRUCT_CALL_INVALID();
}
MessagePort.prototype = Port.prototype;
Object.setPrototypeOf(MessagePort, NodeEventTarget);
Object.defineProperty(Port.prototype, 'constructor', { value: MessagePort });
defineEventHandler(MessagePort.prototype, 'message', 'message', function(handler) {
  if (handler) this.start();
});
defineEventHandler(MessagePort.prototype, 'messageerror');

// The first, for the tracer.
function listenerOf(port) {
  const listener = chainsOf(port).get('message')?.first?.get();
  return typeof listener === 'function' ? listener : undefined;
}

function tell(port, value) {
  port[kHybridDispatch](value, 'message');
}

function dispatchOne(port) {
  const resource = resourceOf(port);
  if (resource === undefined) dispatch(port);
  else resource.call(undefined, dispatch, port);
}

function dispatch(port) {
  const endpoint = endpointOf(port);
  if (endpoint === null) return;
  const receiver = receiverOf(port);
  const value = receiver === null ? takePlain(endpoint) : NOTHING;
  if (value !== NOTHING) {
    give(tell, port, value, listenerOf);
    return;
  }
  const parts = native.take(endpoint);
  if (parts === undefined) return;
  if (parts === null) {
    closeSoon(port);
    return;
  }
  if (receiver !== null) {
    receiver(parts);
    return;
  }
  let read;
  try {
    read = unpack(parts);
  } catch (error) {
    port[kHybridDispatch](error, 'messageerror');
    return;
  }
  arrivedPorts = read.ports;
  try {
    give(tell, port, read.value, listenerOf);
  } finally {
    arrivedPorts = [];
  }
}

function unpack(parts) {
  if (road.isLarge(parts)) return { value: road.readLarge(parts), ports: [] };
  return require('internal/structured_clone').unpack(parts);
}

// What has come is given out, whatever the program does meanwhile.
function drain(port) {
  for (let count = waiting(port); count > 0 && waiting(port) > 0; count--) dispatchOne(port);
}

function finishClose(port) {
  const endpoint = endpointOf(port);
  if (endpoint === null) return; // sent meanwhile
  setEndpoint(port, null);
  native.close(endpoint);
  port[kHybridDispatch](undefined, 'close');
}

function attach(endpoint, number = road.newNumber()) {
  const port = new Port(number);
  setEndpoint(port, endpoint);
  keep(port, 'MESSAGEPORT');
  return port;
}

function detach(port) {
  const endpoint = endpointOf(port);
  native.detach(endpoint);
  setEndpoint(port, null);
  return endpoint;
}

function MessageChannel() {
  if (new.target === undefined) throw new codes.ERR_CONSTRUCT_CALL_REQUIRED();
  const [one, two] = native.pair();
  this.port1 = attach(one);
  this.port2 = attach(two);
}

function receiveMessageOnPort(port) {
  if (typeof port === 'object' && port !== null && !isPort(port)) {
    port = require('internal/messaging/broadcast').portOf(port);
  }
  if (!isPort(port)) {
    const { invalid } = require('internal/structured_clone');
    throw invalid('The "port" argument must be a MessagePort instance');
  }
  if (endpointOf(port) === null) return undefined;
  const value = takePlain(endpointOf(port));
  if (value !== NOTHING) return { message: value };
  const parts = native.take(endpointOf(port));
  if (parts === null) closeSoon(port);
  if (parts === undefined || parts === null) return undefined;
  return { message: unpack(parts).value };
}

exports.MessageChannel = MessageChannel;
exports.MessagePort = MessagePort;
exports.receiveMessageOnPort = receiveMessageOnPort;
exports.isPort = isPort;
exports.endpointOf = (port) => endpointOf(port);
exports.isDetached = (port) => endpointOf(port) === null || isClosing(port);
exports.attach = attach;
exports.detach = detach;
exports.drain = drain;
exports.join = (name) => attach(native.join(`channel ${name}`));
exports.post = road.post;
exports.hold = hold;
exports.setReceiver = (port, receiver) => setReceiver(port, receiver);
