// SPDX-License-Identifier: MIT
// The classes of web streams: those of the package web-streams-polyfill, with Node's errors and
// what Node's streams need of them.
'use strict';
const { explain } = require('internal/webstreams/errors');
const { prepare } = require('internal/webstreams/insides');
const { makeTransferable } = require('internal/webstreams/transfer');

const polyfill = require('vendor/web-streams-polyfill');

const names = [
  'ReadableStream',
  'ReadableStreamDefaultReader',
  'ReadableStreamBYOBReader',
  'ReadableStreamBYOBRequest',
  'ReadableByteStreamController',
  'ReadableStreamDefaultController',
  'TransformStream',
  'TransformStreamDefaultController',
  'WritableStream',
  'WritableStreamDefaultController',
  'WritableStreamDefaultWriter',
  'ByteLengthQueuingStrategy',
  'CountQueuingStrategy',
];
const marks = { ReadableStream: '_readableStreamController',
  WritableStream: '_writableStreamController' };

function isStream(kind, value) {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, marks[kind]);
}

// The error of a call that was refused, which may be about one of its arguments.
function errorOf(error, name, method, list, self) {
  return explain(error, (text) =>
    require('internal/webstreams/arguments')[name]?.[method]?.(list, text, self, isStream));
}

function guardMethod(owner, name, key) {
  const property = Object.getOwnPropertyDescriptor(owner, key);
  if (typeof property?.value !== 'function') return;
  const refused = property.value;
  property.value = { [key](...list) {
    try {
      return Reflect.apply(refused, this, list);
    } catch (error) {
      throw errorOf(error, name, key, list, this);
    }
  } }[key];
  Object.defineProperty(property.value, 'length', { value: refused.length, configurable: true });
  Object.defineProperty(owner, key, property);
}

// For a method that rejects, the arguments are checked before: looking at the rejection would delay
// the fulfilled value.
function guardPromise(owner, name, key, mark) {
  const property = Object.getOwnPropertyDescriptor(owner, key);
  const refused = property.value;
  property.value = { [key](...list) {
    if (Object.hasOwn(Object(this), mark)) {
      const error = require('internal/webstreams/arguments')[name][key](list, '', this, isStream);
      if (error !== undefined) return Promise.reject(error);
    }
    return Reflect.apply(refused, this, list);
  } }[key];
  Object.defineProperty(property.value, 'length', { value: refused.length, configurable: true });
  Object.defineProperty(owner, key, property);
}

function guardConstructor(name, Class) {
  const guarded = new Proxy(Class, {
    apply() {
      throw new TypeError(`Class constructor ${name} cannot be invoked without 'new'`);
    },
    construct(target, list, newTarget) {
      if (name === 'TransformStream' && list[0] === null) { // the package takes it for none
        throw require('internal/webstreams/arguments').TransformStream.new(list, '');
      }
      try {
        return Reflect.construct(target, list, newTarget);
      } catch (error) {
        throw errorOf(error, name, 'new', list);
      }
    },
  });
  Object.defineProperty(Class.prototype, 'constructor', {
    value: guarded, writable: true, configurable: true,
  });
  return guarded;
}

const classes = Object.fromEntries(names.map((name) => [name, polyfill[name]]));
delete classes.WritableStreamDefaultController.prototype.abortReason; // no longer of the standard
prepare(classes);
makeTransferable(classes);
for (const key of ['getReader', 'values', 'pipeThrough']) {
  guardMethod(classes.ReadableStream.prototype, 'ReadableStream', key);
}
guardMethod(classes.ReadableStream, 'ReadableStream', 'from');
guardPromise(classes.ReadableStream.prototype, 'ReadableStream', 'pipeTo', marks.ReadableStream);
guardPromise(classes.ReadableStreamBYOBReader.prototype, 'ReadableStreamBYOBReader', 'read',
  '_readIntoRequests');
for (const key of ['respond', 'respondWithNewView']) {
  guardMethod(classes.ReadableStreamBYOBRequest.prototype, 'ReadableStreamBYOBRequest', key);
}
for (const name of ['ReadableByteStreamController', 'ReadableStreamDefaultController']) {
  guardMethod(classes[name].prototype, name, 'enqueue');
}
for (const name of names) module.exports[name] = guardConstructor(name, classes[name]);
