// SPDX-License-Identifier: MIT
// Arrays that have only elements, as most do: copying them needs no property names.
'use strict';
const { hasOwnProperty } = Object.prototype;

// Such arrays have one of few shapes. (Undefined: nobody knows.)
const { sameShape } = binding('types');
const pushed = (value) => { // a literal of numbers or strings has a shape of its own
  const array = [];
  array.push(value);
  return array;
};
const bareArrays = [[{}], ['text'], [1], [1.5], [], pushed(1), pushed(1.5), pushed('text'),
  [{}].slice(), ['text'].slice(), [1].slice(), [1.5].slice(), new Array(2)];
let lastBare = bareArrays[0]; // nearly always the next one is as the last

function isBare(array) {
  if (sameShape === undefined) return false;
  if (sameShape(array, lastBare)) return true;
  for (let i = 0; i < bareArrays.length; i++) {
    if (sameShape(array, bareArrays[i])) {
      lastBare = bareArrays[i];
      return true;
    }
  }
  return false;
}

function hasHole(array) {
  for (let i = 0; i < array.length; i++) {
    if (array[i] === undefined && !hasOwnProperty.call(array, i)) return true;
  }
  return false;
}

exports.isBare = isBare;
exports.hasHole = hasHole;
