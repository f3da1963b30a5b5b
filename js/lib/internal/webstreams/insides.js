// SPDX-License-Identifier: MIT
// What the rest of the library needs of web streams: what inspect shows, and their state for Node's
// streams.
'use strict';
const custom = Symbol.for('nodejs.util.inspect.custom');

const hwm = (self) => ({ highWaterMark: self.highWaterMark });
const streamOnly = (name) => (self) => ({ stream: self[name] });

const shown = {
  ReadableStream: (self) => ({
    locked: self.locked,
    state: self._state,
    supportsBYOB: '_pendingPullIntos' in (self._readableStreamController ?? {}),
  }),
  WritableStream: (self) => ({ locked: self.locked, state: self._state }),
  TransformStream: (self) => ({
    readable: self.readable, writable: self.writable, backpressure: self._backpressure,
  }),
  ReadableStreamDefaultReader: (self) => ({
    stream: self._ownerReadableStream,
    readRequests: self._readRequests.length,
    close: self.closed,
  }),
  ReadableStreamBYOBReader: (self) => ({
    stream: self._ownerReadableStream,
    readIntoRequests: self._readIntoRequests.length,
    close: self.closed,
  }),
  ReadableStreamBYOBRequest: (self) => ({
    view: self.view, controller: self._associatedReadableByteStreamController,
  }),
  ReadableStreamDefaultController: () => ({}),
  ReadableByteStreamController: () => ({}),
  WritableStreamDefaultWriter: (self) => ({
    stream: self._ownerWritableStream,
    close: self.closed,
    ready: self.ready,
    desiredSize: self.desiredSize,
  }),
  WritableStreamDefaultController: streamOnly('_controlledWritableStream'),
  TransformStreamDefaultController: streamOnly('_controlledTransformStream'),
  ByteLengthQueuingStrategy: hwm,
  CountQueuingStrategy: hwm,
};

function show(name, data, depth, options) {
  if (depth < 0) return undefined;
  const { inspect } = require('internal/inspect');
  const inner = options.depth == null ? null : options.depth - 1;
  return `${name} ${inspect(data, { ...options, depth: inner })}`;
}

function addInspection(name, Class) {
  Object.defineProperty(Class.prototype, custom, {
    __proto__: null, writable: true, configurable: true,
    value(depth, options) { return show(name, shown[name](this), depth, options); },
  });
}

// A promise that settles when a stream has ended. Only then there is a cost: from then on the
// stream's state is checked when it changes.
function watchEnd(stream) {
  const end = {};
  end.promise = new Promise((resolve, reject) => Object.assign(end, { resolve, reject }));
  end.promise.catch(() => {});
  let state = stream._state;
  const look = () => {
    if (state === 'closed') end.resolve();
    // The reason is set next to the state: before it or after it.
    else if (state === 'errored') queueMicrotask(() => end.reject(stream._storedError));
  };
  Object.defineProperty(stream, '_state', {
    __proto__: null, enumerable: true, configurable: true,
    get() { return state; },
    set(value) {
      state = value;
      look();
    },
  });
  look();
  return end;
}

function getters(prototype, list) {
  for (const [name, get] of Object.entries(list)) {
    Object.defineProperty(prototype, Symbol.for(name), {
      __proto__: null, get, configurable: true,
    });
  }
}

function addState(Class, controller) {
  const ends = new WeakMap();
  getters(Class.prototype, {
    'nodejs.stream.errored'() { return this._state === 'errored'; },
    'nodejs.webstream.isClosedPromise'() {
      if (!ends.has(this)) ends.set(this, watchEnd(this));
      return ends.get(this);
    },
    'nodejs.webstream.controllerErrorFunction'() {
      return (error) => this[controller].error(error);
    },
  });
}

function prepare({ ReadableStream, WritableStream, ...others }) {
  addState(ReadableStream, '_readableStreamController');
  addState(WritableStream, '_writableStreamController');
  getters(ReadableStream.prototype, {
    'nodejs.stream.disturbed'() { return this._disturbed; },
    'nodejs.stream.readable'() { return this._state === 'readable'; },
  });
  for (const [name, Class] of Object.entries({ ReadableStream, WritableStream, ...others })) {
    addInspection(name, Class);
  }
}

// Getters say by Node's error that they were read off something else.
function guardGetters(Class, isOne) {
  const { codes } = require('internal/errors');
  for (const key of Object.getOwnPropertyNames(Class.prototype)) {
    const property = Object.getOwnPropertyDescriptor(Class.prototype, key);
    const { get } = property;
    if (get === undefined) continue;
    property.get = { get [key]() {
      if (!isOne(this)) throw new codes.ERR_INVALID_THIS(Class.name);
      return Reflect.apply(get, this, []);
    } };
    property.get = Object.getOwnPropertyDescriptor(property.get, key).get;
    Object.defineProperty(Class.prototype, key, property);
  }
}

module.exports = { guardGetters, prepare, show };
