// SPDX-License-Identifier: MIT
// The callers of a function, from the engine, so no Error.prepareStackTrace of the program is
// called.
'use strict';
const { FRAMES_MAX, NativeError } = require('internal/stack');
const { set } = Reflect;
const { captureStackTrace } = NativeError;

// The calls that led to a function, in the engine's words.
function rawTrace(below, count = FRAMES_MAX) {
  const limit = NativeError.stackTraceLimit;
  const holder = {};
  set(NativeError, 'stackTraceLimit', count);
  captureStackTrace(holder, below);
  set(NativeError, 'stackTraceLimit', limit);
  return holder.stack;
}

// Whether what called a function is not the program's own code, but a package's or the library's.
function isCalledFromPackage(below) {
  return /^[^\n]*(?:@node:|[\\/]node_modules[\\/])/.test(rawTrace(below));
}

// The file of the code that called a function, undefined if it has none.
function callerFile(below) {
  const limit = NativeError.stackTraceLimit;
  return /^[^\n]*?@([^\n]+):\d+:\d+(?:\n|$)/.exec(rawTrace(below, limit))?.[1];
}

exports.callerFile = callerFile;
exports.isCalledFromPackage = isCalledFromPackage;
exports.rawTrace = rawTrace;
