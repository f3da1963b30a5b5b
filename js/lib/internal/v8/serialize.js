// SPDX-License-Identifier: MIT
// v8.serialize, v8.deserialize and their classes: values with cycles as bytes, in V8's format
// (internal/clone). Views are written by the program's side, with only their own bytes.
'use strict';
const { Buffer } = require('buffer');
const { codes } = require('internal/errors');
const { Writer, describe } = require('internal/clone/write');
const { Reader } = require('internal/clone/read');
const { FastBuffer } = require('internal/buffer/fast');

// The number of a view is its place.
const viewTypes = [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array,
  Uint32Array, Float32Array, Float64Array, DataView, FastBuffer, BigInt64Array, BigUint64Array];
const FAST_BUFFER = 10;

function failure(Base, code, message) {
  const error = new Base(message);
  error.code = code;
  return error;
}

function checkBytes(value, message) {
  if (!ArrayBuffer.isView(value)) throw failure(TypeError, 'ERR_INVALID_ARG_TYPE', message);
}

function checkMemory(isRight, wanted) {
  if (isRight) return;
  throw Object.assign(new TypeError(`arrayBuffer must be ${wanted}`),
    { code: 'ERR_INVALID_ARG_TYPE' });
}

class Serializer {
  #viewsAreHosts = false;
  #transferred = new Map();
  #writer = new Writer({
    fail: (value) => this.#fail(value),
    host: (value) => (this.#viewsAreHosts && ArrayBuffer.isView(value) ?
      () => this.#host(value) : undefined),
    transferred: this.#transferred,
    shared: (buffer) => this.#share(buffer),
  });

  #fail(value) {
    return new this._getDataCloneError(`${describe(value)} could not be cloned.`);
  }

  #host(value) {
    if (typeof this._writeHostObject !== 'function') throw this.#fail(value);
    this._writeHostObject(value);
  }

  #share(buffer) {
    if (typeof this._getSharedArrayBufferId !== 'function') throw this.#fail(buffer);
    return this._getSharedArrayBufferId(buffer) >>> 0;
  }

  writeHeader() {
    this.#writer.header();
  }

  writeValue(value) {
    this.#writer.value(value);
    return true;
  }

  releaseBuffer() {
    const bytes = this.#writer.release();
    return new FastBuffer(bytes.buffer, 0, bytes.length);
  }

  transferArrayBuffer(id, arrayBuffer) {
    if (!(#writer in this)) throw new TypeError('Illegal invocation');
    id >>>= 0;
    checkMemory(arrayBuffer instanceof ArrayBuffer, 'an ArrayBuffer');
    this.#transferred.set(arrayBuffer, id);
  }

  writeUint32(value) {
    this.#writer.varint(value >>> 0);
  }

  writeUint64(high, low) {
    this.#writer.wide(BigInt(high >>> 0) << 32n | BigInt(low >>> 0));
  }

  writeDouble(value) {
    this.#writer.double(+value);
  }

  writeRawBytes(source) {
    if (!(#writer in this)) throw new TypeError('Illegal invocation');
    if (!ArrayBuffer.isView(source) && !isBuffer(source)) {
      throw failure(TypeError, 'ERR_INVALID_ARG_TYPE',
        'source must be a TypedArray or a DataView');
    }
    this.#writer.raw(ArrayBuffer.isView(source) ?
      new Uint8Array(source.buffer, source.byteOffset, source.byteLength) : new Uint8Array(source));
  }

  _setTreatArrayBufferViewsAsHostObjects(flag) {
    this.#viewsAreHosts = Boolean(flag);
  }
}
Serializer.prototype._getDataCloneError = Error;

function isBuffer(value) {
  return require('internal/util/types').types.isAnyArrayBuffer(value);
}

class Deserializer {
  #reader;
  #transferred = [];
  #shared = [];

  constructor(buffer) {
    checkBytes(buffer, 'buffer must be a TypedArray or a DataView');
    this.buffer = buffer;
    this.#reader = new Reader(buffer, {
      transferred: this.#transferred, shared: this.#shared, host: () => this.#host(),
    });
  }

  #host() {
    if (typeof this._readHostObject !== 'function') {
      throw new Error('Unable to deserialize cloned data.');
    }
    const object = this._readHostObject();
    if ((typeof object !== 'object' || object === null) && typeof object !== 'function') {
      throw new TypeError('readHostObject must return an object');
    }
    return object;
  }

  #number(name, read) {
    try {
      return read();
    } catch {
      throw new Error(`${name}() failed`);
    }
  }

  readHeader() {
    this.#reader.header();
    return true;
  }

  readValue() {
    return this.#reader.value();
  }

  transferArrayBuffer(id, arrayBuffer) {
    if (!(#reader in this)) throw new TypeError('Illegal invocation');
    id >>>= 0;
    checkMemory(arrayBuffer instanceof ArrayBuffer || isShared(arrayBuffer),
      'an ArrayBuffer or SharedArrayBuffer');
    (isShared(arrayBuffer) ? this.#shared : this.#transferred)[id] = arrayBuffer;
  }

  getWireFormatVersion() {
    return this.#reader.version;
  }

  readUint32() {
    return this.#number('ReadUint32', () => this.#reader.varint());
  }

  readUint64() {
    return this.#number('ReadUint64', () => this.#reader.wide());
  }

  readDouble() {
    return this.#number('ReadDouble', () => this.#reader.double());
  }

  // Where the bytes begin in `buffer`.
  _readRawBytes(length) {
    return this.#number('ReadRawBytes', () => this.#reader.skip(Math.trunc(+length) || 0));
  }

  readRawBytes(length) {
    const at = this._readRawBytes(length);
    return new FastBuffer(this.buffer.buffer, this.buffer.byteOffset + at, length);
  }
}

function isShared(value) {
  return require('internal/util/types').types.isSharedArrayBuffer(value);
}

class DefaultSerializer extends Serializer {
  constructor() {
    super();
    this._setTreatArrayBufferViewsAsHostObjects(true);
  }

  _writeHostObject(view) {
    let index = FAST_BUFFER;
    if (view.constructor !== Buffer) {
      index = viewTypes.findIndex((type) => type !== FastBuffer &&
        Object.prototype.toString.call(view) === `[object ${type.name}]`);
      if (index === -1) {
        throw new this._getDataCloneError(
          `Unserializable host object: ${require('internal/inspect').inspect(view)}`);
      }
    }
    this.writeUint32(index);
    this.writeUint32(view.byteLength);
    this.writeRawBytes(new Uint8Array(view.buffer, view.byteOffset, view.byteLength));
  }
}

class DefaultDeserializer extends Deserializer {
  _readHostObject() {
    const View = viewTypes[this.readUint32()];
    const size = this.readUint32();
    const at = this._readRawBytes(size);
    const unit = View.BYTES_PER_ELEMENT || 1;
    const offset = this.buffer.byteOffset + at;
    if (offset % unit === 0) return new View(this.buffer.buffer, offset, size / unit);
    const copy = Buffer.allocUnsafe(size);
    copy.set(new Uint8Array(this.buffer.buffer, offset, size));
    return new View(copy.buffer, copy.byteOffset, size / unit);
  }
}

function serialize(value) {
  const serializer = new DefaultSerializer();
  serializer.writeHeader();
  serializer.writeValue(value);
  return serializer.releaseBuffer();
}

function deserialize(buffer) {
  if (!ArrayBuffer.isView(buffer)) {
    throw new codes.ERR_INVALID_ARG_TYPE('buffer', ['Buffer', 'TypedArray', 'DataView'], buffer);
  }
  const deserializer = new DefaultDeserializer(buffer);
  deserializer.readHeader();
  return deserializer.readValue();
}

// A class that says, with a code, that it cannot be called.
function callRefused(Class) {
  const { name } = Class;
  function made(...args) {
    if (new.target === undefined) {
      const text = `Class constructor ${name} cannot be invoked without 'new'`;
      throw Object.assign(new TypeError(text), { code: 'ERR_CONSTRUCT_CALL_REQUIRED' });
    }
    return Reflect.construct(Class, args, new.target);
  }
  Object.defineProperty(made, 'name', { value: name });
  made.prototype = Class.prototype;
  Object.defineProperty(Class.prototype, 'constructor',
    { value: made, writable: true, configurable: true });
  return made;
}

module.exports = {
  DefaultDeserializer,
  DefaultSerializer,
  Deserializer: callRefused(Deserializer),
  Serializer: callRefused(Serializer),
  deserialize,
  serialize,
};
