// SPDX-License-Identifier: MIT
// Handles an uncaught error: the program's own handlers, or the end.
'use strict';
const program = require('internal/program');

// `thrown`: where, in the engine's form, if that is known. Returns if a handler of the program took
// the error; otherwise ends the process.
function uncaughtException(error, origin, thrown) {
  const { process, captureCallback, leave } = require('internal/process');
  require('internal/stack').toNodeForm(error);
  if (typeof process._fatalException !== 'function') {
    report(error, thrown);
    leave(6);
  }
  try {
    process.emit('uncaughtExceptionMonitor', error, origin);
    const capture = captureCallback();
    if (exports.takeInDomain?.(error)) {
      // a domain has handled it
    } else if (capture !== null) {
      capture(error);
    } else if (mustAbort() || !process.emit('uncaughtException', error, origin)) {
      die(error, thrown);
    }
  } catch (thrown) { // by one of the handlers: as Node, without 'exit'
    (program.tellParent ?? report)(thrown);
    abortIfWanted();
    leave(program.tellParent === undefined ? 7 : 1);
  }
  // The loop must turn once more, so that ticks which wait are run.
  require('internal/immediates').setImmediate(() => {});
}

// --abort-on-uncaught-exception: handlers of the event do not count.
const mustAbort = () => program.options.abortOnUncaughtException === true;

function abortIfWanted() {
  if (mustAbort()) require('internal/process').process.abort();
}

// A function of queueMicrotask threw. As in Node, a worker that ends because of it runs its other
// microtasks first.
function uncaughtInMicrotask(error, thrown) {
  if (program.tellParent === undefined) uncaughtException(error, 'uncaughtException', thrown);
  else binding('worker').apart(() => uncaughtException(error, 'uncaughtException', thrown));
}

// A parent is told after the event 'exit', whose listeners may end the worker without that.
function die(error, thrown) {
  if (program.tellParent === undefined) report(error, thrown);
  abortIfWanted();
  exports.onDeath?.(error);
  require('internal/process').leaveAfterError(error);
}

function report(error, thrown) {
  const load = require('internal/builtins').require;
  const text = load.asAtStart(() => require('internal/report').describe(error, thrown));
  binding('stdio').write(2, text);
}

exports.uncaughtException = uncaughtException;
exports.uncaughtInMicrotask = uncaughtInMicrotask;
exports.report = report;
exports.abortIfWanted = abortIfWanted;
exports.onDeath = undefined; // set by internal/process/report.js
exports.takeInDomain = undefined; // set by the module 'domain'
