// SPDX-License-Identifier: MIT
// Records of modules that the engine itself links and runs: the counterpart of record.js, with the
// same interface for esm.js and evaluate.js.
'use strict';
const { cacheFor } = require('internal/modules/compile');
const { loaderOf, syntheticText } = require('internal/modules/engine_loader');
const { Evaluated } = require('internal/modules/evaluate');
const { noteNamespace } = require('internal/modules/namespace');

class EngineModule extends Evaluated {
  constructor(url, loader) {
    super(url);
    this.loader = loader;
    this.record = undefined;
  }

  connect() {
    this.requests.forEach(({ specifier }, i) => {
      this.loader.connect(this.record, specifier, this.dependencies[i].record);
    });
  }

  link() { this.isAsync = this.loader.link(this.record); }
  namespace() { return this.loader.namespace(this.record); }
}

// Attributes of imports: after a string, whatever comments are between. Each character can be
// matched in one way only, so large texts full of comments and strings are searched quickly.
const GAP = String.raw`(?:\s|\/\*[^*]*(?:\*(?!\/)[^*]*)*\*\/|\/\/.*[\n\r\u2028\u2029])*`;
const hasAttributes = new RegExp(String.raw`['"]${GAP}(?:with|assert)\b${GAP}\{`);

const blank = (text) => text.replace(/[^\n\r\u2028\u2029]/g, ' ');

const noPlace = { __proto__: null };

class SourceModule extends EngineModule {
  // makeMeta makes import.meta; the rest is for modules of vm: the global of their realm, where in
  // a file the text begins, and the file's name.
  constructor(url, text, makeMeta, { realm, line = 1, column = 0, name = url } = noPlace) {
    const loader = loaderOf(realm);
    super(url, loader);
    this.source = text;
    this.analysis = undefined;
    const plain = hasAttributes.test(text) ? this.#takeAttributes(text) : text;
    if (url.startsWith('file:') && realm === undefined) cacheFor(plain)?.expect(plain, url);
    try {
      this.record = loader.parse(plain, url, makeMeta, line, column);
    } catch (error) {
      throw this.#explain(error, line, name);
    }
    this.requests = this.analysis?.requests ?? loader.requests(this.record).map((specifier) => (
      { specifier, attributes: { __proto__: null } }));
  }

  // What imports and exports say, by our parser; for attributes and for errors. It may throw.
  analyze() {
    const { analyze } = require('internal/modules/analyze');
    this.analysis ??= analyze(require('internal/modules/parse').parseModule(this.source),
      this.source);
    return this.analysis;
  }

  // The engine knows other attributes than we do, and not the older word for them.
  #takeAttributes(text) {
    let analysis;
    try {
      analysis = this.analyze();
    } catch {
      return text; // the engine says what is wrong
    }
    let plain = '';
    let at = 0;
    for (const node of analysis.tree.body) {
      if (!node.source || (node.attributes ?? []).length === 0) continue;
      const end = text.lastIndexOf('}', node.end) + 1;
      plain += text.slice(at, node.source.end) + blank(text.slice(node.source.end, end));
      at = end;
    }
    return plain + text.slice(at);
  }

  #explain(error, line, name) {
    if (!(error instanceof SyntaxError)) return error;
    const parser = require('internal/modules/parse');
    try {
      this.analyze();
    } catch (found) {
      return parser.translate(found, this.source, name, undefined, line - 1);
    }
    if (typeof error.line !== 'number') return error;
    return parser.syntaxError(error.message, this.source, name, error.line);
  }

  execute() {
    this.source = this.analysis = undefined;
    if (this.isAsync) return this.loader.evaluateAsync(this.record);
    this.loader.evaluate(this.record);
    return undefined;
  }
}

// Its values are set by `run(module)`, when its turn comes.
class SyntheticModule extends EngineModule {
  #values;
  #apply;
  constructor(url, names, run, isLive, realm) {
    const loader = loaderOf(realm);
    super(url, loader);
    this.names = names;
    this.run = run;
    this.#values = names.map(() => undefined);
    const meta = () => (apply) => { this.#apply = apply; };
    this.record = loader.parse(syntheticText(names), url, meta);
  }

  set(name, value) {
    const at = this.names.indexOf(name);
    this.#values[at] = value;
    this.#apply?.(this.#values);
  }

  // Each name gets what the function gives for it, called with the name and its value so far.
  setAll(valueOf) {
    this.names.forEach((name, i) => { this.#values[i] = valueOf(name, this.#values[i]); });
    this.#apply?.(this.#values);
  }

  // So that it can be set.
  begin() {
    if (this.#apply === undefined) this.loader.evaluate(this.record);
  }

  execute() {
    this.begin();
    this.run(this);
  }
}

// Links all modules of a graph that are not linked yet.
function link(root) {
  const order = [];
  let cyclic = false;
  const visit = (module) => {
    module.status = 'linking';
    module.dependencies.forEach((other) => {
      if (other.status === 'unlinked') visit(other);
      else cyclic ||= other.status === 'linking';
    });
    order.push(module);
  };
  if (root.status !== 'unlinked') return;
  visit(root);
  order.forEach((module) => module.connect());
  if (cyclic && passesOnInCircle(order)) explain(order);
  try {
    order.forEach((module) => module.link());
  } catch (error) {
    explain(order);
    throw error;
  }
  if (order.some(passesOnNothing)) explain(order);
  order.forEach((module) => { module.status = 'linked'; });
  noteNamespace(() => root.namespace());
}

// For a name that it should pass on and that is not there the engine takes one of `export *`.
function passesOnNothing({ source, requests, dependencies }) {
  if (source === undefined || !/\bexport\s*\*/.test(source)) return false;
  for (const { list, specifier } of passedOnIn(source)) {
    const at = requests.findIndex((one) => one.specifier === specifier);
    if (at === -1) continue;
    const namespace = dependencies[at].namespace();
    if (list.some(({ name }) => !(name in namespace))) return true;
  }
  return false;
}

const passedOn = /\bexport\s*\{([^}]*)\}\s*from\s*(['"])(.*?)\2/g;

// `export { name as exported } from specifier`: by a quick look, which comments can deceive.
function* passedOnIn(source) {
  if (!source.includes('export')) return;
  for (const [, names, , specifier] of source.matchAll(passedOn)) {
    const list = [];
    for (const pair of names.split(',')) {
      const [name, exported = name] = pair.trim().split(/\s+as\s+/);
      if (/^[\w$]+$/.test(name)) list.push({ name, exported });
    }
    yield { list, specifier };
  }
}

// A cycle of `export { a } from` is an error, which the engine overlooks if one of the modules also
// has an `export *` of that name.
function passesOnInCircle(modules) {
  const steps = new Map(); // url and name -> the same of the next
  for (const { source, url, requests, dependencies } of modules) {
    if (source === undefined) continue;
    for (const { list, specifier } of passedOnIn(source)) {
      const other = dependencies[requests.findIndex((one) => one.specifier === specifier)];
      for (const { name, exported } of list) {
        steps.set(`${url}\0${exported}`, `${other?.url}\0${name}`);
      }
    }
  }
  const done = new Set();
  for (const start of steps.keys()) {
    const way = new Set();
    for (let at = start; at !== undefined && !done.has(at); at = steps.get(at)) {
      if (way.has(at)) return true;
      way.add(at);
    }
    for (const one of way) done.add(one);
  }
  return false;
}

// Without a look at the values: some may not be there yet.
const namesOf = (namespace) => Reflect.ownKeys(namespace).filter((key) => typeof key === 'string');

// The engine could not link one of them. It does not say where, nor in Node's words.
function explain(modules) {
  const { resolveImports } = require('internal/modules/bindings');
  const seen = new Set();
  const prepare = (module) => {
    if (seen.has(module)) return;
    seen.add(module);
    if (module.source !== undefined) module.analyze();
    else module.names ??= namesOf(module.namespace());
    module.dependencies.forEach(prepare);
  };
  modules.forEach(prepare);
  for (const module of modules) if (module.source !== undefined) resolveImports(module);
}

exports.link = link;
exports.SourceModule = SourceModule;
exports.SyntheticModule = SyntheticModule;
