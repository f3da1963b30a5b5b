// SPDX-License-Identifier: MIT
// Texts that were compiled under the name of a file, or of none, and differ from the file: those of
// vm, and texts that a program has changed before it passes them to _compile. Code that shows or
// reads a place in them asks here first.
'use strict';

const NAMES_MAX = 1024; // the oldest are forgotten
const texts = new Map(); // name -> { text, line: the number of its first line }

function keep(name, text, line = 1) {
  texts.delete(name);
  if (texts.size >= NAMES_MAX) texts.delete(texts.keys().next().value);
  texts.set(name, { text, line });
}

// As if it began on line 1.
function textOf(name) {
  const found = texts.get(name);
  if (found === undefined) return undefined;
  const { text, line } = found;
  return line > 1 ? '\n'.repeat(line - 1) + text : text;
}

exports.keep = keep;
exports.forget = (name) => { texts.delete(name); };
exports.textOf = textOf;
exports.has = (name) => texts.has(name);
