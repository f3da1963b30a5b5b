// SPDX-License-Identifier: MIT
// Lists that have only elements. Reading the keys of a large list makes a string for each index, so
// its shape is compared with those of lists that are known to have no other properties.
'use strict';
const { sameShape } = binding('types'); // undefined: not the engine that we know
const { isArray } = Array;

let views; // one of each sort
let arrays;

function collectViews() {
  const [one, other] = [new Uint8Array(0), new Uint8Array(0)];
  const alike = sameShape(one, other);
  other.named = 1;
  if (!alike || sameShape(one, other)) return [];
  const { Buffer } = require('buffer'); // a program may replace the global one
  return [one, Buffer.alloc(0), new Int8Array(0), new Uint8ClampedArray(0), new Int16Array(0),
    new Uint16Array(0), new Int32Array(0), new Uint32Array(0), new Float32Array(0),
    new Float64Array(0), new BigInt64Array(0), new BigUint64Array(0)];
}

// False also where it is not known.
function isBareList(list) {
  if (sameShape === undefined) return false;
  if (ArrayBuffer.isView(list)) {
    views ??= collectViews();
    return views.some((view) => sameShape(list, view));
  }
  if (!isArray(list)) return false;
  arrays ??= require('internal/clone/arrays');
  return arrays.isBare(list);
}

exports.isBareList = isBareList;
