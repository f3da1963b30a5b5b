// SPDX-License-Identifier: MIT
// CryptoKey: a KeyObject with an algorithm and permitted usages.
'use strict';
const { codes } = require('internal/errors');
const { kClone } = require('internal/structured_clone');
const { setWebKeys } = require('internal/crypto/keys');

const inner = Symbol('inner');
let partsOf; // undefined if it is no CryptoKey

class CryptoKey {
  #parts;

  constructor(key, parts) {
    if (key !== inner) throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
    this.#parts = parts;
  }

  static {
    partsOf = (value) => (typeof value === 'object' && value !== null && #parts in value ?
      value.#parts : undefined);
  }

  get type() { return checked(this).object.type; }

  get extractable() { return checked(this).extractable; }

  get algorithm() { return checked(this).algorithm; }

  get usages() { return checked(this).usages; }

  [Symbol.for('nodejs.util.inspect.custom')](depth, options) {
    if (depth < 0) return this;
    const { type, extractable, algorithm, usages } = this;
    return `CryptoKey ${require('internal/inspect').inspect(
      { type, extractable, algorithm, usages },
      { ...options, depth: options.depth === null ? null : options.depth - 1 })}`;
  }

  [kClone]() {
    return { data: this.#parts, deserializeInfo: 'internal/crypto/web_key:ClonedKey' };
  }
}

function checked(key) {
  const parts = partsOf(key);
  if (parts === undefined) throw new codes.ERR_INVALID_THIS('CryptoKey');
  return parts;
}

for (const name of ['type', 'extractable', 'algorithm', 'usages']) {
  Object.defineProperty(CryptoKey.prototype, name, { enumerable: true });
}
Object.defineProperty(CryptoKey.prototype, Symbol.toStringTag, {
  value: 'CryptoKey', configurable: true,
});

function makeKey(object, algorithm, usages, extractable) {
  return new CryptoKey(inner, {
    object, algorithm, extractable, usages: [...usages],
  });
}

const ClonedKey = {
  revive(parts) { return new CryptoKey(inner, { ...parts }); },
};

function keyObjectOf(value) {
  return partsOf(value)?.object;
}
setWebKeys(keyObjectOf);

module.exports = { ClonedKey, CryptoKey, keyObjectOf, makeKey, partsOf };
