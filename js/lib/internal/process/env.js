// SPDX-License-Identifier: MIT
// process.env. The variables are properties of an ordinary object, so that reading one costs as
// much as reading a property; the proxy around it sees every change and passes it to the C library,
// for child processes and the time zone.
'use strict';
const native = binding('env');

function refuse(message) {
  const { ERR_INVALID_OBJECT_DEFINE_PROPERTY } = require('internal/errors').codes;
  throw new ERR_INVALID_OBJECT_DEFINE_PROPERTY(message);
}

// As the C library has a name or a value: it ends at a NUL.
function toText(text) {
  const end = text.indexOf('\0');
  return (end === -1 ? text : text.slice(0, end)).toWellFormed();
}

function define(variables, name, value) {
  Object.defineProperty(variables, name, {
    value, writable: true, enumerable: true, configurable: true,
  });
}

function put(variables, name, value) {
  const text = toText(`${value}`); // throws for symbols
  name = toText(name);
  if (native.set(name, text) !== 0) return; // '' and names with '='
  define(variables, name, text);
}

// An invalid name is looked up as the C library would see it. Others are found like
// properties, which is all that a trap costs here.
function nameOf(variables, name) {
  return typeof name === 'symbol' || name in variables ? name : toText(name);
}

const DATA = { __proto__: null, configurable: true, writable: true, enumerable: true };

const traps = {
  __proto__: null,
  get(variables, name) {
    return variables[nameOf(variables, name)];
  },
  has(variables, name) {
    return nameOf(variables, name) in variables;
  },
  getOwnPropertyDescriptor(variables, name) {
    return Object.getOwnPropertyDescriptor(variables, nameOf(variables, name));
  },
  set(variables, name, value) {
    if (typeof name === 'symbol') throw new TypeError('Cannot convert a Symbol value to a string');
    put(variables, name, value);
    return true;
  },
  defineProperty(variables, name, descriptor) {
    if (typeof name === 'symbol') throw new TypeError('Cannot convert a Symbol value to a string');
    if ('get' in descriptor || 'set' in descriptor) {
      refuse("'process.env' does not accept an accessor(getter/setter) descriptor");
    }
    if (!('value' in descriptor) || Object.keys(DATA).some((key) => !descriptor[key])) {
      refuse("'process.env' only accepts a configurable, writable, and enumerable data descriptor");
    }
    put(variables, name, descriptor.value);
    return true;
  },
  deleteProperty(variables, name) {
    if (typeof name === 'symbol') return true;
    name = toText(name);
    native.unset(name);
    return Reflect.deleteProperty(variables, name);
  },
  preventExtensions() {
    return false;
  },
};

// A worker may have its own environment, which nobody else sees.
function createOwn(own) {
  const variables = {};
  for (const name of Object.keys(own)) define(variables, name, own[name]);
  native.set = () => 0;
  native.unset = () => 0;
  return new Proxy(variables, traps);
}

// The environment of the process, if other threads change it, too: the copy here is valid for the
// number of changes that C has counted.
let version = -1;

function share() {
  version = native.version();
  exports.env = process.env = new Proxy(readAll(), {
    ...traps,
    ...Object.fromEntries(['get', 'has', 'getOwnPropertyDescriptor', 'ownKeys'].map((name) => [
      name, (variables, ...args) => {
        refresh(variables);
        return (traps[name] ?? Reflect[name])(variables, ...args);
      },
    ])),
  });
}

function refresh(variables) {
  const now = native.version();
  if (now === version) return;
  version = now;
  const fresh = readAll();
  for (const name of Object.keys(variables)) if (!(name in fresh)) delete variables[name];
  Object.assign(variables, fresh);
}

function readAll() {
  const variables = {};
  const all = native.all();
  for (let i = 0; i < all.length; i += 2) define(variables, all[i], all[i + 1]);
  return variables;
}

function create() {
  const { env } = require('internal/program');
  if (env !== undefined) return createOwn(env);
  return new Proxy(readAll(), traps);
}

exports.share = share;
exports.env = create();
