// SPDX-License-Identifier: MIT
// From the engine's trace to Node's: frames, the objects that Error.prepareStackTrace gets, and the
// text. Loaded when a stack is first asked for.
//
// A program may have replaced the iterator of arrays, and made properties of Object.prototype: a
// stack can still be had, so nothing here iterates or leaves a descriptor to inherit.
'use strict';
const { translateMessage } = require('internal/stack/messages');

// What the engine calls code that is no function.
const places = new Set(['global code', 'module code', 'eval code']);
// Frames of these files say how gyre works and not what the program did.
const hiddenFiles = new Set([
  'boot', 'errors', 'fatal', 'main', 'stack', 'stack/format', 'startup', 'tick', 'validators',
].map((name) => `node:internal/${name}`));
// Functions of the engine that Node names with their object; others are not shown.
const natives = new Map();
for (const [object, names] of Object.entries({
  Array: 'every filter find findIndex findLast flatMap forEach from map reduce reduceRight some ' +
    'sort',
  JSON: 'parse stringify',
  Map: 'get set',
  Promise: 'all allSettled any race then',
  String: 'replace replaceAll',
})) {
  for (const name of names.split(' ')) natives.set(name, `${object}.${name}`);
}

class CallSite {
  #name;
  #file;
  #line;
  #column;
  #isNative;
  #isEval;
  constructor(name, file, line, column, isNative, isEval) {
    this.#name = name;
    this.#file = file;
    this.#line = line;
    this.#column = column;
    this.#isNative = isNative;
    this.#isEval = isEval;
  }
  getThis() { return undefined; }
  getTypeName() { return this.#name?.includes('.') ? this.#name.split('.')[0] : null; }
  getFunction() { return undefined; }
  getFunctionName() {
    if (this.#name === null || this.#name === 'Object.<anonymous>') return null;
    return this.#name.replace(/^new /, '');
  }
  getMethodName() {
    return this.#name?.includes('.') && this.getFunctionName() !== null ?
      this.#name.slice(this.#name.indexOf('.') + 1) : null;
  }
  getFileName() { return this.#file ?? undefined; }
  getLineNumber() { return this.#line; }
  getColumnNumber() { return this.#column; }
  getEvalOrigin() { return undefined; }
  getPosition() { return 0; }
  getPromiseIndex() { return null; }
  getScriptNameOrSourceURL() { return this.#file ?? ''; }
  getScriptHash() { return ''; }
  getEnclosingColumnNumber() { return this.#column ?? 0; }
  getEnclosingLineNumber() { return this.#line ?? 0; }
  isAsync() { return false; }
  isConstructor() { return this.#name?.startsWith('new ') ?? false; }
  isEval() { return this.#isEval; }
  isNative() { return this.#isNative; }
  isPromiseAll() { return false; }
  isToplevel() { return this.#name === null || !this.#name.includes('.'); }
  toString() {
    const place = this.#file === null ? '<anonymous>' :
      `${this.#file}${this.#line === null ? '' : `:${this.#line}:${this.#column}`}`;
    return this.#name === null ? place : `${this.#name} (${place})`;
  }
}

function columnShift(file, line) {
  return line === 1 ? require('internal/modules/positions').shiftOf(file) : 0;
}

// A name may hold @ itself ([Symbol.iterator] does not), and so may a path: the first one that a
// place can follow.
const lineForm = /^(.*?)@((?:[/[.]|[a-z]+:|.*:\d+:\d+$).*)?$/;

// One line of the engine's trace; undefined for what is not shown.
function parseLine(text) {
  const found = lineForm.exec(text);
  let name = found === null ? text : found[1];
  const place = found === null ? undefined : found[2];
  if (place === '[native code]') {
    const shown = natives.get(name);
    return shown === undefined ? undefined : new CallSite(shown, null, null, null, true, false);
  }
  const isEval = name === 'eval code';
  if (isEval) name = 'eval';
  else if (name === '' || places.has(name)) name = null;
  if (place === undefined) {
    // A class without constructor has no place of its own.
    if (name !== null && !isEval && name !== 'anonymous') name = `new ${name}`;
    return new CallSite(name, null, null, null, false, isEval);
  }
  // Without the mark of modules/scripts.js.
  const position = /^(.*?)(?:#gyre-import-\d+)?:(\d+):(\d+)$/.exec(place);
  if (position === null) return new CallSite(name, place, null, null, false, isEval);
  const file = position[1];
  if (hiddenFiles.has(file)) return undefined;
  const line = Number(position[2]);
  const column = Math.max(1, Number(position[3]) - columnShift(file, line));
  return new CallSite(name, file, line, column, false, isEval);
}

// The frames above the function `below`; all if it is not among them.
function withoutTop(lines, below) {
  if (below === undefined) return lines;
  // The constructors between it and Error are above it, and so is its own frame.
  const names = new Set();
  for (let at = below; typeof at === 'function' && at !== Error; at = Object.getPrototypeOf(at)) {
    names.add(at.name);
  }
  let count = 0;
  for (let i = 0; i < lines.length && i < names.size + 2; i++) {
    const name = lines[i].split('@', 1)[0];
    if (names.has(name)) count = i + 1;
    else if (!lines[i].includes('@node:internal/')) break;
  }
  return count === 0 ? lines : lines.slice(count);
}

function callSites(raw, below, limit) {
  const sites = [];
  if (typeof raw !== 'string' || raw === '') return sites;
  const lines = withoutTop(raw.split('\n'), below);
  for (let i = 0; i < lines.length && sites.length < limit; i++) {
    const site = parseLine(lines[i]);
    if (site !== undefined) sites.push(site);
  }
  return sites;
}

function join(header, sites) {
  let text = header;
  for (let i = 0; i < sites.length; i++) text += `\n    at ${sites[i]}`;
  return text;
}

function headerOf(error) {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return '<error>';
  }
}

// The stack of an error with a trace (internal/stack.js).
function render(error, { holder, header, below, limit }) {
  return prepared(error, header ?? headerOf(error), callSites(holder.stack, below, limit));
}

function prepared(error, header, sites) {
  const { prepareStackTrace } = Error;
  if (typeof prepareStackTrace === 'function') return prepareStackTrace.call(Error, error, sites);
  return join(header, sites);
}

// Whether a text is a trace in the engine's words.
function isRaw(stack) {
  if (stack === '') return true;
  const end = stack.indexOf('\n');
  const first = end < 0 ? stack : stack.slice(0, end);
  return /@(?:\[native code\]|.*:\d+:\d+|)$/.test(first) && !first.startsWith('    at ');
}

// What the engine adds to an error is not for eyes.
function hidePlace(error) {
  ['line', 'column', 'sourceURL'].forEach((name) => {
    const own = Object.getOwnPropertyDescriptor(error, name);
    if (own !== undefined && own.enumerable && own.configurable) {
      Object.defineProperty(error, name, { __proto__: null, enumerable: false });
    }
  });
}

function translate(error) {
  const own = Object.getOwnPropertyDescriptor(error, 'stack');
  if (own === undefined || typeof own.value !== 'string' || !own.writable || !isRaw(own.value)) {
    return;
  }
  hidePlace(error);
  const message = Object.getOwnPropertyDescriptor(error, 'message');
  if (message !== undefined && typeof message.value === 'string' && message.writable) {
    error.message = translateMessage(error.name, message.value);
  }
  const limit = typeof Error.stackTraceLimit === 'number' ? Error.stackTraceLimit : 0;
  require('internal/stack').settle(
    error, prepared(error, headerOf(error), callSites(own.value, undefined, limit)));
}

exports.render = render;
exports.translate = translate;
exports.callSites = callSites;
