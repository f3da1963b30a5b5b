// SPDX-License-Identifier: MIT
// Columns as Node counts them. The engine reports the parenthesis of a call, the dot of a member
// and the end of a name; V8 reports the name that is called, the name after the dot, the begin of a
// name, and `new` for constructors. The text of the program is used to translate.
'use strict';

const FILES_MAX = 32;
const files = new Map(); // file -> its lines, or undefined; and the text that was kept for it

function linesOf(file) {
  const kept = require('internal/modules/texts').textOf(file);
  let known = files.get(file);
  if (known === undefined || known.kept !== kept) {
    if (files.size >= FILES_MAX) files.clear();
    const text = kept ??
      (file.startsWith('node:') ? undefined : require('internal/report').sourceOf(file));
    known = { lines: text?.split('\n'), kept };
    files.set(file, known);
  }
  return known.lines;
}

// The offset, from 0, in a line.
function nodeOffset(line, offset) {
  let at = Math.min(Math.max(offset, 0), line.length);
  if (line[at] === '?' && line[at + 1] === '.') at++;
  if (line[at] === '.' && line[at + 1] !== '.' || line[at] === '[') {
    const assigned = /^(?:\.\s*#?[\w$]+|\[[^[\]]*\])\s*(?==(?![=>]))/.exec(line.slice(at));
    if (assigned !== null) return at + assigned[0].length;
    return line[at] === '.' ? at + 1 : at;
  }
  if (line[at] !== '(' && line[at] !== '`') return at;
  const call = at;
  while (at > 0 && /[\w$#]/.test(line[at - 1])) at--;
  const made = /\bnew\s+(?:[\w$]+\.)*$/.exec(line.slice(0, at));
  if (made !== null && at !== call) return made.index;
  return at === call && line[at] === '(' ? newBefore(line, call) : at;
}

// new (expression)(...)
function newBefore(line, call) {
  const made = /\bnew\s+\([^()]*\)$/.exec(line.slice(0, call));
  return made === null ? call : made.index;
}

function nodeColumn(file, lineNumber, column) {
  const line = linesOf(file)?.[lineNumber - 1];
  return line === undefined ? column : nodeOffset(line, column - 1) + 1;
}

// The same for the top of a stack whose message names a variable: the place ends there or, if the
// variable is not initialised, is somewhere after it.
function unknownColumn(file, lineNumber, column, { name, isLater }) {
  const line = linesOf(file)?.[lineNumber - 1];
  if (line === undefined) return column;
  const before = line.slice(0, column - 1);
  const ends = before.endsWith(name) && !/[\w$.]/.test(before.at(-name.length - 1) ?? '');
  if (isLater && !ends) {
    const later = new RegExp(`(?<![\\w$.])${name.replace(/\$/g, '\\$')}(?![\\w$])`)
      .exec(line.slice(column - 1));
    return later === null ? column : column + later.index;
  }
  return before.endsWith(name) ? column - name.length : nodeOffset(line, column - 1) + 1;
}

// What the engine's place says about the frame above it and about the frame itself: whether it made
// an object, and whether it is only the begin of an async function, which has a separate frame.
function about(file, lineNumber, column) {
  const line = linesOf(file)?.[lineNumber - 1];
  if (line === undefined) return {};
  const before = line.slice(0, column - 1);
  return {
    makes: line[column - 1] === '(' && /\bnew\s+[\w$.]+$|\bsuper$/.test(before),
    beginsAsync: /\basync\b[^;{}]*$/.test(before),
  };
}

const LINES_BEFORE = 20; // that an expression may have

// Where the `await` of a place begins: { line, column }. The place may be that of a call within.
function awaitBefore(file, lineNumber, column) {
  const lines = linesOf(file);
  for (let i = lineNumber - 1; i >= 0 && i >= lineNumber - LINES_BEFORE; i--) {
    const line = lines?.[i];
    if (line === undefined) return undefined;
    const before = i === lineNumber - 1 ? line.slice(0, column + 'await'.length) : line;
    const found = [...before.matchAll(/(?<![\w$.])await(?![\w$])/g)].at(-1);
    if (found === undefined) continue;
    // Of a loop V8 names the variable.
    const loop = /^await\s*\(\s*(?:(?:const|let|var)\s+)?/.exec(line.slice(found.index));
    const isLoop = loop !== null && /\bfor\s*$/.test(line.slice(0, found.index));
    return { line: i + 1, column: found.index + 1 + (isLoop ? loop[0].length : 0) };
  }
  return undefined;
}

const assigns = new RegExp('(?<![\\w$.])([A-Za-z_$][\\w$]*)\\s*' +
  '((?:[-+*/%&|^]|\\*\\*|<<|>>>?|&&|\\|\\||\\?\\?)?=(?![=>])|\\+\\+|--)', 'g');

// The only assignment to a constant or an import from this line on: { line, column }.
function assignment(file, lineNumber) {
  const lines = linesOf(file);
  const text = lines?.join('\n') ?? '';
  const names = new Set();
  for (const [, one] of text.matchAll(/\bconst\s+([\w$]+)/g)) names.add(one);
  for (const [, list] of text.matchAll(/\bimport\s+([^'"]*?)\s+from\b/g)) {
    for (const [one] of list.matchAll(/[\w$]+/g)) names.add(one);
  }
  const found = [];
  for (let i = lineNumber - 1; i < (lines?.length ?? 0) && found.length < 2; i++) {
    for (const match of lines[i].matchAll(assigns)) {
      const isDeclared = /\b(?:const|let|var)\s+$/.test(lines[i].slice(0, match.index));
      if (!names.has(match[1]) || isDeclared) continue;
      const column = match.index + match[0].length - match[2].length + 1;
      found.push({ line: i + 1, column: /^(?:\+\+|--)/.test(match[2]) ? match.index + 1 : column });
    }
  }
  return found.length === 1 ? found[0] : undefined;
}

exports.assignment = assignment;
exports.about = about;
exports.awaitBefore = awaitBefore;
exports.nodeOffset = nodeOffset;
exports.linesOf = linesOf;
exports.nodeColumn = nodeColumn;
exports.unknownColumn = unknownColumn;
