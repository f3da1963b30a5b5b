// SPDX-License-Identifier: MIT
// Messages: a value as bytes (internal/clone), and what goes beside them: buffers that are
// transferred or shared, ports, and objects of the library that are made again at the other end.
// structuredClone and message ports use it; a message can wait in a queue, or cross threads.
'use strict';
const { Writer, describe } = require('internal/clone/write');
const { Reader } = require('internal/clone/read');
const { codes } = require('internal/errors');
const flat = require('internal/clone/flat');
const program = require('internal/program');
const { types } = require('internal/util/types');
const { kClone, kTransfer, kTransferList, kDeserialize } =
  require('internal/messaging/transferable');

const untransferable = new WeakSet();
const uncloneable = new WeakSet();
let hasUncloneable = false; // whether there is any

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
  const message = { buffers: [], hosts: [], numbers: new Map() };
  if (list.length === 0) return { message, seen: undefined };
  const seen = new Set();
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

// Operations in progress on the memory of a buffer continue when it belongs to another buffer,
// which therefore lives as long as the views that they hold.
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
    const isWasm = program.wasm !== null && program.wasm.isOwn(object);
    if (isWasm) return addHost(object, program.wasm.toClone(object, cannot));
    if (isPort(object)) {
      if (!seen?.has(object)) {
        throw new codes.ERR_MISSING_TRANSFERABLE_IN_TRANSFER_LIST();
      }
      return addHost(object, { port: object });
    }
    if (seen?.has(object) && typeof object[kTransfer] === 'function') {
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
    plainHosts: hasUncloneable,
  });
  writer.header();
  writer.value(value);
  const taken = buffers.map(take);
  if (seen !== undefined) {
    for (const item of seen) {
      if (isPort(item) && !hostNumbers.has(item)) addHost(item, { port: item });
    }
  }
  for (let i = 0; i < hosts.length; i++) {
    const entry = hosts[i];
    if (entry.port) hosts[i] = { endpoint: require('internal/messaging/port').detach(entry.port) };
    else if (entry.transfer) hosts[i] = entry.own[kTransfer]();
  }
  return { bytes: writer.release(), buffers: taken, shared, hosts };
}

// A message in the form that binding('messaging') takes: the bytes, buffers, shared buffers, and
// what is made again at the other end: endpoints, and messages from which the others are made.
function pack({ bytes, buffers, shared, hosts }) {
  if (buffers.length + shared.length + hosts.length === 0) return [bytes];
  return [bytes, buffers, shared, hosts.map((entry) => (
    entry.endpoint ?? pack(write([entry.deserializeInfo, entry.data], entry.transferList))))];
}

function toMessage(parts) {
  if (!Array.isArray(parts)) return { bytes: parts, buffers: [], shared: [], hosts: [] };
  const [bytes, buffers, shared, enclosed] = parts;
  return { bytes, buffers, shared, hosts: enclosed.map((entry) => (
    Array.isArray(entry) || ArrayBuffer.isView(entry) ? { parts: entry } : { endpoint: entry })) };
}

// { value, ports } of what came.
function unpack(parts, realm = undefined) {
  return read(toMessage(parts), realm);
}

// An object of the library, by the file and the name of its class.
function makeOf(info) {
  const at = info.lastIndexOf(':');
  const [file, name] = [info.slice(0, at), info.slice(at + 1)];
  const isOurs = file.startsWith('internal/') || require.names().includes(file);
  if (!isOurs) throw new Error(`Missing internal module '${file}'`);
  const Class = require(file)[name];
  if (typeof Class !== 'function' || !(kDeserialize in (Class.prototype ?? {})) &&
      name !== 'FollowingSignal') {
    throw new Error(`Unknown deserialize spec ${info}`);
  }
  return new Class();
}

function revive(entry, ports, realm) {
  if (entry.endpoint) {
    const { attach } = realm ?? require('internal/messaging/port');
    const port = attach(entry.endpoint);
    ports.push(port);
    return port;
  }
  if (realm !== undefined) return realm.revive();
  const { deserializeInfo, data } = entry;
  const [info, sent] = entry.parts ? unpack(entry.parts).value : [deserializeInfo, data];
  if (info === 'WebAssembly.Module') return new WebAssembly.Module(sent);
  if (info === 'WebAssembly.Memory') return require('internal/wasm').memoryFrom(sent);
  if (/^internal\/(?:crypto|perf|webstreams)\//.test(info)) {
    const [file, name] = info.split(':');
    return require(file)[name].revive(sent);
  }
  const object = makeOf(info);
  object[kDeserialize](sent);
  return object;
}

// { value, ports } of a message. Only once: what was transferred goes to the reader. A realm of vm
// has its own { Reader, attach, revive }.
function read(message, realm = undefined) {
  const ports = [];
  const revived = new Map();
  const get = (number) => {
    if (!revived.has(number)) revived.set(number, revive(message.hosts[number], ports, realm));
    return revived.get(number);
  };
  const reader = new (realm?.Reader ?? Reader)(message.bytes, {
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
  const list = readTransfer(options, true);
  if (list.length === 0 && flat.write(value)) return flat.readWritten();
  return read(write(value, list)).value;
}
Object.defineProperty(structuredClone, 'length', { value: 1, configurable: true });

// The list of { transfer }, or the list itself. A clone takes any object for a list.
function readTransfer(options, isClone = false) {
  if (options === undefined || options === null) return [];
  if (typeof options !== 'object') {
    throw new codes.ERR_INVALID_ARG_TYPE('options', 'Object', options);
  }
  const list = Array.isArray(options) || options[Symbol.iterator] ? options : options.transfer;
  if (list === undefined) return [];
  if (isClone) {
    if (list === null) return [];
    if (typeof list !== 'object') {
      throw invalid('Optional transferList argument must be an iterable');
    }
    return typeof list[Symbol.iterator] === 'function' ? [...list] : [];
  }
  if (Array.isArray(list)) return list;
  const iterator = list?.[Symbol.iterator]?.();
  const isIterator = typeof iterator === 'object' && iterator !== null;
  if (typeof list !== 'object' || !isIterator || typeof iterator.next !== 'function') {
    throw invalid(options === list ? 'Optional transferList argument must be an iterable' :
      'Optional options.transfer argument must be an iterable');
  }
  return [...{ [Symbol.iterator]: () => iterator }];
}

module.exports = {
  invalid,
  structuredClone,
  take,
  write,
  read,
  pack,
  unpack,
  cannotSend: () => dataCloneError('The memory of a buffer could not be sent.'),
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
      hasUncloneable = true;
      flat.isOff = true;
    }
  },
  kClone,
  kTransfer,
  kTransferList,
  kDeserialize,
};
