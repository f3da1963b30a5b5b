// SPDX-License-Identifier: MIT
// MessageChannel and MessagePort. An endpoint is one side of a channel, with the messages that
// have arrived; a port is the object that has an endpoint at present (it gives it away when it is
// transferred). Messages are delivered from the loop, one entry each (js/bind/messaging.c), ports
// in the order in which they were made.
'use strict';
const { context, counts, newAsyncId, MESSAGES } = require('internal/state');
const tick = require('internal/tick');
const { codes } = require('internal/errors');
const { Event, defineEventHandler, kCreateEvent, kHybridDispatch, kNewListener, kRemoveListener } =
  require('internal/event_target');
const { NodeEventTarget } = require('internal/node_event_target');
const native = binding('messaging');

const ready = new Map(); // ports whose messages may go out, by their number
let lastNumber = 0;
let started = false;
let refs = 0;

class Endpoint {
  other = null;
  port = null;
  queue = [];
  closed = false;
}

function start() {
  const error = native.start(deliver);
  if (error !== 0) throw require('internal/errors').errnoException(error, 'uv_async_init');
  started = true;
}

function wake() {
  if (!started) start();
  native.wake();
}

function hold(change) {
  if (!started) start();
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
  let found = null;
  let least = Infinity;
  for (const [number, port] of ready) {
    if (number > reached && number < least && waiting(port) > 0) {
      found = port;
      least = number;
    }
  }
  if (found !== null) {
    reached = least;
    left = Math.max(waiting(found), BOUND);
  }
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
let stop;
let endpointOf;
let setEndpoint;
let waiting; // how many messages a port could be given now

class Port extends NodeEventTarget {
  #endpoint = null;
  #number = ++lastNumber;
  #started = false;
  #refed = false;

  static {
    endpointOf = (port) => port.#endpoint;
    setEndpoint = (port, endpoint) => { port.#endpoint = endpoint; };
    waiting = (port) => (port.#started ? port.#endpoint?.queue.length ?? 0 : 0);
    isPort = (value) => typeof value === 'object' && value !== null && #endpoint in value;
    stop = (port) => {
      ready.delete(port.#number);
      port.unref();
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
    const other = this.#endpoint?.other;
    if (!other || other.closed) return;
    if (message.hosts.some(({ endpoint }) => endpoint === other)) {
      require('internal/process').process.emitWarning(
        'The target port was posted to itself, and the communication channel was lost');
      closeEndpoint(this.#endpoint);
      return;
    }
    other.queue.push(message);
    if (other.port !== null && other.port.#started) wake();
  }

  start() {
    if (this.#started || this.#endpoint === null) return;
    this.#started = true;
    ready.set(this.#number, this);
    if (this.#endpoint.queue.length > 0) wake();
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
    if (this.#endpoint !== null) closeEndpoint(this.#endpoint);
  }

  [kCreateEvent](data, type) {
    if (type !== 'message' && type !== 'messageerror') return new Event(type);
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
    if (type === 'message' && count === 0) {
      this.unref();
    }
  }

  [Symbol.for('nodejs.util.inspect.custom')](depth, options) {
    const { inspect } = require('internal/inspect');
    return `MessagePort ${inspect({ active: this.#endpoint !== null, refed: this.#refed },
      options)}`;
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

function dispatchOne(port) {
  const message = endpointOf(port).queue.shift();
  let read;
  try {
    read = require('internal/structured_clone').read(message);
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

function closeEndpoint(endpoint) {
  if (endpoint.closed) return;
  endpoint.closed = true;
  const { setImmediate } = require('internal/immediates');
  setImmediate(() => {
    const { port, other } = endpoint;
    while (port !== null && waiting(port) > 0) dispatchOne(port);
    if (port !== null) {
      stop(port);
      setEndpoint(port, null);
      port[kHybridDispatch](undefined, 'close');
    }
    closeEndpoint(other);
  });
}

function attach(endpoint) {
  const port = new Port();
  endpoint.port = port;
  setEndpoint(port, endpoint);
  if (tick.wrap !== null) {
    require('internal/async/hooks').init(newAsyncId(), 'MESSAGEPORT', context.asyncId, port);
  }
  return port;
}

function detach(port) {
  const endpoint = endpointOf(port);
  stop(port);
  endpoint.port = null;
  setEndpoint(port, null);
  return endpoint;
}

function MessageChannel() {
  if (new.target === undefined) throw new codes.ERR_CONSTRUCT_CALL_REQUIRED();
  const [one, two] = [new Endpoint(), new Endpoint()];
  one.other = two;
  two.other = one;
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
  const message = endpointOf(port)?.queue.shift();
  if (message === undefined) return undefined;
  return { message: require('internal/structured_clone').read(message).value };
}

exports.MessageChannel = MessageChannel;
exports.MessagePort = MessagePort;
exports.receiveMessageOnPort = receiveMessageOnPort;
exports.isPort = isPort;
exports.isDetached = (port) => endpointOf(port) === null || endpointOf(port).closed;
exports.attach = attach;
exports.detach = detach;
