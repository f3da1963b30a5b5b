// SPDX-License-Identifier: MIT
// How util.inspect shows an error: its stack, with a first line that names it as exactly as
// possible, and the properties that the stack does not say already.
'use strict';
const names = require('internal/inspect/names');
const { types } = require('internal/util/types');
const { toNodeForm } = require('internal/stack');

function isError(value) {
  return types.isNativeError(value) || value instanceof Error;
}

function stackOf(error) {
  const { stack } = toNodeForm(error);
  return stack ? String(stack) : Error.prototype.toString.call(error);
}

// Keys to show: not what the stack contains, but always the cause and the errors of an aggregate;
// and none that only this engine gives to errors.
function selectKeys(context, error, keys, stack) {
  if (context.showHidden) {
    for (const name of ['line', 'column', 'sourceURL']) {
      const at = keys.indexOf(name);
      if (at !== -1 && !Object.prototype.propertyIsEnumerable.call(error, name)) keys.splice(at, 1);
    }
  }
  if (!context.showHidden && keys.length !== 0) {
    for (const name of ['name', 'message', 'stack']) {
      const at = keys.indexOf(name);
      if (at !== -1 && (typeof error[name] !== 'string' || stack.includes(error[name]))) {
        keys.splice(at, 1);
      }
    }
  }
  if ('cause' in error && !keys.includes('cause')) keys.push('cause');
  if (Array.isArray(error.errors) && !keys.includes('errors')) keys.push('errors');
}

// The class of the error takes the place of its name where the name says less.
function improveHead(stack, constructor, name, tag) {
  const startsWithName = name.endsWith('Error') && stack.startsWith(name) &&
    (stack.length === name.length || stack[name.length] === ':' || stack[name.length] === '\n');
  if (constructor !== null && !startsWithName) return stack;
  let fallback = 'Error';
  if (constructor === null) {
    const start = /^([A-Z][a-z_ A-Z0-9[\]()-]+)(?::|\n\s+at)/.exec(stack) ??
      /^([a-z_A-Z0-9-]*Error)$/.exec(stack);
    fallback = start?.[1] ?? '';
    const better = names.prefix(constructor, tag, 'Error').slice(0, -1);
    return fallback === '' ? `${better}\n${stack}` : `${better}${stack.slice(fallback.length)}`;
  }
  if (name === constructor) return stack;
  if (constructor.includes(name)) {
    return name.length === 0 ? `${constructor}: ${stack}` :
      `${constructor}${stack.slice(name.length)}`;
  }
  return `${constructor} [${name}]${stack.slice(name.length)}`;
}

// The longest run of lines that is in both.
function commonRun(lines, others) {
  let best = { length: 0, offset: 0 };
  for (let i = 0; i < lines.length - best.length; i++) {
    for (let j = others.indexOf(lines[i]); j !== -1; j = others.indexOf(lines[i], j + 1)) {
      let length = 1;
      while (i + length < lines.length && j + length < others.length &&
             lines[i + length] === others[j + length]) {
        length++;
      }
      if (length > best.length) best = { length, offset: i };
    }
  }
  return best;
}

function frames(context, error, text) {
  const lines = text.split('\n');
  let cause;
  try {
    ({ cause } = error);
  } catch {
    return lines; // the property itself shows what it does
  }
  if (cause != null && isError(cause)) {
    const causeStack = stackOf(cause);
    const start = causeStack.indexOf('\n    at');
    if (start !== -1) {
      const { length, offset } = commonRun(lines, causeStack.slice(start + 1).split('\n'));
      if (length > 3) {
        const skipped = length - 2;
        lines.splice(offset + 1, skipped, context.stylize(
          `    ... ${skipped} lines matching cause stack trace ...`, 'undefined'));
      }
    }
  }
  return lines;
}

// Frames of the library are grey, names of packages underlined.
function colorFrames(context, lines) {
  let directory;
  try {
    directory = process.cwd();
  } catch {
    directory = undefined; // it was removed
  }
  return lines.map((line) => {
    if (/^ {4}at (?:.+ )?\(?node:/.test(line)) return context.stylize(line, 'undefined');
    let shown = line.replace(/([/\\_]node_modules[/\\])(@[^/\\]+[/\\][^/\\]+|[^/\\]+)(?=[/\\])/g,
      (whole, before, name) => `${before}${context.stylize(name, 'module')}`);
    if (directory !== undefined) {
      for (const prefix of [`file://${directory}/`, `${directory}/`]) {
        const at = shown.indexOf(prefix);
        if (at !== -1 && (shown[at - 1] === '(' || shown[at - 1] === ' ')) {
          const open = shown[at - 1] === '(' ? at - 1 : at;
          shown = `${shown.slice(0, open)}${context.stylize(
            shown.slice(open, at + prefix.length), 'undefined')}${
            shown.slice(at + prefix.length)}`;
          if (open !== at && shown.endsWith(')')) {
            shown = `${shown.slice(0, -1)}${context.stylize(')', 'undefined')}`;
          }
          break;
        }
      }
    }
    return shown;
  });
}

function show(context, error, constructor, tag, keys) {
  const name = error.name != null ? String(error.name) : 'Error';
  let stack = stackOf(error);
  selectKeys(context, error, keys, stack);
  stack = improveHead(stack, constructor, name, tag);
  let from = (error.message && stack.indexOf(error.message)) || -1;
  if (from !== -1) from += error.message.length;
  const start = stack.indexOf('\n    at', from);
  if (start === -1) {
    stack = `[${stack}]`;
  } else {
    let lines = frames(context, error, stack.slice(start + 1));
    if (context.colors) lines = colorFrames(context, lines);
    stack = `${stack.slice(0, start)}\n${lines.join('\n')}`;
  }
  if (context.indentation !== 0) {
    stack = stack.replaceAll('\n', `\n${' '.repeat(context.indentation)}`);
  }
  return stack;
}

exports.isError = isError;
exports.show = show;
