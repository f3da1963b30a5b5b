// SPDX-License-Identifier: MIT
// How an error that ends the program is shown: the place in the source with a caret below it, the
// error as inspect shows it, and the version. Called by internal/fatal.js.
'use strict';
const { toNodeForm } = require('internal/stack');

function sourceOf(file) {
  const kept = require('internal/startup').textOf(file); // -e, standard input
  if (kept !== undefined) return kept;
  let path = file;
  if (file.startsWith('file://')) {
    try {
      path = require('url').fileURLToPath(file);
    } catch {
      return undefined; // a name that somebody gave to a text
    }
  }
  if (path[0] !== '/') return undefined;
  const text = binding('stdio').readText(path);
  return typeof text === 'string' ? text : undefined;
}

// Where Node would point at, for a column of the engine: it names the parenthesis of a call and
// the dot of a member, Node the name before and behind.
function caretAt(line, column, error) {
  let at = Math.min(Math.max(column - 1, 0), line.length);
  const unknown = /^(\S+) is not defined$/.exec(error.message)?.[1];
  if (unknown !== undefined && line.slice(0, at).endsWith(unknown)) return at - unknown.length;
  if (line[at] === '.') return at + 1;
  if (line[at] === '(') {
    while (at > 0 && /[\w$]/.test(line[at - 1])) at--;
    const before = /(?:\bthrow\s+)?(?:\bnew\s+)?(?:[\w$]+\.)*$/.exec(line.slice(0, at));
    if (/^(?:throw|new)\b/.test(before[0])) at = before.index;
  } else {
    const before = /\bthrow\s+$/.exec(line.slice(0, at));
    if (before !== null) at = before.index;
  }
  return at;
}

// Without an error the column is exact.
function place(file, lineNumber, column, error) {
  const text = sourceOf(file);
  const line = text?.split('\n', lineNumber)[lineNumber - 1];
  if (line === undefined) return `${file}:${lineNumber}\n`;
  const shown = line.replace(/\r$/, '');
  const at = error === undefined ? column - 1 : caretAt(shown, column, error);
  // Tabs stay tabs, so that the caret is below its place in any terminal.
  const indent = shown.slice(0, at).replace(/[^\t]/g, ' ');
  return `${file}:${lineNumber}\n${shown}\n${indent}^\n`;
}

// The engine tells the line of a syntax error; the parser of modules also the column.
function syntaxPlace(error) {
  const { sourceURL, line } = error;
  if (typeof sourceURL !== 'string' || typeof line !== 'number') return undefined;
  if (sourceURL === '' || sourceURL.startsWith('node:')) return undefined;
  const text = sourceOf(sourceURL);
  if (text === undefined) return undefined;
  const found = require('internal/syntax').find(text);
  if (found === undefined) return place(sourceURL, line, 1);
  return place(sourceURL, found.line, found.column);
}

// The first frame of the program itself.
const frameForm = /^    at (?:.*\()?((?:file:\/\/)?(?:\/|\[).*?):(\d+):(\d+)\)?$/m;

function errorPlace(error) {
  if (require('internal/modules/positions').isMarked(error)) return ''; // its stack has the place
  if (error instanceof SyntaxError) {
    const found = syntaxPlace(error);
    if (found !== undefined) return found;
  }
  const { stack } = error;
  const header = `${error.name}: ${error.message}`;
  // The message may look like a frame.
  const frames = stack.startsWith(header) ? stack.slice(header.length) : stack;
  const found = frameForm.exec(frames);
  if (found === null) return '';
  return place(found[1], Number(found[2]), Number(found[3]), error);
}

function isErrorLike(value) {
  return value !== null && typeof value === 'object' && typeof value.stack === 'string';
}

function describe(error) {
  const { inspect } = require('internal/inspect');
  const { version } = require('internal/process').process;
  const foot = `\n\nNode.js ${version}\n`;
  let isError = false;
  try {
    toNodeForm(error);
    isError = isErrorLike(error);
  } catch {
    // A value that resists being looked at is shown as far as inspect gets.
  }
  if (!isError) {
    const shown = typeof error === 'string' ? error : inspect(error);
    return `Uncaught:\n${shown}${foot}`;
  }
  let where = '';
  try {
    where = errorPlace(error);
  } catch {
    // Better without a place than without the error.
  }
  return `${where}${where === '' ? '' : '\n'}${inspect(error)}${foot}`;
}

exports.describe = describe;
exports.sourceOf = sourceOf;
