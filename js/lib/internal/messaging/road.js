// SPDX-License-Identifier: MIT
// The transport of messages: how they get from the loop to the owner of their endpoint, and how
// plain values are sent and taken. Ports are built on it (internal/messaging/port.js), and the line
// between a worker and its parent, which is all that many workers need.
'use strict';
const { Int32Array, Map, Uint8Array } = globalThis; // may be replaced later
const { parse, stringify } = JSON;
const native = binding('messaging');

const { transfer } = ArrayBuffer.prototype;

const ROOM = 16384; // bytes of a message that is not given memory of its own
const room = new Uint8Array(ROOM);
const roomWords = new Int32Array(room.buffer);

// Objects with serve(), by their numbers: the oldest is served first.
const served = new Map();
let lastNumber = 1; // that is the inbox's
let started = false;
let refs = 0;

// What the other side of this file (js/bind/messaging.c) answers when something is posted.
const { TO_ITSELF, CANNOT } = def('POSTED');

const kServe = Symbol('serve');

let flat = null; // internal/clone/flat.js, when a plain value comes

let traced = null; // hooks of internal/scope/trace.js

function start() {
  if (started) return;
  const finished = (...args) => require('internal/worker/worker').onFinished(...args);
  const error = native.start(deliver, finished, transfer, SharedArrayBuffer, room);
  if (error !== 0) throw require('internal/errors').errnoException(error, 'uv_async_init');
  started = true;
}

// Waiting for messages keeps the loop alive.
function hold(change) {
  start();
  refs += change;
  if (refs === (change > 0 ? 1 : 0)) native.hold(refs > 0);
}

// One message, for the endpoint of that number.
function deliver(number) {
  let found = served.get(number);
  if (found === undefined) { // something was sent to this thread itself, for the first time
    const { attach } = require('internal/messaging/port');
    require('internal/worker/direct').openInbox(attach(native.inbox()));
    found = served.get(lastNumber);
  }
  found[kServe]();
}

// The number may have been given out before others that are there.
function attach(number, object, endpoint) {
  start();
  served.set(number, object);
  native.attach(endpoint, number);
}

// Sends a value to the other end.
function post(endpoint, value) {
  if (sendPlain(endpoint, value)) return;
  const clone = require('internal/structured_clone');
  postMessage(endpoint, clone.write(value));
}

// False: it is not a plain value.
function sendPlain(endpoint, value) {
  flat ??= require('internal/clone/flat');
  if (!flat.write(value)) return false;
  if (traced !== null) traced.post(post);
  if (flat.send(native.postFlat, endpoint) === CANNOT) {
    throw require('internal/structured_clone').cannotSend();
  }
  return true;
}

// Sends what JSON can represent: for the library's own messages, with which a worker starts sooner
// than with flat.js and its tables.
function sendText(endpoint, value) {
  if (({}).toJSON !== undefined || [].toJSON !== undefined || ''.toJSON !== undefined) {
    post(endpoint, value); // the program has a say in JSON
    return;
  }
  if (traced !== null) traced.post(post);
  if (native.postText(endpoint, stringify(value)) === CANNOT) {
    throw require('internal/structured_clone').cannotSend();
  }
}

// The same for a message of internal/structured_clone.
function postMessage(endpoint, message, send = native.post) {
  const clone = require('internal/structured_clone');
  if (traced !== null) traced.post(post);
  const parts = clone.pack(message); // by number: a program may have replaced what iterates
  const result = send(endpoint, parts[0], parts[1], parts[2], parts[3]);
  if (result === CANNOT) throw clone.cannotSend();
  return result;
}

const NOTHING = Symbol('nothing');

// The value of the next message if it is a plain one, else NOTHING.
function takePlain(endpoint) {
  const length = native.takeFlat(endpoint);
  if (length === 0) return NOTHING;
  flat ??= require('internal/clone/flat');
  return flat.read(roomWords, room, length * 4);
}

// A plain message that is larger than the room is [bytes, how many words].
function isLarge(parts) {
  return parts.length === 2 && !ArrayBuffer.isView(parts);
}

function readLarge([bytes, length]) {
  flat ??= require('internal/clone/flat');
  return flat.read(new Int32Array(bytes.buffer, 0, length), bytes, length * 4);
}

// Passes the message that was taken last to a function, which the tracer shows as its effect, or
// another one instead.
function give(receive, first, second, shownOf = undefined) {
  if (traced === null) {
    receive(first, second);
    return;
  }
  traced.beginMessage(shownOf?.(first) ?? receive);
  try {
    receive(first, second);
  } finally {
    traced.endMessage();
  }
}

// Between a worker and its parent, for the library itself.
class Line {
  #endpoint;
  #number = ++lastNumber;
  #onMessage;
  #isHeld = false;

  constructor(endpoint, onMessage) {
    this.#endpoint = endpoint;
    this.#onMessage = onMessage;
    attach(this.#number, this, endpoint);
    native.begin(endpoint);
  }

  // What is there already.
  takeOne() {
    this[kServe]();
  }

  [kServe]() {
    if (this.#endpoint === null) return;
    const text = native.takeText(this.#endpoint);
    if (text !== undefined) {
      give(this.#onMessage, parse(text));
      return;
    }
    const value = takePlain(this.#endpoint);
    if (value !== NOTHING) {
      give(this.#onMessage, value);
      return;
    }
    const parts = native.take(this.#endpoint);
    if (parts === undefined || parts === null) return;
    give(this.#onMessage, isLarge(parts) ? readLarge(parts) :
      require('internal/structured_clone').unpack(parts).value);
  }

  // What has come is given out.
  drain() {
    while (this.#endpoint !== null && native.waiting(this.#endpoint) > 0) this[kServe]();
  }

  postMessage(value) {
    if (this.#endpoint !== null) post(this.#endpoint, value);
  }

  // As postMessage(), of what JSON can carry.
  tell(value) {
    if (this.#endpoint !== null) sendText(this.#endpoint, value);
  }

  ref() {
    if (this.#isHeld || this.#endpoint === null) return;
    this.#isHeld = true;
    hold(1);
  }

  unref() {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    hold(-1);
  }

  close() {
    if (this.#endpoint === null) return;
    this.unref();
    served.delete(this.#number);
    native.close(this.#endpoint);
    this.#endpoint = null;
  }
}

module.exports = {
  Line,
  NOTHING,
  TO_ITSELF,
  attach,
  give,
  forget: (number) => served.delete(number),
  hold,
  isLarge,
  kServe,
  newNumber: () => ++lastNumber,
  post: postMessage,
  readLarge,
  sendPlain,
  sendText,
  start,
  takePlain,
  trace(hooks) { traced = hooks; },
};
