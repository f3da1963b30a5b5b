// SPDX-License-Identifier: MIT
// What happens to an error that nothing caught: the program's own handlers, or the end.
'use strict';

// Returns when a handler of the program took the error; ends the process otherwise.
function uncaughtException(error, origin) {
  const { process, captureCallback, leave } = require('internal/process');
  require('internal/stack').toNodeForm(error);
  if (typeof process._fatalException !== 'function') {
    report(error);
    leave(6);
  }
  try {
    process.emit('uncaughtExceptionMonitor', error, origin);
    const capture = captureCallback();
    if (exports.takeInDomain?.(error)) {
      // a domain has it
    } else if (capture !== null) {
      capture(error);
    } else if (!process.emit('uncaughtException', error, origin)) {
      die(error);
    }
  } catch (thrown) { // by one of the handlers: as Node, without 'exit'
    report(thrown);
    leave(7);
  }
  // The loop must turn once more, so that ticks which wait are run.
  require('internal/immediates').setImmediate(() => {});
}

function die(error) {
  report(error);
  exports.onDeath?.(error);
  require('internal/process').leaveAfterError();
}

function report(error) {
  const text = require('internal/report').describe(error);
  binding('stdio').write(2, text);
}

exports.uncaughtException = uncaughtException;
exports.report = report;
exports.onDeath = undefined; // set by internal/process/report.js
exports.takeInDomain = undefined; // set by the module 'domain'
