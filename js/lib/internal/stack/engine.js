// SPDX-License-Identifier: MIT
// Errors that the engine has made: they get V8's message, and their trace is kept until it is read,
// as for other errors. Called once for each error, before a property of it is read
// (js/engine/first_look.c) or when the library handles it.
'use strict';
const { Trace, Traced, accessor } = require('internal/stack');
const { translateMessage } = require('internal/stack/messages');
const awaits = binding('awaits');
const { defineProperty, deleteProperty, getOwnPropertyDescriptor } = Reflect;

// Whether a text is a trace in the engine's words.
function isRaw(stack) {
  if (stack === '') return true;
  const end = stack.indexOf('\n');
  const first = end < 0 ? stack : stack.slice(0, end);
  return /@(?:\[native code\]|.*:\d+:\d+|)$/.test(first) && !first.startsWith('    at ');
}

// The value of an own property, which is taken away.
function take(error, name) {
  const own = getOwnPropertyDescriptor(error, name);
  if (own === undefined || !own.configurable) return undefined;
  deleteProperty(error, name);
  return own.value;
}

// What Promise.any() rejects with. Newer engines give it a cause, which is undefined, and no trace.
function completeAny(error) {
  const plain = { __proto__: null, writable: true, enumerable: false, configurable: true };
  defineProperty(error, 'message', { ...plain, value: 'All promises were rejected' });
  if (getOwnPropertyDescriptor(error, 'cause')?.value === undefined) deleteProperty(error, 'cause');
  if (!Object.hasOwn(error, 'stack')) defineProperty(error, 'stack', { ...plain, value: '' });
}

function takeOver(error) {
  if (error instanceof AggregateError && !Object.hasOwn(error, 'message')) completeAny(error);
  const own = getOwnPropertyDescriptor(error, 'stack');
  const stack = own?.value;
  if (typeof stack !== 'string' || !own.configurable || !isRaw(stack)) return;
  const place = { line: take(error, 'line'), sourceURL: take(error, 'sourceURL') };
  take(error, 'column');
  const message = getOwnPropertyDescriptor(error, 'message');
  if (message !== undefined && typeof message.value === 'string' && message.writable) {
    const value = translateMessage(error, message.value, stack);
    if (value !== message.value) defineProperty(error, 'message', { __proto__: null, value });
  }
  const limit = typeof Error.stackTraceLimit === 'number' ? Error.stackTraceLimit : 0;
  const trace = new Trace({ stack }, undefined, limit, awaits.ofError(error));
  trace.place = place;
  defineProperty(error, 'stack', accessor);
  Traced.set(error, trace);
}

exports.takeOver = takeOver;
