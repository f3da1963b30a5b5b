// SPDX-License-Identifier: MIT
// ES modules by the engine. Its loader is an object with a function for each step: a text becomes a
// record (parse), records get their imports (connect) and their variables (link), and run
// (evaluate). Which module is meant and what runs when is decided elsewhere: esm.js and evaluate.js
// for the program's modules, vm/module.js for those of vm.
//
// If there is no such object (js/engine/modules.c), record.js replaces it.
'use strict';
const native = binding('modules');

const { apply } = Reflect;
const { then } = Promise.prototype;

const FULFILLED = 1;

let lastKey = 0;
const metas = new Map(); // key of a module -> a function that makes its import.meta
let listening = false;

// import.meta is made when a module is linked that uses it.
function onMeta(key) {
  const make = metas.get(key);
  metas.delete(key);
  return make();
}

// The loader of a realm: of the program's own if no global is given.
class EngineLoader {
  constructor(object, realm) {
    this.object = object;
    this.realm = realm;
    this.key = '';
    this.parsed = undefined;
    object.provideFetch = (name, source) => {
      this.parsed = object.parseModule(this.key, source);
    };
    object.loadModule = () => object;
  }

  // A record, or throws what the engine says of the text. `meta` makes import.meta.
  parse(text, url, meta, line = 1, column = 0) {
    this.key = `${++lastKey}`;
    this.parsed = undefined;
    native.load(text, url, this.realm, line, column);
    const { parsed } = this;
    const { 0: state, 1: value } = native.settled(parsed);
    this.parsed = undefined;
    if (state !== FULFILLED) {
      apply(then, parsed, [undefined, () => {}]); // from 2.52 on it would count as unhandled
      throw value;
    }
    metas.set(this.key, meta);
    return value;
  }

  // The specifiers of what a record imports from, each once, in order.
  requests(record) {
    const list = this.object.requestedModules(record);
    const names = [];
    for (let i = 0; i < list.length; i++) { // a string each, on 2.52 an object
      const name = typeof list[i] === 'string' ? list[i] : list[i].key;
      if (!names.includes(name)) names.push(name);
    }
    return names;
  }

  connect(record, specifier, other) {
    record.dependenciesMap.set(specifier, { module: other });
  }

  // All that it imports must be connected. True if its text awaits.
  link(record) {
    return this.object.moduleDeclarationInstantiation(record);
  }

  evaluate(record) {
    this.object.evaluate('', record);
  }

  // A promise for the end of a text that awaits.
  evaluateAsync(record) {
    const end = this.object.asyncModuleEvaluation({ key: '', module: record }, undefined, []);
    binding('awaits').module(end, record);
    return end;
  }

  namespace(record) {
    return this.object.getModuleNamespaceObject(record);
  }
}

const loaders = new WeakMap(); // global -> loader

// undefined: the engine cannot.
function loaderOf(realm) {
  const global = realm ?? globalThis;
  let found = loaders.get(global);
  if (found === undefined) {
    const object = native.loader(realm);
    if (object === undefined) return undefined;
    if (!listening) {
      listening = true;
      native.onMeta(onMeta);
    }
    found = new EngineLoader(object, realm);
    loaders.set(global, found);
  }
  return found;
}

// The text of a module without imports whose exports are set from outside. Its import.meta is a
// function that receives a setter, which sets all of them from a list.
function syntheticText(names) {
  const variables = names.map((_, i) => `v${i}`);
  const exported = names.map((name, i) => `v${i} as ${JSON.stringify(name)}`);
  const targets = names.map((_, i) => `${i}:v${i}`);
  const declaration = names.length === 0 ? '' : `var ${variables.join()};`;
  return `${declaration}export{${exported.join()}};import.meta($=>{({${targets.join()}}=$)})`;
}

exports.loaderOf = loaderOf;
exports.syntheticText = syntheticText;
