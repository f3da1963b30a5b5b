// SPDX-License-Identifier: MIT
// util.promisify and util.callbackify.
'use strict';
const { codes } = require('internal/errors');
const { validateFunction } = require('internal/validators');

const custom = Symbol.for('nodejs.util.promisify.custom');
const customArgs = Symbol('customPromisifyArgs');

function mark(fn) {
  return Object.defineProperty(fn, custom, {
    value: fn, enumerable: false, writable: false, configurable: true,
  });
}

function promisify(original) {
  validateFunction(original, 'original');
  if (original[custom]) {
    const fn = original[custom];
    validateFunction(fn, 'util.promisify.custom');
    return mark(fn);
  }
  // The names of the callback's values, if there are several.
  const names = original[customArgs];

  function fn(...args) {
    return new Promise((resolve, reject) => {
      args.push((error, ...values) => {
        if (error) {
          reject(error);
        } else if (names !== undefined && values.length > 1) {
          const result = {};
          names.forEach((name, i) => { result[name] = values[i]; });
          resolve(result);
        } else {
          resolve(values[0]);
        }
      });
      Reflect.apply(original, this, args);
    });
  }
  Object.setPrototypeOf(fn, Object.getPrototypeOf(original));
  mark(fn);
  return Object.defineProperties(fn, Object.getOwnPropertyDescriptors(original));
}
promisify.custom = custom;

function rejected(reason, callback) {
  if (!reason) { // a callback would take it for success
    const error = new codes.ERR_FALSY_VALUE_REJECTION();
    error.reason = reason;
    Error.captureStackTrace(error, rejected);
    reason = error;
  }
  callback(reason);
}

function callbackify(original) {
  validateFunction(original, 'original');

  function callbackified(...args) {
    const callback = args.pop();
    validateFunction(callback, 'last argument');
    const bound = callback.bind(this);
    Reflect.apply(original, this, args).then(
      (value) => process.nextTick(bound, null, value),
      (reason) => process.nextTick(rejected, reason, bound));
  }
  const descriptors = Object.getOwnPropertyDescriptors(original);
  if (typeof descriptors.length.value === 'number') descriptors.length.value++;
  if (typeof descriptors.name.value === 'string') descriptors.name.value += 'Callbackified';
  return Object.defineProperties(callbackified, descriptors);
}

module.exports = { promisify, callbackify, customArgs };
