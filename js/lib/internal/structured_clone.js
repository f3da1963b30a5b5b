// SPDX-License-Identifier: MIT
// Messages: a value as bytes (internal/clone), and what goes beside them: buffers that are
// transferred or shared, ports, and objects of the library that are made anew at the other end.
// structuredClone and message ports use it; a message can wait in a queue, or cross threads.
'use strict';
const { Writer, describe } = require('internal/clone/write');
const { Reader } = require('internal/clone/read');
const { codes } = require('internal/errors');
const { types } = require('internal/util/types');

const kClone = Symbol('messaging_clone_symbol'); // method: { data, deserializeInfo }
const kTransfer = Symbol('messaging_transfer_symbol'); // method: the same, and `this` is empty then
const kTransferList = Symbol('messaging_transfer_list_symbol');
const kDeserialize = Symbol('messaging_deserialize_symbol'); // method: takes data

const untransferable = new WeakSet();
const uncloneable = new WeakSet();

function dataCloneError(message) {
  const { DOMException } = require('internal/dom_exception');
  return new DOMException(message, 'DataCloneError');
}

function invalid(message) {
  const error = new codes.ERR_INVALID_ARG_TYPE('options', 'Object', undefined);
  error.message = message;
  return error;
}

function cannot(value) {
  return dataCloneError(`${describe(value)} could not be cloned.`);
}

function isPort(value) {
  return require('internal/messaging/port').isPort(value);
}

function takeTransfers(list, source) {
  const seen = new Set();
  const message = { buffers: [], hosts: [], numbers: new Map() };
  for (const item of list) {
    const isBuffer = types.isArrayBuffer(item);
    const kind = isBuffer ? 'ArrayBuffer' : isPort(item) ? 'MessagePort' : null;
    const isOwn = kind === null && typeof item?.[kTransfer] === 'function';
    if (kind === null && !isOwn) {
      throw new codes.ERR_INVALID_TRANSFER_OBJECT();
    }
    if (untransferable.has(item) || require('internal/buffer/fast').pools.has(item)) {
      if (isBuffer) continue; // it is cloned then
      throw new codes.ERR_MISSING_TRANSFERABLE_IN_TRANSFER_LIST();
    }
    if (seen.has(item)) {
      throw dataCloneError(`Transfer list contains duplicate ${kind ?? 'object'}`);
    }
    if (item === source) throw dataCloneError('Transfer list contains source port');
    if (kind === 'MessagePort' && require('internal/messaging/port').isDetached(item)) {
      throw dataCloneError('MessagePort in transfer list is already detached');
    }
    seen.add(item);
    if (isBuffer) message.numbers.set(item, message.buffers.push(item) - 1);
  }
  return { message, seen };
}

const { transfer } = ArrayBuffer.prototype;

// What was under way on the memory of a buffer goes on there when it belongs to another, which so
// lives as long as the views that those hold.
const movedTo = new WeakMap();

function take(buffer) {
  if (buffer.detached) return new ArrayBuffer(0);
  const native = binding('messaging');
  const used = native.unlock(buffer, transfer);
  const taken = transfer.call(buffer);
  if (used) {
    native.lock(taken);
    movedTo.set(buffer, taken);
  }
  return taken;
}

// The value as a message. Everything in the list is taken from the sender once nothing can fail.
function write(value, list = [], source = undefined) {
  const { message: { buffers, numbers }, seen } = takeTransfers(list, source);
  const hosts = [];
  const shared = [];
  const hostNumbers = new Map();
  function addHost(object, entry) {
    hostNumbers.set(object, hosts.push(entry) - 1);
    return hosts.length - 1;
  }
  function host(object) {
    const number = hostNumbers.get(object);
    if (number !== undefined) return number;
    if (uncloneable.has(object)) throw cannot(object);
    if (isPort(object)) {
      if (!seen.has(object)) {
        throw new codes.ERR_MISSING_TRANSFERABLE_IN_TRANSFER_LIST();
      }
      return addHost(object, { port: object });
    }
    if (seen.has(object) && typeof object[kTransfer] === 'function') {
      return addHost(object, { own: object, transfer: true });
    }
    if (typeof object[kClone] === 'function') return addHost(object, object[kClone]());
    if (typeof object[kTransfer] === 'function') {
      throw new codes.ERR_MISSING_TRANSFERABLE_IN_TRANSFER_LIST();
    }
    return undefined;
  }
  const writer = new Writer({
    fail: cannot,
    host(object) {
      const number = host(object);
      return number === undefined ? undefined : () => writer.varint(number);
    },
    transferred: numbers,
    shared: (buffer) => shared.push(buffer) - 1,
  });
  writer.header();
  writer.value(value);
  const taken = buffers.map(take);
  for (const item of seen) {
    if (isPort(item) && !hostNumbers.has(item)) addHost(item, { port: item });
  }
  for (const [i, entry] of hosts.entries()) {
    if (entry.port) hosts[i] = { endpoint: require('internal/messaging/port').detach(entry.port) };
    else if (entry.transfer) hosts[i] = entry.own[kTransfer]();
  }
  return { bytes: writer.release(), buffers: taken, shared, hosts };
}

function revive(entry, ports) {
  if (entry.endpoint) {
    const port = require('internal/messaging/port').attach(entry.endpoint);
    ports.push(port);
    return port;
  }
  const [file, name] = entry.deserializeInfo.split(':');
  const object = new (require(file)[name])();
  object[kDeserialize](entry.data);
  return object;
}

// { value, ports } of a message. Once only: what was transferred goes to the reader.
function read(message) {
  const ports = [];
  const revived = new Map();
  const get = (number) => {
    if (!revived.has(number)) revived.set(number, revive(message.hosts[number], ports));
    return revived.get(number);
  };
  const reader = new Reader(message.bytes, {
    transferred: message.buffers, shared: message.shared, host: (from) => get(from.varint()),
  });
  reader.header();
  const value = reader.value();
  message.hosts.forEach((entry, number) => { if (entry.endpoint) get(number); });
  return { value, ports };
}

function structuredClone(value, options = undefined) {
  if (arguments.length === 0) {
    const error = new codes.ERR_MISSING_ARGS('value');
    error.message = 'The value argument must be specified';
    throw error;
  }
  const message = write(value, readTransfer(options));
  return read(message).value;
}
Object.defineProperty(structuredClone, 'length', { value: 1, configurable: true });

// The list of { transfer }, or the list itself.
function readTransfer(options) {
  if (options === undefined || options === null) return [];
  if (typeof options !== 'object') {
    throw new codes.ERR_INVALID_ARG_TYPE('options', 'Object', options);
  }
  const list = Array.isArray(options) || options[Symbol.iterator] ? options : options.transfer;
  if (list === undefined) return [];
  if (list === null || typeof list !== 'object' || typeof list[Symbol.iterator] !== 'function') {
    throw invalid('Optional options.transfer argument must be an iterable');
  }
  return [...list];
}

module.exports = {
  invalid,
  structuredClone,
  write,
  read,
  readTransfer,
  markAsUntransferable(object) {
    if ((typeof object === 'object' && object !== null) || typeof object === 'function') {
      untransferable.add(object);
    }
  },
  isMarkedAsUntransferable: (object) => untransferable.has(object),
  markAsUncloneable(object) {
    if ((typeof object === 'object' && object !== null) || typeof object === 'function') {
      uncloneable.add(object);
    }
  },
  kClone,
  kTransfer,
  kTransferList,
  kDeserialize,
};
