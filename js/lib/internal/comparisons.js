// SPDX-License-Identifier: MIT
// Deep comparison of two values, for assert.deepEqual (loose), and for assert.deepStrictEqual and
// util.isDeepStrictEqual (strict).
'use strict';
const { isBareList } = require('internal/bare');
const { types, kind, kinds, typedArrayTag } = require('internal/util/types');
const { compare: compareBytes } = binding('buffer');

const isEnumerable = Object.prototype.propertyIsEnumerable;
const objectTag = Object.prototype.toString;

function isObject(value) {
  return typeof value === 'object' && value !== null;
}

function isError(value) {
  return types.isNativeError(value) || value instanceof Error;
}

const isIndex = (key) => /^(0|[1-9][0-9]{0,9})$/.test(key) && +key < 2 ** 32 - 1;

const { prototype: arrayPrototype } = Array;
const noKeys = [];

// One comparison: the pairs that are being compared further up are taken to be alike.
class Comparison {
  constructor(strict) {
    this.strict = strict;
    this.pair = undefined; // the innermost, as deep as the calls are
  }

  equal(left, right) {
    if (left === right) return left !== 0 || !this.strict || Object.is(left, right);
    return this.strict ? this.strictEqual(left, right) : this.looseEqual(left, right);
  }

  strictEqual(left, right) {
    if (typeof left !== 'object') {
      return typeof left === 'number' && Number.isNaN(left) && Number.isNaN(right);
    }
    if (typeof right !== 'object' || left === null || right === null) return false;
    return Object.getPrototypeOf(left) === Object.getPrototypeOf(right) &&
      this.objects(left, right);
  }

  looseEqual(left, right) {
    if (!isObject(left)) {
      return !isObject(right) && // eslint-disable-next-line eqeqeq
        (left == right || (Number.isNaN(left) && Number.isNaN(right)));
    }
    return isObject(right) && this.objects(left, right);
  }

  objects(left, right) {
    if (objectTag.call(left) !== objectTag.call(right)) return false;
    if (Array.isArray(left)) {
      if (!Array.isArray(right) || left.length !== right.length) return false;
      if (isBareList(left) && isBareList(right)) {
        return left.length === 0 || this.inside(left, right, noKeys, bareElementsAlike);
      }
      return this.properties(left, right, extraKeys, elementsAlike, left.length > 0);
    }
    if (Array.isArray(right)) return false;
    const sort = sortOf(left);
    if (sort === kinds.plain && sortOf(right) === kinds.plain &&
        !(left instanceof Error)) {
      if (isUrl(left) && isUrl(right) && left.href !== right.href) return false;
      return this.properties(left, right, Object.keys, undefined, false);
    }
    return this.special(left, right, sort);
  }

  special(left, right, sort) {
    if (ArrayBuffer.isView(left)) {
      return ArrayBuffer.isView(right) && viewsAlike(left, right, this.strict) &&
        this.properties(left, right, extraKeys, undefined, false);
    }
    if (isError(left)) {
      if (!isError(right) || !hiddenAlike(this, left, right)) return false;
    } else if (sort !== sortOf(right)) {
      return false;
    }
    switch (sort) {
      case kinds.date:
        if (+Date.prototype.getTime.call(left) !== +Date.prototype.getTime.call(right)) {
          return false;
        }
        break;
      case kinds.regexp:
        if (left.source !== right.source || left.flags !== right.flags ||
            left.lastIndex !== right.lastIndex) {
          return false;
        }
        break;
      case kinds.set:
        return left.size === right.size &&
          this.properties(left, right, Object.keys, setsAlike, left.size > 0);
      case kinds.map:
        return left.size === right.size &&
          this.properties(left, right, Object.keys, mapsAlike, left.size > 0);
      case kinds.arrayBuffer:
        if (!bytesAlike(new Uint8Array(left), new Uint8Array(right))) return false;
        break;
      default:
        if (types.isBoxedPrimitive(left) && !boxesAlike(left, right)) return false;
    }
    return this.properties(left, right, Object.keys, undefined, false);
  }

  // The keys, then their values, then what `contents` compares.
  properties(left, right, keysOf, contents, hasContents) {
    let keys = keysOf(left);
    const others = keysOf(right);
    if (keys.length !== others.length) return false;
    for (let i = 0; i < keys.length; i++) {
      if (keys[i] !== others[i] && !isEnumerable.call(right, keys[i])) return false;
    }
    if (this.strict) {
      const symbols = commonSymbols(left, right);
      if (symbols === undefined) return false;
      if (symbols.length > 0) keys = keys.concat(symbols);
    }
    if (keys.length === 0 && !hasContents) return true;
    return this.inside(left, right, keys, contents);
  }

  inside(left, right, keys, contents) {
    const outer = this.pair;
    if (isAmong(outer, left, right)) return true;
    this.pair = { left, right, outer };
    const alike = (contents === undefined || contents(this, left, right)) &&
      this.values(left, right, keys);
    this.pair = outer;
    return alike;
  }

  values(left, right, keys) {
    for (let i = 0; i < keys.length; i++) {
      if (!this.equal(left[keys[i]], right[keys[i]])) return false;
    }
    return true;
  }
}

function isAmong(innermost, left, right) {
  let hasLeft = false;
  let hasRight = false;
  for (let pair = innermost; pair !== undefined; pair = pair.outer) {
    hasLeft ||= pair.left === left;
    hasRight ||= pair.right === right;
    if (hasLeft && hasRight) return true;
  }
  return false;
}

// The enumerable symbols of the left; nothing if the right has others.
function commonSymbols(left, right) {
  const lefts = Object.getOwnPropertySymbols(left);
  const rights = Object.getOwnPropertySymbols(right);
  if (lefts.length === 0 && rights.length === 0) return lefts;
  const symbols = lefts.filter((symbol) => isEnumerable.call(left, symbol));
  const others = rights.filter((symbol) => isEnumerable.call(right, symbol));
  const areCommon = symbols.length === others.length &&
    symbols.every((symbol) => isEnumerable.call(right, symbol));
  return areCommon ? symbols : undefined;
}

// The keys of a list after its elements.
function extraKeys(list) {
  if (isBareList(list)) return [];
  const keys = Object.keys(list);
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isIndex(keys[middle])) low = middle + 1;
    else high = middle;
  }
  return keys.slice(low);
}

// What errors have beside their enumerable properties.
function hiddenAlike(comparison, left, right) {
  return ['message', 'name', 'cause', 'errors'].every((key) => (
    isEnumerable.call(left, key) || comparison.equal(left[key], right[key])));
}

// A proxy is compared by what it shows.
function sortOf(value) {
  const sort = kind(value);
  return sort === kinds.proxy ? kinds.plain : sort;
}

function isUrl(value) {
  return value.constructor?.name === 'URL' && typeof value.href === 'string' &&
    value instanceof globalThis.URL;
}

function bytesAlike(left, right) {
  return left.byteLength === right.byteLength && compareBytes(left, right) === 0;
}

function viewsAlike(left, right, strict) {
  const tag = typedArrayTag.call(left);
  if (tag !== typedArrayTag.call(right) || left.byteLength !== right.byteLength) return false;
  if (!strict && (tag === 'Float32Array' || tag === 'Float64Array')) {
    return left.every((value, i) => value === right[i]);
  }
  return bytesAlike(new Uint8Array(left.buffer, left.byteOffset, left.byteLength),
    new Uint8Array(right.buffer, right.byteOffset, right.byteLength));
}

const unboxers = [
  [types.isNumberObject, Number.prototype.valueOf],
  [types.isStringObject, String.prototype.valueOf],
  [types.isBooleanObject, Boolean.prototype.valueOf],
  [types.isBigIntObject, BigInt.prototype.valueOf],
  [types.isSymbolObject, Symbol.prototype.valueOf],
];

function boxesAlike(left, right) {
  const [is, valueOf] = unboxers.find(([test]) => test(left));
  return is(right) && Object.is(valueOf.call(left), valueOf.call(right));
}

// Arrays that have only elements, none of which is an accessor. What is defined is their own
// unless it may have been inherited.
function bareElementsAlike(comparison, left, right) {
  for (let i = 0; i < left.length; i++) {
    if (left[i] === undefined || right[i] === undefined || i in arrayPrototype) {
      return elementsAlike(comparison, left, right, i);
    }
    if (!comparison.equal(left[i], right[i])) return false;
  }
  return true;
}

function elementsAlike(comparison, left, right, from = 0) {
  for (let i = from; i < left.length; i++) {
    const has = Object.hasOwn(left, i);
    if (has !== Object.hasOwn(right, i)) return false;
    if (has) {
      if (!comparison.equal(left[i], right[i])) return false;
      continue;
    }
    // A hole: from here on by keys, as there may be very many.
    const keys = Object.keys(left);
    if (keys.length !== Object.keys(right).length) return false;
    for (let k = i; k < keys.length; k++) {
      if (!Object.hasOwn(right, keys[k]) || !comparison.equal(left[keys[k]], right[keys[k]])) {
        return false;
      }
    }
    return true;
  }
  return true;
}

// Loosely, a primitive may be equal to another one; these are equal to none.
function mayEqualOther(value) {
  switch (typeof value) {
    case 'symbol': return false;
    case 'object': return value === null; // undefined
    case 'undefined': return true; // null
    case 'number': case 'string': return !Number.isNaN(+value);
    default: return true;
  }
}

// Takes from `open` one that is equal to the value.
function takeEqual(comparison, open, value, isEqual) {
  for (const candidate of open) {
    if (isEqual(candidate, value)) {
      open.delete(candidate);
      return true;
    }
  }
  return false;
}

function setsAlike(comparison, left, right) {
  const open = new Set(); // of the left, whose partner must be searched for
  for (const value of left) {
    if (isObject(value)) open.add(value);
    else if (!right.has(value)) {
      if (comparison.strict || !mayEqualOther(value)) return false;
      open.add(value);
    }
  }
  if (open.size === 0) return true;
  const isEqual = (candidate, value) => comparison.equal(candidate, value);
  for (const value of right) {
    if (isObject(value) || (!comparison.strict && !left.has(value))) {
      if (!takeEqual(comparison, open, value, isEqual)) return false;
    }
  }
  return open.size === 0;
}

function mapsAlike(comparison, left, right) {
  const open = new Set(); // keys of the left
  for (const [key, value] of left) {
    if (isObject(key)) {
      open.add(key);
    } else if (!right.has(key) || !comparison.equal(value, right.get(key))) {
      if (comparison.strict || !mayEqualOther(key)) return false;
      open.add(key);
    }
  }
  if (open.size === 0) return true;
  for (const [key, value] of right) {
    const searched = isObject(key) || (!comparison.strict &&
      (!left.has(key) || !comparison.equal(left.get(key), value)));
    if (searched && !takeEqual(comparison, open, key, (candidate) => (
      comparison.equal(candidate, key) && comparison.equal(left.get(candidate), value)))) {
      return false;
    }
  }
  return open.size === 0;
}

exports.isDeepEqual = (left, right) => new Comparison(false).equal(left, right);
exports.isDeepStrictEqual = (left, right) => new Comparison(true).equal(left, right);
