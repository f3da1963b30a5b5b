// SPDX-License-Identifier: MIT
// The module stream: the package readable-stream, which contains Node's own streams, and what it
// leaves out.
'use strict';
const Stream = require('vendor/readable-stream/stream');

const { Duplex, Readable, Writable } = Stream;

// Names without listeners may be among the events of a stream.
Stream.prototype.eventNames = function eventNames() {
  return Reflect.ownKeys(this._events).filter((name) => this._events[name] !== undefined);
};

function adapters() {
  return require('internal/webstreams/adapters');
}

Readable.toWeb = (stream, options) => adapters().fromReadable(stream, options);
Readable.fromWeb = (stream, options) => adapters().toReadable(stream, options);
Writable.toWeb = (stream) => adapters().fromWritable(stream);
Writable.fromWeb = (stream, options) => adapters().toWritable(stream, options);
Duplex.toWeb = (stream) => adapters().fromDuplex(stream);
Duplex.fromWeb = (pair, options) => adapters().toDuplex(pair, options);

const kOther = Symbol('other');
const kTaken = Symbol('taken'); // the callback of a write that the other side has not read yet

class DuplexSide extends Duplex {
  constructor(options) {
    super(options);
    this[kOther] = null;
    this[kTaken] = null;
  }

  _read() {
    const taken = this[kTaken];
    if (taken) {
      this[kTaken] = null;
      taken();
    }
  }

  _write(chunk, encoding, callback) {
    const other = this[kOther];
    if (chunk.length === 0) {
      process.nextTick(callback);
    } else {
      other.push(chunk);
      other[kTaken] = callback;
    }
  }

  _final(callback) {
    this[kOther].on('end', callback);
    this[kOther].push(null);
  }
}

// Two streams: what is written to one is read from the other.
Stream.duplexPair = function duplexPair(options) {
  const one = new DuplexSide(options);
  const two = new DuplexSide(options);
  one[kOther] = two;
  two[kOther] = one;
  return [one, two];
};
Stream._isArrayBufferView = ArrayBuffer.isView;

module.exports = Stream;
