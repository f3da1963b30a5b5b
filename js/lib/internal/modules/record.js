// SPDX-License-Identifier: MIT
// ES modules as records: what each exports, whose binding a name is in the end, its environment and
// its namespace object. A SourceModule has text; a SyntheticModule has values that something else
// made (CommonJS, JSON, the library). internal/modules/evaluate.js runs them in order.
'use strict';
const { makeNamespace } = require('internal/modules/namespace');
const { rewrite } = require('internal/modules/rewrite');
const { drive, steps } = require('internal/modules/evaluate');
const { setShift } = require('internal/modules/positions');
const { syntaxError } = require('internal/modules/parse');
const script = binding('script');

class Module {
  constructor(url) {
    this.url = url;
    this.status = 'unlinked';
    this.dependencies = []; // modules, one for each request
    this.isCyclic = false; // imports itself, maybe through others
    this.isAsync = false; // awaits
    this.environment = undefined; // exported name -> value; undefined until it can have values
    this.namespaceObject = undefined;
    // For internal/modules/evaluate.js.
    this.index = 0;
    this.lowest = 0;
    this.pending = 0; // dependencies that it waits for
    this.waiting = []; // modules that wait for it
    this.asyncOrder = 0; // not 0: it waits, or waited
    this.cycleRoot = null;
    this.capability = null;
    this.failed = false;
    this.error = undefined;
  }

  namespace() {
    if (this.namespaceObject === undefined) {
      const bindings = new Map();
      for (const name of [...exportNames(this, new Set())].sort()) {
        const found = this.resolveExport(name, new Set());
        if (found !== null && found !== AMBIGUOUS) bindings.set(name, found);
      }
      this.namespaceObject = makeNamespace(bindings.keys(), (name) => {
        const found = bindings.get(name);
        return found === undefined ? undefined : valueOf(found);
      });
    }
    return this.namespaceObject;
  }
}

const AMBIGUOUS = Symbol('ambiguous');

// The value of a binding: { module, name }, name '*' for the namespace of the module.
function valueOf({ module, name }) {
  if (name === '*') return module.namespace();
  if (module.environment === undefined) {
    throw new ReferenceError(`Cannot access '${name}' before initialization`);
  }
  return module.environment[name];
}

function exportNames(module, seen) {
  const names = new Set();
  if (seen.has(module)) return names;
  seen.add(module);
  for (const name of module.ownNames()) names.add(name);
  for (const other of module.stars()) {
    for (const name of exportNames(other, seen)) if (name !== 'default') names.add(name);
  }
  return names;
}

class SourceModule extends Module {
  // analysis: internal/modules/analyze.js; importMeta and importDynamic are for the module's text.
  constructor(url, source, analysis, importMeta, importDynamic) {
    super(url);
    this.source = source;
    this.analysis = analysis;
    this.importMeta = importMeta;
    this.importDynamic = importDynamic;
    this.isAsync = analysis.isAsync;
    this.generator = null;
  }

  ownNames() {
    return [...this.analysis.localExports.keys(), ...this.analysis.indirectExports.keys()];
  }

  stars() {
    return this.analysis.starExports.map((request) => this.dependencies[request]);
  }

  // Whose binding an exported name is: { module, name }, null if nobody's.
  resolveExport(name, seen) {
    const key = `${this.url}\0${name}`;
    if (seen.has(key)) return null;
    seen.add(key);
    const { localExports, indirectExports } = this.analysis;
    if (localExports.has(name)) return { module: this, name };
    const indirect = indirectExports.get(name);
    if (indirect !== undefined) {
      const other = this.dependencies[indirect.request];
      if (indirect.name === '*') return { module: other, name: '*' };
      return other.resolveExport(indirect.name, seen);
    }
    return name === 'default' ? null : this.resolveStar(name, seen);
  }

  resolveStar(name, seen) {
    let found = null;
    for (const other of this.stars()) {
      const one = other.resolveExport(name, seen);
      if (one === AMBIGUOUS) return one;
      if (one === null) continue;
      if (found !== null && (found.module !== one.module || found.name !== one.name)) {
        return AMBIGUOUS;
      }
      found = one;
    }
    return found;
  }

  // Whether an export cannot change once the module has run.
  isStable(name) {
    const local = this.analysis.localExports.get(name);
    return local === null || this.analysis.isStable(local);
  }

  // All that it imports and passes on must be there.
  checkBindings() {
    const { imports, indirectExports } = this.analysis;
    for (const entry of indirectExports.values()) this.resolveImport(entry);
    this.bindings = imports.map((entry) => ({ local: entry.local, ...this.resolveImport(entry) }));
  }

  resolveImport({ request, name, node }) {
    const module = this.dependencies[request];
    if (name === '*') return { module, name };
    const found = module.resolveExport(name, new Set());
    if (found !== null && found !== AMBIGUOUS) return found;
    const { specifier } = this.analysis.requests[request];
    const list = /\{[^{}\n]*\}/.exec(this.source.slice(this.source.lastIndexOf('{', node.start)));
    throw this.errorAt(
      node, module.describeMissing(specifier, name, found === AMBIGUOUS, list?.[0]));
  }

  describeMissing(specifier, name, isAmbiguous) {
    if (isAmbiguous) {
      return `The requested module '${specifier}' contains conflicting star exports for name ` +
        `'${name}' with the previous requested module`;
    }
    return `The requested module '${specifier}' does not provide an export named '${name}'`;
  }

  errorAt(node, message) {
    const place = node.imported ?? node.local ?? node;
    const before = this.source.slice(0, place.start).split(/\r\n|[\n\r\u2028\u2029]/);
    return syntaxError(message, this.source, this.url, before.length, before.at(-1).length,
      place.end - place.start);
  }

  // Makes the function of the text and calls it; what it returns is a generator if it has to stop.
  begin() {
    const places = new Map(); // argument -> its place
    const bindings = this.bindings.map(({ local, module, name }) => {
      const argument = name === '*' ? module.namespace() : module.environment;
      if (!places.has(argument)) places.set(argument, places.size);
      const live = this.isCyclic || !module.isStable(name);
      return { local, slot: places.get(argument), name, live };
    });
    const { text, head } = rewrite(
      this.analysis, this.source, bindings, places.size, this.isCyclic);
    setShift(this.url, head);
    const body = script.evaluate(text, this.url);
    const register = (getters) => {
      if (this.environment === undefined) {
        this.environment = getters;
      } else {
        Object.defineProperties(this.environment, Object.getOwnPropertyDescriptors(getters));
      }
    };
    this.source = undefined;
    this.analysis.tree = undefined;
    return body(this.importMeta(), this.importDynamic, register, tools, ...places.keys());
  }

  // In a cycle, its functions must be there before it runs.
  prepare() {
    this.generator = this.begin();
    this.generator.next();
  }

  execute() {
    const generator = this.generator ?? this.begin();
    this.generator = null;
    if (this.isAsync) return drive(generator);
    if (this.isCyclic) generator.next();
    return undefined;
  }
}

const tools = {
  steps,
  name(made) { Object.defineProperty(made, 'name', { value: 'default', configurable: true }); },
};

// Its values are set by `run(set)`, when its turn comes.
class SyntheticModule extends Module {
  constructor(url, names, run, isLive = false) {
    super(url);
    this.names = names;
    this.run = run;
    this.isLive = isLive; // values may be set again later
    this.environment = Object.create(null);
    this.set = (name, value) => {
      Object.defineProperty(this.environment, name, {
        value, enumerable: true, configurable: true,
      });
    };
    for (const name of names) this.set(name, undefined);
  }

  ownNames() { return this.names; }
  stars() { return []; }
  isStable() { return !this.isLive; }
  checkBindings() {}
  prepare() {}

  resolveExport(name) {
    return this.names.includes(name) ? { module: this, name } : null;
  }

  describeMissing(specifier, name) {
    return `The requested module '${specifier}' does not provide an export named '${name}'`;
  }

  execute() { this.run(this.set); }
}

exports.SourceModule = SourceModule;
exports.SyntheticModule = SyntheticModule;
