// SPDX-License-Identifier: MIT
// Module namespace objects: the results of `import * as ns` and import(). Where the engine has none
// for us (records.js) they are proxies that behave like them: the names sorted, each shown as
// writable and never writable, with the current value.
'use strict';

const namespaces = new WeakSet();

// An object whose members are those of `environment` with these names (sorted).
function makeNamespace(names, environment) {
  const target = Object.create(null);
  for (const name of names) {
    Object.defineProperty(target, name, {
      value: undefined, writable: true, enumerable: true, configurable: false,
    });
  }
  Object.defineProperty(target, Symbol.toStringTag, { value: 'Module' });
  Object.preventExtensions(target);
  const namespace = new Proxy(target, new Handler(environment));
  namespaces.add(namespace);
  return namespace;
}

class Handler {
  constructor(environment) {
    this.environment = environment;
  }

  get(target, name) {
    return typeof name === 'string' ? this.environment(name) : target[name];
  }

  // A binding that is not there yet throws here too.
  getOwnPropertyDescriptor(target, name) {
    if (typeof name === 'string' && name in target) target[name] = this.environment(name);
    return Reflect.getOwnPropertyDescriptor(target, name);
  }

  set() { return false; }

  defineProperty(target, name, descriptor) {
    const own = this.getOwnPropertyDescriptor(target, name);
    if (own === undefined || descriptor.get || descriptor.set) return false;
    return ['enumerable', 'configurable', 'writable'].every((flag) => (
      descriptor[flag] === undefined || descriptor[flag] === own[flag])) &&
      (!('value' in descriptor) || Object.is(descriptor.value, own.value));
  }

  deleteProperty(target, name) { return !(name in target); }
  setPrototypeOf(target, prototype) { return prototype === null; }
  isExtensible() { return false; }
  preventExtensions() { return true; }
}

exports.makeNamespace = makeNamespace;
// The engine's namespace objects are a kind of object; the first one shows which.
let sample;
let number;

function noteNamespace(make) {
  sample ??= make;
}

function isNamespace(value) {
  if (namespaces.has(value)) return true;
  if (sample === undefined || value === null || typeof value !== 'object') return false;
  const { kind, hasKinds } = binding('types');
  if (!hasKinds) return looksLikeNamespace(value);
  number ??= kind(sample());
  return kind(value) === number;
}

function looksLikeNamespace(value) {
  const tag = Object.getOwnPropertyDescriptor(value, Symbol.toStringTag);
  return tag !== undefined && tag.value === 'Module' && !tag.writable && !tag.configurable &&
    Object.getPrototypeOf(value) === null && !Object.isExtensible(value);
}

exports.noteNamespace = noteNamespace;
exports.isNamespace = isNamespace;
