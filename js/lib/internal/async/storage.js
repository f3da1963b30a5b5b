// SPDX-License-Identifier: MIT
// AsyncLocalStorage. A frame has one store, and a link to the frame with the others. Frames are
// immutable, so an operation keeps all stores by keeping the frame.
'use strict';
const { context } = require('internal/state');

const DEEP = 8; // from this depth on frames are rebuilt, without hidden stores

class Frame {
  constructor(storage, store, parent) {
    this.storage = storage;
    this.store = store;
    this.parent = parent;
    this.depth = parent === undefined ? 1 : parent.depth + 1;
    this.marker = undefined; // internal/async/promises.js
  }
}

function find(frame, storage) {
  while (frame !== undefined && frame.storage !== storage) frame = frame.parent;
  return frame;
}

// The same stores without one of them, each once.
function without(frame, storage) {
  const seen = new Set([storage]);
  const kept = [];
  for (; frame !== undefined; frame = frame.parent) {
    if (seen.has(frame.storage)) continue;
    seen.add(frame.storage);
    kept.push(frame);
  }
  return kept.reduceRight((parent, one) => new Frame(one.storage, one.store, parent), undefined);
}

function withStore(frame, storage, store) {
  if (frame !== undefined) {
    if (frame.storage === storage) frame = frame.parent;
    else if (frame.depth >= DEEP) frame = without(frame, storage);
  }
  return new Frame(storage, store, frame);
}

class AsyncLocalStorage {
  #enabled = false;
  #defaultValue;
  #name = '';
  #left; // the frame of the store that exit() has left

  constructor(options = {}) {
    const { validateObject, validateString } = require('internal/validators');
    validateObject(options, 'options');
    require('internal/async/resources').start();
    require('internal/async/promises').follow(); // before anything waits that it is about
    this.#defaultValue = options.defaultValue;
    if (options.name !== undefined) {
      validateString(options.name, 'options.name');
      this.#name = options.name;
    }
  }

  static bind(callback) {
    return require('internal/async/resource').AsyncResource.bind(callback);
  }

  static snapshot() {
    return AsyncLocalStorage.bind((callback, ...args) => callback(...args));
  }

  get name() {
    return this.#name;
  }

  #enable() {
    if (this.#enabled) return;
    this.#enabled = true;
    if (this.#left !== undefined) { // as in Node: it was only out of sight
      context.frame = withStore(context.frame, this, this.#left.store);
      this.#left = undefined;
    }
  }

  disable() {
    if (!(#enabled in this) || !this.#enabled) return;
    this.#enabled = false;
    if (find(context.frame, this) !== undefined) context.frame = without(context.frame, this);
  }

  enterWith(store) {
    this.#enable();
    context.frame = withStore(context.frame, this, store);
  }

  // Afterwards the store is the previous one again; changes to other storages meanwhile stay.
  run(store, callback, ...args) {
    if (Object.is(store, this.getStore())) {
      return Reflect.apply(callback, null, args);
    }
    this.#enable();
    const before = context.frame;
    const frame = withStore(before, this, store);
    context.frame = frame;
    try {
      return Reflect.apply(callback, null, args);
    } finally {
      if (context.frame === frame) context.frame = before;
      else this.#restore(find(before, this));
    }
  }

  #restore(found) {
    context.frame = found === undefined ? without(context.frame, this) :
      withStore(context.frame, this, found.store);
  }

  exit(callback, ...args) {
    if (!this.#enabled) return Reflect.apply(callback, null, args);
    const found = find(context.frame, this);
    this.disable();
    this.#left = found;
    try {
      return Reflect.apply(callback, null, args);
    } finally {
      this.#enable();
    }
  }

  getStore() {
    if (!(#enabled in this)) return undefined;
    if (!this.#enabled) return this.#defaultValue;
    const { frame } = context;
    if (frame !== undefined && frame.storage === this) return frame.store;
    const found = find(frame, this);
    return found === undefined ? this.#defaultValue : found.store;
  }
}

exports.AsyncLocalStorage = AsyncLocalStorage;
