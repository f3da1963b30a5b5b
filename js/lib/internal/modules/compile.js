// SPDX-License-Identifier: MIT
// From the text of a module to a function. The engine counts columns from the start of what it is
// given, so the beginning of the wrapper is remembered here as what to take off on the first line.
'use strict';
const script = binding('script');

const wrapper = [
  '(function (exports, require, module, __filename, __dirname) { ', '\n});',
];

// URL -> how many columns the wrapper takes on line 1.
const shifts = new Map();

function shiftOf(url) {
  return shifts.get(url) ?? 0;
}

// The text without byte order mark, and with a first line #! that the engine skips.
function plainText(source) {
  if (source.charCodeAt(0) === 0xfeff) source = source.slice(1);
  return source.startsWith('#!') ? `//${source.slice(2)}` : source;
}

// function (...parameters) { source }
function compileFunction(source, url, parameters) {
  const head = `(function (${parameters}) {`;
  shifts.set(url, head.length);
  const body = script.evaluate(`${head}${source}\n})`, url);
  // What stack traces call the code of a file outside of all functions.
  Object.defineProperty(body, 'displayName', { value: 'Object.<anonymous>' });
  return body;
}

const commonParameters = 'exports, require, module, __filename, __dirname';

function compileCommon(source, filename) {
  return compileFunction(plainText(source), filename, commonParameters);
}

exports.wrapper = wrapper;
exports.shiftOf = shiftOf;
exports.plainText = plainText;
exports.compileFunction = compileFunction;
exports.compileCommon = compileCommon;
