// SPDX-License-Identifier: MIT
// From the engine's trace to Node's: frames, the objects that Error.prepareStackTrace gets, and the
// text. Loaded when a stack is first read.
//
// A program may have replaced the iterator of arrays, and added properties to Object.prototype.
// Stacks must still work, so nothing here iterates or uses a descriptor that inherits.
'use strict';
const program = require('internal/program');
const { ErrorPrepareStackTrace } = require('internal/stack');

// The engine's names for code that is not a function.
const places = new Set(['global code', 'module code', 'eval code']);
// Frames of these files say how gyre works and not what the program did.
const hiddenFiles = new Set([
  'boot', 'errors', 'fatal', 'main', 'modules/compile', 'modules/parse', 'stack', 'stack/format',
  'startup', 'tick', 'validators',
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
  #isAsync = false;
  #index = null; // of Promise.all and the like
  constructor(name, file, line, column, isNative, isEval) {
    this.#name = name;
    this.#file = file;
    this.#line = line;
    this.#column = column;
    this.#isNative = isNative;
    this.#isEval = isEval;
  }
  // The same, of a function that awaits; or of a function of promises, which has an index.
  static waiting(site, index = null) {
    site.#isAsync = true;
    site.#index = index;
    return site;
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
  getPromiseIndex() { return this.#index; }
  getScriptNameOrSourceURL() { return this.#file ?? ''; }
  getScriptHash() { return ''; }
  getEnclosingColumnNumber() { return this.#column ?? 0; }
  getEnclosingLineNumber() { return this.#line ?? 0; }
  isAsync() { return this.#isAsync; }
  isConstructor() { return this.#name?.startsWith('new ') ?? false; }
  isEval() { return this.#isEval; }
  isNative() { return this.#isNative; }
  isPromiseAll() { return this.#index !== null; }
  isToplevel() { return this.#name === null || !this.#name.includes('.'); }
  toString() {
    if (this.#index !== null) return `async Promise.${this.#name} (index ${this.#index})`;
    const place = this.#file === null ? '<anonymous>' :
      `${this.#file}${this.#line === null ? '' : `:${this.#line}:${this.#column}`}`;
    const shown = this.#name === null ? place : `${this.#name} (${place})`;
    return this.#isAsync ? `async ${shown}` : shown;
  }
}

function columnShift(file, line) {
  return require('internal/modules/positions').shiftOf(file, line);
}

// A name may contain @ ([Symbol.iterator] does not), and so may a path: the first one that a place
// can follow.
const lineForm = /^(.*?)@((?:[/[.]|[a-z]+:|.*:\d+:\d+$).*)?$/;

function columnIn(file, line, column, unknown) {
  if (file.startsWith('node:')) return column;
  const { nodeColumn, unknownColumn } = require('internal/stack/columns');
  return unknown?.name === undefined ? nodeColumn(file, line, column) :
    unknownColumn(file, line, column, unknown);
}

const AWAITS = 'async ';

// One line of the engine's trace; undefined for what is not shown. At the top the name may be that
// of an undefined variable.
function parseLine(text, unknown) {
  if (text.startsWith(AWAITS)) return waitingSite(text.slice(AWAITS.length));
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
    // A class without constructor has no place.
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
  return new CallSite(name, file, line, columnIn(file, line, column, unknown), false, isEval);
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

// The engine does not say where a constant is assigned to.
function assignedSite(site) {
  const file = site.getFileName();
  const found = file === undefined ? undefined :
    require('internal/stack/columns').assignment(file, site.getLineNumber());
  if (found === undefined) return site;
  const name = /^(.*) \(/.exec(String(site))?.[1] ?? null;
  return new CallSite(name, file, found.line, found.column, false, site.isEval());
}

const placeForm = /^(.*?)@(.*):(\d+):(\d+)$/;

function aboutLine(line) {
  const found = placeForm.exec(line);
  if (found === null || found[2].startsWith('node:')) return {};
  const number = Number(found[3]);
  const column = Number(found[4]) - columnShift(found[2], number);
  return require('internal/stack/columns').about(found[2], number, column);
}

// Whether a frame was called with `new`, by the text of its caller.
function isMade(line, caller) {
  if (caller === undefined || line[0] === '@' || !placeForm.test(line)) return false;
  return !/^(?:global|module|eval) code@/.test(line) && aboutLine(caller).makes === true;
}

// An async function that has not awaited yet has two frames. (No iterator is used for making
// stacks: a program may have replaced it by one that throws.)
function isBeginOfAsync(line, above) {
  const lower = placeForm.exec(line);
  const upper = lower === null ? null : placeForm.exec(above);
  return upper !== null && lower[1] === upper[1] && lower[2] === upper[2] &&
    aboutLine(line).beginsAsync === true;
}

function callSites(raw, below, limit, unknown) {
  const sites = [];
  if (typeof raw !== 'string' || raw === '') return sites;
  const lines = withoutTop(raw.split('\n'), below);
  for (let i = 0; i < lines.length && sites.length < limit; i++) {
    if (i > 0 && isBeginOfAsync(lines[i], lines[i - 1])) continue;
    let line = lines[i];
    // If the engine itself adds the functions that await, it does not mark those without a name.
    if (line[0] === '@' && lines[i - 1]?.startsWith(AWAITS)) lines[i] = line = AWAITS + line;
    if (isMade(line, lines[i + 1])) line = `new ${line}`;
    const site = parseLine(line, i === 0 ? unknown : undefined);
    if (site !== undefined) sites.push(site);
    if (i === 0 && unknown?.isAssigned && sites.length === 1) sites[0] = assignedSite(sites[0]);
  }
  return sites;
}

// The functions that await what ran when the error was made, as far as there is room.
function addWaiting(sites, awaits, limit) {
  if (awaits === undefined) return;
  const { words } = binding('awaits');
  for (let i = 0; i < awaits.length && sites.length < limit; i += 2) {
    const what = awaits[i];
    let site;
    if (awaits[i + 1] >= 0) {
      const line = words(what, awaits[i + 1]);
      site = line === undefined ? undefined : waitingSite(line);
    } else {
      site = CallSite.waiting(new CallSite('all', null, null, null, false, false), what);
    }
    if (site !== undefined) sites.push(site);
  }
}

// V8 names the place of `await`, the engine what follows it.
function waitingSite(line) {
  const found = placeForm.exec(line);
  if (found === null || found[2].startsWith('node:')) return waitingAt(line);
  const number = Number(found[3]);
  const column = Number(found[4]) - columnShift(found[2], number);
  const at = require('internal/stack/columns').awaitBefore(found[2], number, column);
  return waitingAt(line, at);
}

function waitingAt(line, at) {
  const site = parseLine(line);
  if (site === undefined) return undefined;
  const file = site.getFileName() ?? null;
  if (at === undefined || file === null) return CallSite.waiting(site);
  const name = placeForm.exec(line)[1];
  const shown = name === '' || places.has(name) ? null : name;
  return CallSite.waiting(new CallSite(shown, file, at.line, at.column, false, false));
}

function join(header, sites) {
  let text = header;
  const show = program.options.enableSourceMaps ? shownByOrigin : String;
  for (let i = 0; i < sites.length; i++) text += `\n    at ${show(sites[i])}`;
  return text;
}

// With the original place, if there is a source map.
function shownByOrigin(site) {
  const file = site.getFileName();
  const shown = String(site);
  if (file === undefined || file.startsWith('node:') || site.getLineNumber() === null) return shown;
  const { originOf } = require('internal/modules/source_map');
  const origin = originOf(file, site.getLineNumber(), site.getColumnNumber());
  if (origin === undefined) return shown;
  const place = `${origin.file}:${origin.line}:${origin.column}`;
  return shown.endsWith(')') ? `${shown.slice(0, shown.lastIndexOf(' ('))} (${place})` : place;
}

function headerOf(error) {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return '<error>';
  }
}

// The variable that a message is about.
function nameIn(header) {
  const none = /^ReferenceError: (\S+) is not defined(?: in ES module scope.*)?$/.exec(header);
  if (none !== null) return { name: none[1], isLater: false };
  if (header === 'TypeError: Assignment to constant variable.') return { isAssigned: true };
  const later = /^ReferenceError: Cannot access '(.+)' before initialization$/.exec(header);
  return later === null ? undefined : { name: later[1], isLater: true };
}

// The stack of an error with a trace (internal/stack.js).
function render(error, { holder, header, below, limit, awaits }) {
  const first = header ?? headerOf(error);
  const unknown = nameIn(first);
  const sites = callSites(holder.stack, below, limit, unknown);
  addWaiting(sites, awaits, limit);
  return prepared(error, first, sites);
}

function prepared(error, header, sites) {
  const { prepareStackTrace } = Error;
  if (typeof prepareStackTrace !== 'function' || prepareStackTrace === ErrorPrepareStackTrace) {
    return join(header, sites);
  }
  return prepareStackTrace.call(Error, error, sites);
}

// For programs that call Error.prepareStackTrace as they found it.
function prepare(error, sites) {
  if (error === null || (typeof error !== 'object' && typeof error !== 'function')) {
    throw new TypeError('The first argument of Error.prepareStackTrace must be an error');
  }
  return join(headerOf(error), sites);
}

exports.prepare = prepare;
exports.render = render;
exports.callSites = callSites;
