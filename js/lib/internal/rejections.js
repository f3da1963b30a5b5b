// SPDX-License-Identifier: MIT
// Promises that were rejected without a handler. The engine names each when the microtasks have run
// (onRejection); they are told to the program when ticks and microtasks are done, unless they got a
// handler by then.
//
// The engine does not say when a handler comes later. But both `await` and then() ask a promise for
// its constructor, so a promise in question gets one of its own that notices.
'use strict';
const { counts, REJECTIONS } = require('internal/state');

let pending = [];
const told = new WeakSet();
let handledLate = [];
let lastId = 0;

function onRejection(promise, reason) {
  const entry = { promise, reason, handled: false, id: ++lastId, warned: false };
  watch(entry);
  pending.push(entry);
  counts[REJECTIONS] = 1;
}

function watch(entry) {
  const { promise } = entry;
  Object.defineProperty(promise, 'constructor', {
    configurable: true,
    enumerable: false,
    get() {
      delete promise.constructor;
      entry.handled = true;
      if (told.has(promise)) {
        handledLate.push(entry);
        counts[REJECTIONS] = 1;
      }
      return promise.constructor;
    },
    set(value) {
      Object.defineProperty(promise, 'constructor', {
        value, writable: true, enumerable: true, configurable: true,
      });
    },
  });
}

function unhandledError(reason) {
  if (reason !== null && typeof reason === 'object' && typeof reason.stack === 'string' &&
      reason instanceof Error) return reason;
  const { ERR_UNHANDLED_REJECTION } = require('internal/errors').codes;
  const { inspect } = require('internal/inspect');
  let text;
  try {
    text = inspect(reason);
  } catch {
    text = String(reason);
  }
  return new ERR_UNHANDLED_REJECTION(text);
}

const modes = {
  throw(entry, process) {
    if (process.emit('unhandledRejection', entry.reason, entry.promise)) return;
    require('internal/fatal').uncaughtException(unhandledError(entry.reason), 'unhandledRejection');
  },
  strict(entry, process) {
    const error = unhandledError(entry.reason);
    require('internal/fatal').uncaughtException(error, 'unhandledRejection');
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
  entry.warned = true;
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

// Called when ticks and microtasks are done.
function tell() {
  const { process, options } = require('internal/process');
  counts[REJECTIONS] = 0;
  const late = handledLate;
  handledLate = [];
  for (const entry of late) {
    if (entry.warned) {
      process.emitWarning(
        `Promise rejection was handled asynchronously (rejection id: ${entry.id})`,
        'PromiseRejectionHandledWarning');
    }
    process.emit('rejectionHandled', entry.promise);
  }
  while (pending.length > 0) {
    const entry = pending.shift();
    if (entry.handled) continue;
    told.add(entry.promise);
    if (pending.length > 0) counts[REJECTIONS] = 1;
    modes[options.unhandledRejections ?? 'throw'](entry, process);
  }
  counts[REJECTIONS] = handledLate.length > 0 || pending.length > 0 ? 1 : 0;
}

exports.onRejection = onRejection;
exports.tell = tell;
