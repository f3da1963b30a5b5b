// SPDX-License-Identifier: MIT
// The standard streams of a worker: what is written on one thread is read on the other, by messages
// over the port between a worker and its parent. A writer waits until the reader wants more.
'use strict';
const { Readable, Writable } = require('stream');

const { kChunks, kMore } = require('internal/worker/thread');

const kTake = Symbol('take');

class ReadableStdio extends Readable {
  #port;
  #name;
  #holds = true; // the port, from the first read to the end
  #reading = false;

  constructor(port, name, holds) {
    super();
    this.#port = port;
    this.#name = name;
    this.#holds = holds;
    this.on('end', () => {
      if (this.#reading && this.#holds) holdPort(port, -1);
    });
  }

  _read() {
    if (!this.#reading) {
      this.#reading = true;
      if (this.#holds) holdPort(this.#port, 1);
    }
    this.#port.postMessage({ type: kMore, stream: this.#name });
  }

  // What came for it.
  [kTake](chunks) {
    for (const { chunk, encoding } of chunks) this.push(chunk, encoding);
  }
}

class WritableStdio extends Writable {
  #port;
  #name;
  #done = null; // the callback of what was written last

  constructor(port, name) {
    super({ decodeStrings: false });
    this.#port = port;
    this.#name = name;
  }

  _writev(chunks, callback) {
    this.#send(chunks.map(({ chunk, encoding }) => ({ chunk, encoding })));
    if (process._exiting) {
      callback();
    } else {
      this.#done = callback;
      holdPort(this.#port, 1);
    }
  }

  _final(callback) {
    this.#send([{ chunk: null, encoding: '' }]);
    callback();
  }

  #send(chunks) {
    this.#port.postMessage({ type: kChunks, stream: this.#name, chunks });
  }

  // The reader wants more.
  more() {
    const done = this.#done;
    if (done === null) return;
    this.#done = null;
    done();
    holdPort(this.#port, -1);
  }
}

// Ports are held by as many as wait for something there.
const held = new WeakMap();
function holdPort(port, change) {
  const count = (held.get(port) ?? 0) + change;
  held.set(port, count);
  if (count === 0) port.unref();
  else if (count === 1 && change === 1) port.ref();
}

module.exports = { ReadableStdio, WritableStdio, kTake };
