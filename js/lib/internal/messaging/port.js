// SPDX-License-Identifier: MIT
// MessageChannel and MessagePort. An endpoint is one side of a channel, with the messages that
// have arrived (js/runtime/ports.h); a port is the object that has an endpoint at present (it gives
// it away when it is transferred, maybe to another thread). Messages are delivered from the loop,
// one entry each (js/bind/messaging.c), ports in the order in which they were made.
'use strict';
const { counts, MESSAGES } = require('internal/state');
const { keep, resourceOf } = require('internal/async/contexts');
const { codes } = require('internal/errors');
const { Event, defineEventHandler, kCreateEvent, kHybridDispatch, kNewListener, kRemoveListener } =
  require('internal/event_target');
const { NodeEventTarget } = require('internal/node_event_target');
const native = binding('messaging');

const ports = new Map(); // by their numbers, in the order in which they were made
let lastNumber = 1; // that is the inbox's
let started = false;
let refs = 0;

const { transfer } = ArrayBuffer.prototype;

// What the other side of this file (js/bind/messaging.c) is told when something is posted.
const [TO_ITSELF, CANNOT] = [2, 3];

function start() {
  if (started) return;
  const finished = (...args) => require('internal/worker/worker').onFinished(...args);
  const error = native.start(deliver, finished, transfer, SharedArrayBuffer);
  if (error !== 0) throw require('internal/errors').errnoException(error, 'uv_async_init');
  started = true;
}

function hold(change) {
  start();
  refs += change;
  if (refs === (change > 0 ? 1 : 0)) native.hold(refs > 0);
}

// A wake serves the ports in the order in which they were made, each with the messages that it has
// when its turn comes (and at least as many as it may get meanwhile, up to a bound).
const BOUND = 1000;
let current = null; // whose turn it is
let left = 0; // how many it may still be given
let reached = 0; // its number

function nextPort() {
  const number = native.next(reached);
  if (number === 0) return null;
  reached = number;
  const found = ports.get(number);
  if (found === undefined) { // something was sent to this thread itself, for the first time
    require('internal/worker/direct').openInbox(attach(native.inbox()));
    return nextPort();
  }
  left = Math.max(waiting(found), BOUND);
  return found;
}

// One message. Says in shared memory whether there is another.
function deliver() {
  if (current === null) current = nextPort();
  try {
    if (current !== null) {
      left--;
      dispatchOne(current);
    }
  } finally {
    if (current !== null && (left === 0 || waiting(current) === 0)) {
      if (waiting(current) > 0) native.wake(); // the others first
      current = nextPort();
    }
    if (current === null) reached = 0;
    counts[MESSAGES] = current === null ? 0 : 1;
  }
}

let arrivedPorts = []; // of the message that is being dispatched
let isPort;
let endpointOf;
let setEndpoint;
let isClosing;
let closeSoon;
let waiting; // how many messages a port could be given now

class Port extends NodeEventTarget {
  #endpoint = null;
  #number = ++lastNumber;
  #started = false;
  #refed = false;
  #closing = false;

  static {
    endpointOf = (port) => port.#endpoint;
    setEndpoint = (port, endpoint) => {
      port.#endpoint = endpoint;
      if (endpoint !== null) {
        start();
        ports.set(port.#number, port);
        native.attach(endpoint, port.#number);
      } else {
        ports.delete(port.#number);
        port.unref();
      }
    };
    waiting = (port) => (port.#endpoint === null ? 0 : native.waiting(port.#endpoint));
    isPort = (value) => typeof value === 'object' && value !== null && #endpoint in value;
    isClosing = (port) => port.#closing;
    closeSoon = (port) => {
      if (port.#closing || port.#endpoint === null) return;
      port.#closing = true;
      const { setImmediate } = require('internal/immediates');
      setImmediate(() => finishClose(port));
    };
  }

  postMessage(value, options) {
    if (arguments.length === 0) {
      const error = new codes.ERR_MISSING_ARGS('message');
      error.message = 'Not enough arguments to MessagePort.postMessage';
      throw error;
    }
    const clone = require('internal/structured_clone');
    if (options !== undefined && options !== null && typeof options !== 'object') {
      throw clone.invalid('Optional transferList argument must be an iterable');
    }
    const message = clone.write(value, clone.readTransfer(options), this);
    if (this.#endpoint === null || this.#closing) return;
    if (post(this.#endpoint, message) === TO_ITSELF) {
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

// A message of internal/structured_clone goes to whoever listens at the other end, or at this one.
function post(endpoint, message, send = native.post) {
  const clone = require('internal/structured_clone');
  const parts = clone.pack(message); // by number: a program may have replaced what iterates
  const result = send(endpoint, parts[0], parts[1], parts[2], parts[3]);
  if (result === CANNOT) throw clone.cannotSend();
  return result;
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

const receivers = new WeakMap(); // ports of which somebody else reads the messages

function dispatchOne(port) {
  const resource = resourceOf(port);
  if (resource === undefined) dispatch(port);
  else resource.call(undefined, dispatch, port);
}

function dispatch(port) {
  const parts = native.take(endpointOf(port));
  if (parts === undefined) return;
  if (parts === null) {
    closeSoon(port);
    return;
  }
  const receiver = receivers.get(port);
  if (receiver !== undefined) {
    receiver(parts);
    return;
  }
  let read;
  try {
    read = require('internal/structured_clone').unpack(parts);
  } catch (error) {
    port[kHybridDispatch](error, 'messageerror');
    return;
  }
  arrivedPorts = read.ports;
  try {
    port[kHybridDispatch](read.value, 'message');
  } finally {
    arrivedPorts = [];
  }
}

// What has come is given out, whatever the program does meanwhile.
function drain(port) {
  for (let count = waiting(port); count > 0 && waiting(port) > 0; count--) dispatchOne(port);
}

function finishClose(port) {
  drain(port);
  const endpoint = endpointOf(port);
  if (endpoint === null) return; // sent meanwhile
  setEndpoint(port, null);
  native.close(endpoint);
  port[kHybridDispatch](undefined, 'close');
}

function attach(endpoint) {
  const port = new Port();
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
  const parts = native.take(endpointOf(port));
  if (parts === null) closeSoon(port);
  if (parts === undefined || parts === null) return undefined;
  return { message: require('internal/structured_clone').unpack(parts).value };
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
exports.post = post;
exports.hold = hold;
exports.setReceiver = (port, receiver) => receivers.set(port, receiver);
