// SPDX-License-Identifier: MIT
// What happens to an error that nothing caught: the program's own handlers, or the end.
'use strict';
const state = { handling: false };

// Returns when a handler of the program took the error; ends the process otherwise.
function uncaughtException(error, origin) {
  const { process, captureCallback } = require('internal/process');
  try {
    process.emit('uncaughtExceptionMonitor', error, origin);
    const capture = captureCallback();
    if (capture !== null) {
      capture(error);
    } else if (!process.emit('uncaughtException', error, origin)) {
      die(error, process);
    }
  } catch (thrown) {
    if (state.handling) throw thrown;
    state.handling = true;
    report(thrown);
    require('internal/process').leave(7, true);
  }
  // The loop must turn once more, so that ticks which wait are run.
  require('internal/immediates').setImmediate(() => {});
}

function die(error, process) {
  report(error);
  require('internal/process').leaveAfterError(1);
}

function report(error) {
  const text = require('internal/report').describe(error);
  binding('stdio').write(2, text);
}

exports.uncaughtException = uncaughtException;
exports.report = report;
