// SPDX-License-Identifier: MIT
// Why a property could not be set, with V8's message, which names the object. The engine does not
// name it: the text does, and the variable is looked up among those visible to the function
// (js/engine/scopes.c). No code of the program runs here: no getter, no proxy.
'use strict';
const { types } = require('internal/util/types');
const { getOwnPropertyDescriptor, getPrototypeOf } = Reflect;

const isHolder = (value) => (
  value !== null && (typeof value === 'object' || typeof value === 'function') &&
  !types.isProxy(value));

// The descriptor of a property, an object's own or inherited.
function find(object, key) {
  for (let at = object; isHolder(at); at = getPrototypeOf(at)) {
    const own = getOwnPropertyDescriptor(at, key);
    if (own !== undefined) return own;
  }
  return undefined;
}

// What `name` or `name.member.member` is, by what is there without a call.
function valueOf(path) {
  const [name, ...members] = path.split('.');
  let value = require.variable(name);
  for (const member of members) {
    if (!isHolder(value)) return undefined;
    value = find(value, member)?.value;
  }
  return value;
}

function shown(object) {
  if (typeof object === 'function') return Function.prototype.toString.call(object);
  if (find(object, 'toString')?.value !== Object.prototype.toString) {
    return Array.isArray(object) ? '[object Array]' : '#<Object>';
  }
  const made = find(object, 'constructor')?.value;
  const name = typeof made === 'function' ? getOwnPropertyDescriptor(made, 'name')?.value : '';
  return `#<${typeof name === 'string' && name !== '' ? name : 'Object'}>`;
}

// Words for `path.key = value`, or undefined: nobody knows.
function notSet(path, key) {
  const object = /^[A-Za-z_$][\w$]*(?:\.[\w$]+)*$/.test(path) ? valueOf(path) : undefined;
  const own = isHolder(object) ? find(object, key) : undefined;
  if (own === undefined) return undefined;
  if (own.get !== undefined && own.set === undefined) {
    return `Cannot set property ${key} of ${shown(object)} which has only a getter`;
  }
  if (own.writable !== false) return undefined;
  return `Cannot assign to read only property '${key}' of ${typeof object} '${shown(object)}'`;
}

exports.notSet = notSet;
