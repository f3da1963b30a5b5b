// SPDX-License-Identifier: MIT
// How an error that ends the program is shown: the place in the source with a caret below it, the
// error as inspect shows it, and the version. Called by internal/fatal.js.
'use strict';
const { options } = require('internal/program');
const { placeOf, toNodeForm } = require('internal/stack');

function sourceOf(file) {
  const kept = require('internal/startup').textOf(file) ?? // -e, standard input
    require('internal/modules/texts').textOf(file);
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

const strings = /(["'`])(?:\\.|(?!\1).)*\1/g;

// If the column is that of the end of a `throw` statement, its begin: [line, column]. Searches
// backwards, but not inside brackets, where there may be others.
function beginOfThrow(lines, lineNumber, column) {
  const LINES_MAX = 20;
  let depth = 0;
  for (let i = lineNumber; i > 0 && i > lineNumber - LINES_MAX; i--) {
    const whole = i === lineNumber ? lines[i - 1].slice(0, column - 1) : lines[i - 1];
    const line = whole.replace(strings, (text) => ' '.repeat(text.length));
    for (let at = line.length - 1; at >= 0; at--) {
      const one = line[at];
      if (one === ')' || one === ']' || one === '}') depth++;
      else if (one === '(' || one === '[' || one === '{') depth--;
      if (depth < 0 || depth === 0 && one === ';') return undefined;
      if (depth === 0 && one === 't' && /^throw\b/.test(line.slice(at)) &&
          !/[\w$.]/.test(line[at - 1] ?? ' ')) return [i, at + 1];
    }
  }
  return undefined;
}

// The line and a caret below the column; Node points at the statement that throws.
function place(file, lineNumber, column, isThrow = false) {
  const lines = sourceOf(file)?.split('\n');
  if (lines?.[lineNumber - 1] === undefined) return `${file}:${lineNumber}\n`;
  const begin = isThrow ? beginOfThrow(lines, lineNumber, column) : undefined;
  if (begin !== undefined) [lineNumber, column] = begin;
  if (options.enableSourceMaps) {
    const { originOf } = require('internal/modules/source_map');
    const origin = originOf(file, lineNumber, column);
    const text = origin?.text ?? (origin && sourceOf(origin.file));
    if (typeof text === 'string') {
      return `${mark(origin.file, text.split('\n'), origin.line, origin.column)}\n`;
    }
  }
  return mark(file, lines, lineNumber, column);
}

function mark(file, lines, lineNumber, column) {
  const shown = (lines[lineNumber - 1] ?? '').replace(/\r$/, '');
  // Tabs stay tabs, so that the caret is below its place in any terminal.
  const indent = shown.slice(0, column - 1).replace(/[^\t]/g, ' ');
  return `${file}:${lineNumber}\n${shown}\n${indent}^\n`;
}

// The engine knows the line of a syntax error; the parser of modules also knows the column.
function syntaxPlace(error) {
  const { sourceURL, line } = placeOf(error) ?? error;
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

function errorPlace(error, thrown) {
  if (require('internal/modules/positions').isMarked(error)) return ''; // its stack has the place
  if (error instanceof SyntaxError) {
    const found = syntaxPlace(error);
    if (found !== undefined) return found;
  }
  const byThrow = thrownPlace(thrown);
  if (byThrow !== undefined) return byThrow;
  const { stack } = error;
  const header = `${error.name}: ${error.message}`;
  // The message may look like a frame.
  const frames = stack.startsWith(header) ? stack.slice(header.length) : stack;
  const found = frameForm.exec(frames);
  if (found === null) return '';
  // A promise that is rejected throws nothing.
  const isThrow = thrown !== null && !found[1].startsWith('file:'); // as modules end
  return place(found[1], Number(found[2]), Number(found[3]), isThrow);
}

// Only in the program: for errors thrown by the library, its caller is more useful.
function thrownPlace(thrown) {
  const top = typeof thrown !== 'string' ? null : /^.*?@(.+):(\d+):(\d+)(?:\n|$)/.exec(thrown);
  if (top === null || top[1].startsWith('node:')) return undefined;
  const [, file, line, column] = top;
  const shift = require('internal/modules/positions').shiftOf(file, Number(line));
  const at = Math.max(1, Number(column) - shift);
  const lines = sourceOf(file)?.split('\n');
  if (lines?.[line - 1] === undefined) return undefined;
  const isThrow = beginOfThrow(lines, Number(line), at) !== undefined;
  return isThrow ? place(file, Number(line), at, true) : undefined;
}

function isErrorLike(value) {
  return value !== null && typeof value === 'object' && typeof value.stack === 'string';
}

// With --trace-uncaught: the calls that led to the throw.
function thrownAt(thrown) {
  if (!options.traceUncaught || typeof thrown !== 'string') return '';
  const sites = require('internal/stack/format').callSites(thrown, undefined, 10);
  return sites.reduce((text, site) => `${text}    at ${site}\n`, '\nThrown at:\n');
}

function describeValue(value, thrown, foot) {
  const { inspect } = require('internal/inspect');
  const shown = typeof value === 'string' ? value : inspect(value);
  const where = thrownPlace(thrown);
  if (where === undefined) return `Uncaught:\n${shown}${foot}`;
  const isPrimitive = value === null || typeof value !== 'object' && typeof value !== 'function';
  const hint = isPrimitive && !options.traceUncaught ? `\n(Use \`${
    require('path').basename(process.argv0)} --trace-uncaught ...\` to show where the exception ` +
    'was thrown)' : '';
  return `${where}${shown}${hint}${thrownAt(thrown)}${foot}`;
}

function describe(error, thrown) {
  const { inspect } = require('internal/inspect');
  const { version } = require('internal/process').process;
  const foot = options.extraInfoOnFatalException === false ? '\n' :
    `\n\nNode.js ${version}\n`;
  let isError = false;
  try {
    toNodeForm(error);
    isError = isErrorLike(error);
  } catch {
    // A value that resists being looked at is shown as far as inspect gets.
  }
  if (!isError) return describeValue(error, thrown, foot);
  let where = '';
  try {
    where = errorPlace(error, thrown);
  } catch {
    // Better without a place than without the error.
  }
  let shown = withEmitter(error, inspect(error, {
    customInspect: false, depth: Math.max(inspect.defaultOptions.depth, DEPTH),
  }));
  if (require('internal/modules/positions').isMarked(error) && shown === `[${error.stack}]`) {
    shown = error.stack; // with its place it needs no brackets
  }
  const head = `${moduleHint(error)}${where}${where === '' ? '' : '\n'}`;
  return `${head}${shown}${thrownAt(thrown)}${foot}`;
}

const DEPTH = 5;

// The text of an ES module in a file that is not one.
function moduleHint(error) {
  if (!(error instanceof SyntaxError) || !require('internal/modules/positions').isMarked(error) ||
      !/^(?:Cannot use import statement|Unexpected token 'export')/.test(error.message)) {
    return '';
  }
  return `(node:${process.pid}) Warning: To load an ES module, set "type": "module" in the ` +
    'package.json or use the .mjs extension.\n' +
    `(Use \`${require('path').basename(process.argv0)} --trace-warnings ...\` to show where the ` +
    'warning was created)\n';
}

// Where an 'error' event without listeners was emitted, after the frames of the error.
function withEmitter(error, shown) {
  const emitted = require('internal/events/unhandled').emittedAt(error);
  if (emitted === undefined) return shown;
  const frames = emitted.frames.split('\n').slice(1);
  const own = String(error.stack).split('\n').slice(1);
  // What both have in common at the end is in the error's own stack.
  const same = frames.findIndex((frame) => frame === own[own.length - 1] ||
    own.includes(frame) && frames.at(-1) === own.at(-1));
  if (same !== -1 && frames.length - same > 3) {
    frames.splice(same + 1, frames.length, '    [... lines matching original stack trace ...]');
  }
  const text = `\nEmitted 'error' event${emitted.on} at:\n${frames.join('\n')}`;
  const last = own.length === 0 ? -1 : shown.indexOf(own.at(-1));
  const end = last === -1 ? shown.length : last + own.at(-1).length;
  return `${shown.slice(0, end)}${text}${shown.slice(end)}`;
}

// The place in a script of vm, whose text is available: what comes before the stack.
function scriptHead(source, filename, firstLine, error, thrown) {
  const frames = `${thrown ?? ''}\n${error.stack}`;
  const found = new RegExp(`(?:@|\\()?${filename.replace(/\W/g, '\\$&')}[^:\\n]*:(\\d+):(\\d+)`)
    .exec(frames);
  if (found === null) return undefined;
  const lines = source.split('\n');
  const index = Number(found[1]) - firstLine;
  if (lines[index] === undefined) return undefined;
  let [line, column] = [index + 1, Number(found[2])];
  const begin = typeof thrown === 'string' ? beginOfThrow(lines, line, column) : undefined;
  if (begin !== undefined) [line, column] = begin;
  else column = require('internal/stack/columns').nodeOffset(lines[index], column - 1) + 1;
  const shown = lines[line - 1];
  return `${filename}:${line - 1 + firstLine}\n${shown}\n` +
    `${shown.slice(0, column - 1).replace(/[^\t]/g, ' ')}^\n\n`;
}

exports.scriptHead = scriptHead;
exports.describe = describe;
exports.sourceOf = sourceOf;
