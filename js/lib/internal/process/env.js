// SPDX-License-Identifier: MIT
// process.env. The variables are the properties of an ordinary object, so that reading one costs
// what reading a property costs; the proxy around it sees every change and tells the C library,
// which child processes and the time zone go by.
'use strict';
const native = binding('env');

function refuse(message) {
  const { ERR_INVALID_OBJECT_DEFINE_PROPERTY } = require('internal/errors').codes;
  throw new ERR_INVALID_OBJECT_DEFINE_PROPERTY(message);
}

function put(variables, name, value) {
  const text = `${value}`; // throws for symbols
  if (native.set(`${String(name)}`, text) !== 0) return; // '' and names with '='
  Object.defineProperty(variables, name, {
    value: text.toWellFormed(), writable: true, enumerable: true, configurable: true,
  });
}

const DATA = { __proto__: null, configurable: true, writable: true, enumerable: true };

const traps = {
  __proto__: null,
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
    native.unset(name);
    return Reflect.deleteProperty(variables, name);
  },
  preventExtensions() {
    return false;
  },
};

function create() {
  const variables = {};
  const all = native.all();
  for (let i = 0; i < all.length; i += 2) {
    Object.defineProperty(variables, all[i], {
      value: all[i + 1], writable: true, enumerable: true, configurable: true,
    });
  }
  return new Proxy(variables, traps);
}

exports.env = create();
