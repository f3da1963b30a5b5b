// SPDX-License-Identifier: MIT
// Positions in the files of programs. The engine counts columns from the start of the text that it
// is given, and a module's text has a prefix that the file does not have: that is stored here, for
// code that shows stacks.
'use strict';

const shifts = new Map(); // URL -> { line: its first one, columns: how many to take off there }

function setShift(url, columns, line = 1) {
  shifts.set(url, { line, columns });
}

// How many columns to take off where the engine says that something is on this line.
function shiftOf(url, line) {
  const shift = shifts.get(url);
  return shift?.line === line ? shift.columns : 0;
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
