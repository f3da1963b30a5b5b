// SPDX-License-Identifier: MIT
// An error in transit from a worker to its parent, where it becomes an error of the same kind with
// the same properties, except those that cannot be sent. A value that is not an error is sent as it
// is, or as the text that shows it.
'use strict';
const clone = require('internal/structured_clone');
const { types } = require('internal/util/types');

const classes = { Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError,
  AggregateError };
const [PROPERTIES, VALUE, TEXT] = ['properties', 'value', 'text'];

function classOf(error) {
  for (let at = error; at !== null; at = Object.getPrototypeOf(at)) {
    const own = Object.getOwnPropertyDescriptor(at, 'constructor')?.value;
    if (typeof own === 'function' && Object.hasOwn(classes, own.name) &&
        classes[own.name] === own) return own.name;
  }
  return 'Error';
}

function canSend(value) {
  try {
    clone.write(value);
    return true;
  } catch {
    return false;
  }
}

// All that can be read of it, its prototypes' getters too.
function propertiesOf(error) {
  const found = { __proto__: null };
  for (let at = error; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    for (const key of Object.getOwnPropertyNames(at)) {
      if (key === 'constructor' || key in found) continue;
      const { enumerable } = Object.getOwnPropertyDescriptor(at, key);
      let value;
      try {
        value = error[key];
      } catch {
        continue;
      }
      if (typeof value === 'function' || typeof value === 'symbol') continue;
      if (key === 'cause' || key === 'errors') {
        const isList = Array.isArray(value);
        found[key] = { enumerable, sent: isList ? value.map(pack) : pack(value), isList };
      } else if (canSend(value)) {
        found[key] = { enumerable, value };
      }
    }
  }
  return found;
}

// As something that can be cloned.
function pack(error) {
  try {
    if (typeof error === 'object' && error !== null && types.isNativeError(error)) {
      return { [PROPERTIES]: propertiesOf(error), of: classOf(error) };
    }
    if (canSend(error)) return { [VALUE]: error };
  } catch {
    // What it does when it is looked at does not matter.
  }
  try {
    return { [TEXT]: require('internal/inspect').inspect(error) };
  } catch {
    return undefined;
  }
}

function unpack(sent) {
  if (VALUE in sent) return sent[VALUE];
  if (TEXT in sent) {
    return { [Symbol.for('nodejs.util.inspect.custom')]: () => sent[TEXT] };
  }
  const Class = classes[sent.of];
  const error = new Error();
  Object.setPrototypeOf(error, Class.prototype);
  for (const key of ['message', 'stack']) {
    if (!(key in sent[PROPERTIES])) delete error[key];
  }
  for (const [key, { enumerable, value, sent: inner, isList }] of
    Object.entries(sent[PROPERTIES])) {
    Object.defineProperty(error, key, {
      value: inner === undefined ? value : isList ? inner.map(unpack) : unpack(inner),
      writable: true, enumerable, configurable: true,
    });
  }
  return error;
}

exports.pack = pack;
exports.unpack = unpack;
