// SPDX-License-Identifier: MIT
// What kind of object a value is, as far as the language shows it: for engines whose own numbers
// are not known (js/engine/private.def, the part `kinds`). Objects with internal data are
// recognised by a method that refuses others; the rest by their tag, which a program can fake. A
// proxy cannot be distinguished from its target.
'use strict';

function getter(prototype, name) {
  return Object.getOwnPropertyDescriptor(prototype, name).get;
}

// Each throws for what is not of its sort. The order does not matter: nothing is of two.
const brands = [
  getter(Map.prototype, 'size'),
  getter(Set.prototype, 'size'),
  function isWeakMap() { weakMapHas.call(this, brands); },
  function isWeakSet() { weakSetHas.call(this, brands); },
  Date.prototype.getTime,
  getter(RegExp.prototype, 'source'),
  Number.prototype.valueOf,
  String.prototype.valueOf,
  Boolean.prototype.valueOf,
  getter(DataView.prototype, 'byteLength'),
  getter(ArrayBuffer.prototype, 'byteLength'),
];
const weakMapHas = WeakMap.prototype.has;
const weakSetHas = WeakSet.prototype.has;
const sharedLength = getter(SharedArrayBuffer.prototype, 'byteLength');
const symbolValueOf = Symbol.prototype.valueOf;
const bigintValueOf = BigInt.prototype.valueOf;
const { toString } = Object.prototype;

const tags = ['[object Promise]', '[object Map Iterator]', '[object Set Iterator]',
  '[object Generator]', '[object AsyncGenerator]', '[object Error]', '[object Arguments]'];

const NONE = 0;
const PLAIN = 1;
const ARRAY = 2;
const FUNCTION = 3;
const OTHER = 4; // boxed symbols and bigints
const VIEW = 5;
const FIRST_BRAND = 16;
const FIRST_TAG = 32;

function accepts(brand, value) {
  try {
    brand.call(value);
    return true;
  } catch {
    return false;
  }
}

function kind(value) {
  if (typeof value === 'function') return FUNCTION;
  if (value === null || typeof value !== 'object') return NONE;
  if (Array.isArray(value)) return ARRAY;
  const at = brands.findIndex((brand) => accepts(brand, value));
  if (at !== -1) return FIRST_BRAND + at;
  if (accepts(sharedLength, value)) return FIRST_BRAND + brands.length - 1;
  if (accepts(symbolValueOf, value) || accepts(bigintValueOf, value)) return OTHER;
  if (ArrayBuffer.isView(value)) return VIEW;
  let tag;
  try {
    tag = tags.indexOf(toString.call(value));
  } catch {
    return PLAIN; // a proxy that was revoked, or an accessor that throws
  }
  return tag === -1 ? PLAIN : FIRST_TAG + tag;
}

exports.kind = kind;
