// SPDX-License-Identifier: MIT
// Web streams that are transferred, as the standard defines it. The stream stays where it is and is
// piped into, or out of, one port of a channel; at the other end a stream is made of the other
// port. The reader requests each chunk. As in Node, an unused stream does not keep a program alive;
// one that is read or written at the other end does, until it ends.
'use strict';
const { kTransfer } = require('internal/messaging/transferable');

const HERE = 'internal/webstreams/transfer';
const streams = () => require('internal/webstreams/classes');

function dataCloneError(message) {
  const { DOMException } = require('internal/dom_exception');
  return new DOMException(message, 'DataCloneError');
}

// --- messages: [type, value]; a DOMException cannot be sent as a value

const CHUNK = 0;
const CLOSE = 1;
const ERROR = 2;
const EXCEPTION = 3;
const PULL = 4;

function sendError(port, error) {
  const { DOMException } = require('internal/dom_exception');
  if (error instanceof DOMException) port.postMessage([EXCEPTION, error.message, error.name]);
  else port.postMessage([ERROR, error]);
}

// What cannot be sent is reported to the other end, and thrown.
function sendOrTell(port, send, value) {
  try {
    send(port, value);
  } catch (error) {
    sendError(port, error);
    throw error;
  }
}

const sendChunk = (port, chunk) => port.postMessage([CHUNK, chunk]);

function errorIn([type, value, name]) {
  if (type === ERROR) return value;
  const { DOMException } = require('internal/dom_exception');
  return new DOMException(value, name);
}

function listen(port, onMessage, onFailure) {
  port.onmessage = ({ data }) => onMessage(data);
  port.onmessageerror = () => {
    const error = dataCloneError('Internal transferred stream error');
    sendError(port, error);
    onFailure(error);
    port.close();
  };
  port.unref();
}

// --- the end that is read

class PortSource {
  #port;
  #controller;
  #isHeld;
  constructor(port, isHeld) {
    this.#port = port;
    this.#isHeld = isHeld;
    listen(port, (message) => this.#take(message), (error) => this.#controller.error(error));
  }

  start(controller) { this.#controller = controller; }

  #take(message) {
    switch (message[0]) {
      case CHUNK:
        this.#controller.enqueue(message[1]);
        return;
      case CLOSE:
        this.#controller.close();
        break;
      default:
        this.#controller.error(errorIn(message));
    }
    this.#port.close();
  }

  // A chunk that comes lets the stream ask again.
  async pull() {
    if (this.#isHeld) this.#port.ref();
    this.#port.postMessage([PULL]);
  }

  async cancel(reason) {
    try {
      sendOrTell(this.#port, sendError, reason);
    } finally {
      this.#port.close();
    }
  }
}

// isHeld: reading from it, or writing to one below, keeps the program alive.
function readableOf(port, isHeld = true) {
  const { ReadableStream } = streams();
  return new ReadableStream(new PortSource(port, isHeld), { highWaterMark: 0 });
}

// --- the end that is written

class PortSink {
  #port;
  #controller;
  #isHeld;
  #asked = Promise.withResolvers(); // for a chunk
  constructor(port, isHeld) {
    this.#port = port;
    this.#isHeld = isHeld;
    listen(port, (message) => this.#take(message), (error) => this.#fail(error));
  }

  start(controller) { this.#controller = controller; }

  #take(message) {
    if (message[0] === PULL) this.#asked.resolve();
    else this.#fail(errorIn(message));
  }

  #fail(error) {
    this.#controller.error(error);
    this.#asked.resolve();
  }

  async write(chunk) {
    if (this.#isHeld) this.#port.ref();
    await this.#asked.promise;
    this.#asked = Promise.withResolvers();
    try {
      sendOrTell(this.#port, sendChunk, chunk);
    } catch (error) {
      this.#port.close();
      throw error;
    }
  }

  close() {
    this.#port.postMessage([CLOSE]);
    this.#port.close();
  }

  async abort(reason) {
    try {
      sendOrTell(this.#port, sendError, reason);
    } finally {
      this.#port.close();
    }
  }
}

function writableOf(port, isHeld = true) {
  const { WritableStream } = streams();
  return new WritableStream(new PortSink(port, isHeld), { highWaterMark: 1 });
}

// --- sending: what is made of a port at the other end is named by what it is

function pipe(readable, writable) {
  readable.pipeTo(writable).catch(() => {}); // either end reports the error
}

function checkFree(stream, name) {
  if (stream.locked) throw dataCloneError(`Cannot transfer a locked ${name}`);
}

function sendReadable(stream) {
  checkFree(stream, 'ReadableStream');
  const { port1, port2 } = new MessageChannel();
  pipe(stream, writableOf(port1, false));
  return port2;
}

function sendWritable(stream) {
  checkFree(stream, 'WritableStream');
  const { port1, port2 } = new MessageChannel();
  pipe(readableOf(port1, false), stream);
  return port2;
}

const kinds = {
  ReadableStream: {
    send: (stream) => [sendReadable(stream)],
    revive: ([port]) => readableOf(port),
  },
  WritableStream: {
    send: (stream) => [sendWritable(stream)],
    revive: ([port]) => writableOf(port),
  },
  TransformStream: {
    send({ readable, writable }) {
      checkFree(readable, 'ReadableStream');
      checkFree(writable, 'WritableStream');
      return [sendReadable(readable), sendWritable(writable)];
    },
    // One that only holds two streams.
    revive([readable, writable]) {
      const stream = new (streams().TransformStream)();
      stream._readable = readableOf(readable);
      stream._writable = writableOf(writable);
      return stream;
    },
  },
};

function makeTransferable(classes) {
  for (const name of Object.keys(kinds)) {
    Object.defineProperty(classes[name].prototype, kTransfer, {
      __proto__: null,
      value() {
        const ports = kinds[name].send(this);
        return { data: ports, deserializeInfo: `${HERE}:${name}`, transferList: ports };
      },
      configurable: true,
      writable: true,
    });
  }
}

module.exports = { ...kinds, makeTransferable };
