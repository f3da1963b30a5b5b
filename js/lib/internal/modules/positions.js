// SPDX-License-Identifier: MIT
// Where things are in the files that programs are made of. The engine counts columns from the start
// of the text that it is given, and a module's text has a beginning that the file has not: it is
// remembered here, for who shows a stack.
'use strict';

// URL -> how many columns to take off on line 1.
const shifts = new Map();

function setShift(url, columns) {
  shifts.set(url, columns);
}

// The column in the file of a column on line 1 as the engine has it.
function shiftOf(url) {
  return shifts.get(url) ?? 0;
}

const marked = new WeakSet();

// Puts the place in a file that is wrong before the stack of an error.
function placeStack(error, head) {
  const { stack } = error;
  const start = stack.indexOf('\n    at ');
  const frames = start === -1 ? '' : stack.slice(start);
  marked.add(error);
  Object.defineProperty(error, 'stack', {
    value: `${head}${error.name}: ${error.message}${frames}`,
    writable: true,
    enumerable: false,
    configurable: true,
  });
}

exports.setShift = setShift;
exports.shiftOf = shiftOf;
exports.placeStack = placeStack;
exports.isMarked = (error) => marked.has(error);
