// SPDX-License-Identifier: MIT
// Promises that were rejected without a handler. The engine names each when the microtasks have run
// (onRejection); they are reported to the program when ticks and microtasks are done, unless they
// have a handler by then.
//
// The engine can say whether a promise has a handler, but does not report when one is added. But
// both `await` and then() read a promise's constructor: so a reported promise gets a property of
// that name that notices this, and the engine is asked again. (Promise.resolve reads it too, and
// handles nothing.)
'use strict';
const { counts, REJECTIONS } = require('internal/state');
const native = binding('engine');
const { promiseHandled } = require('internal/util/types');

const pending = [];
let touched = []; // reported, and their constructor was read since
let lastId = 0;

// 1, 0, or -1: the engine does not say.
function isHandled(promise) {
  const answer = native.isHandled(promise);
  return answer === -1 ? promiseHandled(promise) : answer;
}

function onRejection(promise, reason) {
  const entry = { promise, reason, id: ++lastId, told: false, touched: false, warned: false };
  if (isHandled(promise) === -1) watch(entry);
  pending.push(entry);
  counts[REJECTIONS] = 1;
}

function hasHandler(entry) {
  const answer = isHandled(entry.promise);
  return answer === -1 ? entry.touched : answer === 1;
}

function watch(entry) {
  const { promise } = entry;
  if (Object.hasOwn(promise, 'constructor') || !Object.isExtensible(promise)) return;
  const settle = (value) => Object.defineProperty(promise, 'constructor', {
    value, writable: true, enumerable: true, configurable: true,
  });
  Object.defineProperty(promise, 'constructor', {
    configurable: true,
    enumerable: false,
    get() {
      delete promise.constructor;
      entry.touched = true;
      if (entry.told) {
        touched.push(entry);
        counts[REJECTIONS] = 1;
      }
      return promise.constructor;
    },
    set: settle,
  });
}

// As V8 shows a value without running any code of the program's.
function shortText(value) {
  if (typeof value === 'function') return Function.prototype.toString.call(value);
  if (value === null || typeof value !== 'object') return String(value);
  let name;
  try {
    ({ name } = value.constructor);
  } catch {
    name = undefined;
  }
  return `#<${typeof name === 'string' && name !== '' ? name : 'Object'}>`;
}

function unhandledError(reason) {
  if (reason instanceof Error && typeof reason.stack === 'string') return reason;
  const { ERR_UNHANDLED_REJECTION } = require('internal/errors').codes;
  const text = shortText(reason);
  const error = new Error(new ERR_UNHANDLED_REJECTION(text).message);
  error.code = 'ERR_UNHANDLED_REJECTION';
  Object.defineProperty(error, 'name', {
    value: 'UnhandledPromiseRejection', writable: true, enumerable: false, configurable: true,
  });
  return error;
}

const modes = {
  throw(entry, process) {
    if (process.emit('unhandledRejection', entry.reason, entry.promise)) return;
    require('internal/fatal').uncaughtException(
      unhandledError(entry.reason), 'unhandledRejection', null);
  },
  strict(entry, process) {
    const error = unhandledError(entry.reason);
    require('internal/fatal').uncaughtException(error, 'unhandledRejection', null);
    if (!process.emit('unhandledRejection', entry.reason, entry.promise)) warn(entry, process);
  },
  warn(entry, process) {
    process.emit('unhandledRejection', entry.reason, entry.promise);
    warn(entry, process);
  },
  none(entry, process) {
    process.emit('unhandledRejection', entry.reason, entry.promise);
  },
  'warn-with-error-code'(entry, process) {
    if (process.emit('unhandledRejection', entry.reason, entry.promise)) return;
    warn(entry, process);
    process.exitCode = 1;
  },
};

function warn(entry, process) {
  const { reason } = entry;
  const shown = reason instanceof Error && typeof reason.stack === 'string' ? reason.stack :
    require('internal/inspect').inspect(reason);
  process.emitWarning(shown, 'UnhandledPromiseRejectionWarning');
  process.emitWarning(
    'Unhandled promise rejection. This error originated either by throwing inside of an async ' +
    'function without a catch block, or by rejecting a promise which was not handled with ' +
    '.catch(). To terminate the node process on unhandled promise rejection, use the CLI flag ' +
    '`--unhandled-rejections=strict` (see https://nodejs.org/api/cli.html#cli_unhandled_' +
    `rejections_mode). (rejection id: ${entry.id})`, 'UnhandledPromiseRejectionWarning');
}

// Handlers that came too late.
function tellHandled(process) {
  const list = touched;
  touched = [];
  for (let i = 0; i < list.length; i++) {
    const entry = list[i];
    if (!hasHandler(entry)) {
      watch(entry);
      continue;
    }
    if (!process.emit('rejectionHandled', entry.promise) && entry.warned) {
      process.emitWarning(
        `Promise rejection was handled asynchronously (rejection id: ${entry.id})`,
        'PromiseRejectionHandledWarning');
    }
  }
}

// Called when ticks and microtasks are done.
function tell() {
  const { options } = require('internal/program');
  const { process } = require('internal/process');
  const mode = modes[options.unhandledRejections ?? 'throw'];
  counts[REJECTIONS] = 0;
  tellHandled(process);
  while (pending.length > 0) {
    const entry = pending.shift();
    if (hasHandler(entry)) continue;
    entry.told = true;
    entry.warned = true; // from here on a handler comes late, whether reported or not
    watch(entry);
    if (pending.length > 0) counts[REJECTIONS] = 1;
    require('internal/stack').toNodeForm(entry.reason);
    mode(entry, process);
  }
  counts[REJECTIONS] = touched.length > 0 || pending.length > 0 ? 1 : 0;
}

exports.onRejection = onRejection;
exports.tell = tell;
