// SPDX-License-Identifier: MIT
// WebAssembly compiles on threads of the engine; meanwhile its promises keep the loop alive. Loaded
// when a program first asks for WebAssembly.
'use strict';
const { types: { isAnyArrayBuffer } } = require('internal/util/types');
const { hold } = binding('engine');

function held(original) {
  return function (...args) {
    const isBytes = ArrayBuffer.isView(args[0]) || args[0] instanceof ArrayBuffer;
    const bytes = isBytes ? copyOf(args[0]) : undefined;
    const promise = Reflect.apply(original, this, args);
    hold(1);
    return promise.then((value) => {
      hold(-1);
      return isBytes ? remember(bytes, value) : value;
    }, (error) => {
      hold(-1);
      throw error;
    });
  };
}

// The bytes of each module, so that it can be sent to another thread and made again there.
const sources = new WeakMap();

function copyOf(bytes) {
  return ArrayBuffer.isView(bytes) ?
    new Uint8Array(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)) :
    new Uint8Array(bytes.slice(0));
}

function keepSources(WebAssembly) {
  const { Module: Original } = WebAssembly;
  function Module(bytes) {
    if (new.target === undefined) return Original(bytes);
    if (!isAnyArrayBuffer(bytes) && !ArrayBuffer.isView(bytes)) {
      const error = new TypeError('WebAssembly.Module(): Argument 0 must be a buffer source');
      Error.captureStackTrace(error, Module);
      throw error;
    }
    const made = Reflect.construct(Original, [bytes], new.target);
    sources.set(made, copyOf(bytes));
    return made;
  }
  for (const name of Reflect.ownKeys(Original)) {
    Object.defineProperty(Module, name, Object.getOwnPropertyDescriptor(Original, name));
  }
  Object.defineProperty(Module.prototype, 'constructor', { value: Module });
  Object.defineProperty(WebAssembly, 'Module', { value: Module });
}

function remember(bytes, result) {
  const module = result instanceof WebAssembly.Module ? result : result?.module;
  if (module !== undefined) sources.set(module, bytes);
  return result;
}

// compileStreaming and instantiateStreaming: the engine does not accept a module in pieces, so they
// wait for all of it.
async function bytesOf(source) {
  const { Response } = require('internal/fetch/globals');
  const response = await source;
  const { codes } = require('internal/errors');
  if (!(response instanceof Response)) {
    throw new codes.ERR_INVALID_ARG_TYPE('source', ['Response', 'Promise resolving to Response'],
      response);
  }
  const type = response.headers.get('Content-Type');
  if (type !== 'application/wasm') {
    throw new codes.ERR_WEBASSEMBLY_RESPONSE(`has unsupported MIME type '${type}'`);
  }
  if (!response.ok) {
    throw new codes.ERR_WEBASSEMBLY_RESPONSE(`has status code ${response.status}`);
  }
  if (response.bodyUsed) throw new codes.ERR_WEBASSEMBLY_RESPONSE('body has already been used');
  const pieces = [];
  for await (const piece of response.body ?? []) {
    if (!isAnyArrayBuffer(piece) && !ArrayBuffer.isView(piece)) {
      throw Object.assign(new TypeError('chunk must be an ArrayBufferView or an ArrayBuffer'),
        { code: 'ERR_INVALID_ARG_TYPE' });
    }
    pieces.push(copyOf(piece));
  }
  return Buffer.concat(pieces);
}

function addStreaming(WebAssembly) {
  const functions = {
    async compileStreaming(source) { return WebAssembly.compile(await bytesOf(source)); },
    async instantiateStreaming(source, imports) {
      return WebAssembly.instantiate(await bytesOf(source), imports);
    },
  };
  for (const [name, value] of Object.entries(functions)) {
    Object.defineProperty(value, 'length', { value: 1, configurable: true });
    Object.defineProperty(WebAssembly, name, {
      value, writable: true, enumerable: true, configurable: true,
    });
  }
}

// Each class, with a function that throws for what is not of the class: an object may only inherit
// from one.
let classes;

function findClasses(WebAssembly) {
  const { Module, Memory, Table, Global, Instance } = WebAssembly;
  const getter = (Class, name) => {
    const { get } = Object.getOwnPropertyDescriptor(Class.prototype, name);
    return (object) => Reflect.apply(get, object, []);
  };
  classes = new Map([[Module, Module.exports], [Memory, getter(Memory, 'buffer')],
    [Table, getter(Table, 'length')], [Global, getter(Global, 'value')],
    [Instance, getter(Instance, 'exports')]]);
}

// Objects of WebAssembly, of which some cannot be cloned.
exports.isOwn = function isOwn(object) {
  for (const [Class, check] of classes) {
    if (!(object instanceof Class)) continue;
    try {
      check(object);
      return true;
    } catch {
      return false;
    }
  }
  return false;
};

// A shared memory is sent as its buffer, of which the other thread makes it again.
let Memory;
const { SharedArrayBuffer } = globalThis;

function memoryToClone(memory, cannot) {
  const buffer = classes.get(Memory)(memory);
  if (!(buffer instanceof SharedArrayBuffer) || !binding('messaging').hasMemory()) {
    throw cannot(memory);
  }
  return { data: buffer, deserializeInfo: 'WebAssembly.Memory' };
}

exports.memoryFrom = function memoryFrom(buffer) {
  Memory ??= WebAssembly.Memory; // the first use of WebAssembly on this thread
  const memory = new Memory({ initial: 0, maximum: 0, shared: true });
  if (!binding('messaging').memoryOf(memory, buffer, SharedArrayBuffer)) {
    throw new RangeError('WebAssembly.Memory(): could not allocate memory');
  }
  return memory;
};

exports.toClone = function toClone(object, cannot) {
  if (object instanceof Memory) return memoryToClone(object, cannot);
  const bytes = sources.get(object);
  if (bytes === undefined) throw cannot(object);
  return { data: bytes, deserializeInfo: 'WebAssembly.Module' };
};

exports.wrap = function wrap(WebAssembly) {
  require('internal/program').wasm = exports;
  keepSources(WebAssembly);
  ({ Memory } = WebAssembly);
  findClasses(WebAssembly);
  for (const name of ['compile', 'instantiate']) {
    const original = WebAssembly[name];
    const value = held(original);
    Object.defineProperty(value, 'name', { value: name, configurable: true });
    Object.defineProperty(value, 'length', { value: original.length, configurable: true });
    Object.defineProperty(WebAssembly, name, { value });
  }
  addStreaming(WebAssembly);
  return WebAssembly;
};
