// SPDX-License-Identifier: MIT
// Names and places of functions, as numbers of the tracer. The engine does not say where a function
// comes from. But its text is cheap to get, and can be found in the files of the program. So
// results are cached by text.
//
// Where a timer or the like was requested is taken from a stack trace, which costs microseconds. If
// it was the same place often enough, for the same function within the same callback, that place is
// assumed from then on.
'use strict';
const { label: newLabel, find } = binding('scope');
const { rawTrace } = require('internal/stack/callers');
const { callSites } = require('internal/stack/format');

const { toString } = Function.prototype; // called this way it costs the engine next to nothing

const OFTEN = 8;
const FRAMES = 50;
const FILES_MAX = 200; // that are searched for a function

const sources = new Map(); // file -> text

function sourceOf(file) {
  let text = sources.get(file);
  if (text === undefined) {
    text = file.startsWith('[') ? require('internal/startup').textOf(file) ?? '' : '';
    if (file.startsWith('/')) {
      try {
        text = require('fs').readFileSync(file, 'utf8');
      } catch {
        // it was never a file, or it is no longer
      }
    }
    sources.set(file, text);
  }
  return text;
}

function placeIn(file, offset) {
  const before = sourceOf(file).slice(0, offset);
  const line = before.split('\n').length;
  return `${file}:${line}:${offset - before.lastIndexOf('\n')}`;
}

// Where `text` is in a file; at or after a line, if it is there more than once.
function findIn(file, text, line) {
  const source = sourceOf(file);
  const first = source.indexOf(text);
  let offset = first;
  if (first >= 0 && line > 1 && source.indexOf(text, first + 1) >= 0) {
    let start = 0;
    for (let i = 1; i < line && start >= 0; i++) start = source.indexOf('\n', start) + 1;
    const behind = source.indexOf(text, start);
    if (behind >= 0) offset = behind;
  }
  return offset < 0 ? undefined : placeIn(file, offset);
}

// The files of the program that are known.
function files() {
  const { process } = require('internal/process');
  const found = Object.keys(require('internal/modules/cjs').Module._cache);
  if (process.argv[1] !== undefined) found.unshift(process.argv[1]);
  found.unshift('[eval]', '[stdin]');
  return found.slice(0, FILES_MAX);
}

const SHORTEST = 8; // a text that is shorter may stand anywhere

function locate(text, site) {
  if (text.length < SHORTEST || text.includes('[native code]')) return undefined;
  if (site !== undefined) {
    const place = findIn(site.getFileName(), text, site.getLineNumber());
    if (place !== undefined) return place;
  }
  for (const file of files()) {
    const place = findIn(file, text, 1);
    if (place !== undefined) return place;
  }
  return find(text);
}

function make(callback, text, site) {
  const place = locate(text, site);
  return {
    label: newLabel(callback.name || '(anonymous)', place ?? ''),
    isProgram: place !== undefined && !place.startsWith('node:'),
  };
}

const known = new Map(); // text -> entry; null: a text that many functions have
const knownNatives = new WeakMap(); // function -> entry

// Even looking up a text costs more than most callbacks. So for functions that are used again, the
// result is stored by function. Whether functions of a text are used again, or are new for each
// call, is tried with one of them at a time: new ones are not stored.
const byFunction = new WeakMap(); // function -> entry
const TRIALS = 256;

// What is known of the functions with a text.
class Entry {
  constructor() {
    this.isLabelled = false; // not all need be
    this.label = 0;
    this.isProgram = false;
    this.comeAgain = false;
    this.tried = undefined; // one of them
    this.trials = 0; // how many others came since
    this.kind = 0; // the tracer's, of those that C calls
    this.asked = new Map(); // by number of the callback within which it was asked for
    this.lastWithin = -1;
    this.lastSites = undefined; // of that, if it is settled
  }
}

let lastFunction;
let lastEntry;

function entryOf(callback) {
  if (callback === lastFunction) return lastEntry;
  const entry = byFunction.get(callback) ?? lookUp(callback);
  lastFunction = callback;
  lastEntry = entry;
  return entry;
}

function lookUp(callback) {
  const text = toString.call(callback);
  let entry = known.get(text);
  if (entry === undefined) {
    entry = text.endsWith('[native code]\n}') ? null : new Entry();
    known.set(text, entry);
  }
  if (entry === null) return entryOfNative(callback);
  if (entry.comeAgain) {
    byFunction.set(callback, entry);
  } else if (entry.tried === callback) {
    entry.comeAgain = true;
    entry.tried = undefined;
    byFunction.set(callback, entry);
  } else if (entry.trials-- === 0) {
    entry.tried = callback;
    entry.trials = TRIALS;
  }
  return entry;
}

function entryOfNative(callback) {
  let entry = knownNatives.get(callback);
  if (entry === undefined) knownNatives.set(callback, entry = new Entry());
  return entry;
}

function labelNow(entry, callback) {
  const { label, isProgram } = make(callback, toString.call(callback), undefined);
  entry.label = label;
  entry.isProgram = isProgram;
  entry.isLabelled = true;
}

// { label, isProgram, kind } of a function.
function labelOf(callback) {
  const entry = entryOf(callback);
  if (!entry.isLabelled) labelNow(entry, callback);
  return entry;
}

function isProgramFrame(frame) {
  const file = frame.getFileName();
  return file !== undefined && !file.startsWith('node:');
}

function nameless(frame) {
  return String(frame).startsWith('Object.<anonymous>') ? '(top level)' : '(anonymous)';
}

function look(callback, entry) {
  const text = toString.call(callback);
  const frames = callSites(rawTrace(look), undefined, FRAMES);
  const frame = frames.find(isProgramFrame);
  const shown = frame ?? frames.find((one) => !one.getFileName()?.includes('node:internal/scope/'));
  const file = shown?.getFileName();
  const site = shown === undefined ? 0 : newLabel(shown.getFunctionName() ?? nameless(shown),
    `${file}:${shown.getLineNumber()}:${shown.getColumnNumber()}`);
  // A function with its own name is where it is, whoever requests it.
  const inline = frame !== undefined && sourceOf(file).includes(text);
  const { label } = inline || !entry.isLabelled ? make(callback, text, frame) : entry;
  return { label, site };
}

// { label, site } of a function that will be called later, requested within a callback.
function sitesOf(callback, within) {
  const entry = entryOf(callback);
  if (entry.lastWithin === within) return entry.lastSites;
  const found = entry.asked.get(within);
  if (found !== undefined && found.times >= OFTEN) {
    entry.lastWithin = within;
    entry.lastSites = found;
    return found;
  }
  const now = look(callback, entry);
  if (found !== undefined && found.label === now.label && found.site === now.site) found.times++;
  else entry.asked.set(within, { ...now, times: 1 });
  return now;
}

// Whether that is the answer from now on, for this function within this callback.
function isSettled(sites) {
  return sites.times >= OFTEN;
}

// Loads and compiles what the first look-up needs; otherwise the program's first timer would pay
// for it. A function that is in no file makes everything be searched.
function prepare() {
  require('fs');
  look(prepare, new Entry());
}

exports.prepare = prepare;
exports.labelOf = labelOf;
exports.sitesOf = sitesOf;
exports.isSettled = isSettled;
