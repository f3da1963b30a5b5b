// SPDX-License-Identifier: MIT
// ES modules as records: what each exports, which module finally provides a name, its environment
// and its namespace object. A SourceModule has text; a SyntheticModule has values that something
// else made (CommonJS, JSON, the library). internal/modules/evaluate.js runs them in order.
'use strict';
const { makeNamespace } = require('internal/modules/namespace');
const { rewrite } = require('internal/modules/rewrite');
const { drive, Evaluated, steps } = require('internal/modules/evaluate');
const { setShift } = require('internal/modules/positions');
const {
  AMBIGUOUS, exportNames, resolveExport, resolveImports,
} = require('internal/modules/bindings');
const { importFrom } = require('internal/modules/compile');
const { asAtStart } = require('internal/builtins').require;
const engine = binding('engine');
const script = binding('script');

class Module extends Evaluated {
  constructor(url) {
    super(url);
    this.isCyclic = false; // imports itself, maybe through others
    this.environment = undefined; // exported name -> value; undefined until it can have values
    this.namespaceObject = undefined;
  }

  namespace() {
    this.namespaceObject ??= asAtStart(() => this.makeNamespace());
    return this.namespaceObject;
  }
  makeNamespace() {
    const bindings = new Map();
    for (const name of [...exportNames(this)].sort()) {
      const found = resolveExport(this, name);
      if (found !== null && found !== AMBIGUOUS) bindings.set(name, found);
    }
    return makeNamespace(bindings.keys(), (name) => {
      const found = bindings.get(name);
      return found === undefined ? undefined : valueOf(found);
    });
  }
}

// The value of a binding: { module, name }, name '*' for the namespace of the module.
function valueOf({ module, name }) {
  if (name === '*') return module.namespace();
  if (module.environment === undefined) {
    throw new ReferenceError(`Cannot access '${name}' before initialization`);
  }
  return module.environment[name];
}

// What the text imports and exports (internal/modules/analyze.js), or what is wrong with it.
function analyzed(text, name, line) {
  const parser = require('internal/modules/parse');
  try {
    return require('internal/modules/analyze').analyze(parser.parseModule(text), text);
  } catch (error) {
    throw parser.translate(error, text, name, undefined, line - 1);
  }
}

const noPlace = { __proto__: null };

class SourceModule extends Module {
  // makeMeta makes import.meta. For modules of vm: the global of their realm, where in a file the
  // text begins, the file's name, and what import() does if the engine does not ask us.
  constructor(url, source, makeMeta, {
    realm, line = 1, column = 0, name = url, importer = importFrom(url, 'importRewritten'),
  } = noPlace) {
    super(url);
    this.source = source;
    this.place = { realm, line, column, name };
    this.analysis = analyzed(source, name, line);
    this.requests = this.analysis.requests;
    this.makeMeta = makeMeta;
    this.importer = importer;
    this.isAsync = this.analysis.isAsync;
    this.generator = null;
  }

  // Whether an export cannot change once the module has run.
  isStable(name) {
    const local = this.analysis.localExports.get(name);
    return local === null || this.analysis.isStable(local);
  }

  // All that it imports and passes on must be there.
  checkBindings() {
    this.bindings = resolveImports(this);
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
    // If the engine asks us about import(), it may still read the options itself.
    if (engine.canImport()) {
      this.analysis.dynamicImports = this.analysis.dynamicImports.filter((node) => node.options);
    }
    const { text, head } = rewrite(
      this.analysis, this.source, bindings, places.size, this.isCyclic);
    const { realm, line, column, name } = this.place;
    setShift(name, head - column, line);
    const body = realm === undefined ? script.evaluate(text, this.url, line) :
      binding('contextify').evaluate(text, this.url, line, realm, 0, false);
    const register = (getters) => {
      if (this.environment === undefined) {
        this.environment = getters;
      } else {
        Object.defineProperties(this.environment, Object.getOwnPropertyDescriptors(getters));
      }
    };
    this.source = undefined;
    this.analysis.tree = undefined;
    return body(this.makeMeta(), this.importer, register, tools, ...places.keys());
  }

  // Somebody may look before it runs.
  open() {
    if (this.environment !== undefined) return;
    this.environment = Object.create(null);
    for (const name of this.analysis.localExports.keys()) {
      const get = () => {
        throw new ReferenceError(`Cannot access '${name}' before initialization`);
      };
      Object.defineProperty(this.environment, name, { get, enumerable: true, configurable: true });
    }
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

// Its values are set by `run(module)`, when its turn comes.
class SyntheticModule extends Module {
  constructor(url, names, run, isLive = false) { // in any realm
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

  isStable() { return !this.isLive; }
  checkBindings() {}
  open() {}
  prepare() {}
  begin() {}

  // Each name gets what the function gives for it, called with the name and its value so far.
  setAll(valueOf) {
    this.names.forEach((name) => this.set(name, valueOf(name, this.environment[name])));
  }

  execute() { this.run(this); }
}

// Finds cycles and settles what each name stands for, in modules that are not linked yet.
function link(root) {
  const stack = [];
  const cyclic = [];
  const linked = [];
  const visit = (module) => {
    module.status = 'linking';
    module.index = module.lowest = linked.length;
    linked.push(module);
    stack.push(module);
    for (const other of module.dependencies) {
      if (other.status === 'unlinked') visit(other);
      if (other.status === 'linking') module.lowest = Math.min(module.lowest, other.lowest);
    }
    module.checkBindings();
    if (module.lowest !== module.index) return;
    const group = stack.splice(stack.indexOf(module));
    if (group.length > 1 || module.dependencies.includes(module)) cyclic.push(...group);
    for (const one of group) one.status = 'linked';
  };
  if (root.status !== 'unlinked') return;
  visit(root);
  if (cyclic.length === 0) return;
  for (const module of linked) module.open();
  for (const module of cyclic) module.isCyclic = true;
  for (const module of cyclic) module.prepare();
}

exports.link = link;
exports.SourceModule = SourceModule;
exports.SyntheticModule = SyntheticModule;
