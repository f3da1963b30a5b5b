// SPDX-License-Identifier: MIT
// The process object, and how the process ends.
'use strict';
const native = binding('process');
const tick = require('internal/tick');
const EventEmitter = require('events');

function process() {}
Object.setPrototypeOf(process.prototype, EventEmitter.prototype);
const theProcess = new process();
EventEmitter.call(theProcess);

const options = {}; // of the command line (internal/options.js)
let capture = null;

theProcess.version = 'v20.20.2';
theProcess.versions = { node: '20.20.2' };
theProcess.argv = native.argv;
theProcess.argv0 = native.argv[0];
theProcess.execArgv = [];
theProcess.execPath = native.execPath;
theProcess.pid = native.pid;
theProcess.platform = 'linux';
theProcess.arch = 'x64';
theProcess.exitCode = undefined;
theProcess.nextTick = tick.nextTick;
theProcess.cwd = () => native.cwd();
theProcess.env = {};
theProcess.hrtime = Object.assign(function hrtime(since) {
  const now = native.hrtime();
  let seconds = Math.floor(now / 1e9);
  let rest = now % 1e9;
  if (since !== undefined) {
    seconds -= since[0];
    rest -= since[1];
    if (rest < 0) {
      seconds--;
      rest += 1e9;
    }
  }
  return [seconds, rest];
}, { bigint: native.hrtimeBigint });

theProcess.emitWarning = function emitWarning(warning, type = 'Warning') {
  binding('stdio').write(2, `(node:${theProcess.pid}) ${type}: ${warning}\n`);
};

theProcess.exit = function exit(code) {
  if (code !== undefined) theProcess.exitCode = code;
  if (!theProcess._exiting) {
    theProcess._exiting = true;
    tick.exiting = true;
    theProcess.emit('exit', theProcess.exitCode || 0);
  }
  theProcess.reallyExit(theProcess.exitCode || 0);
};

theProcess.reallyExit = function reallyExit(code) {
  native.exit(code);
};

// The loop has nothing left to do; it goes on if this brings something.
function beforeExit() {
  theProcess.emit('beforeExit', theProcess.exitCode || 0);
}

// The loop has nothing left to do, for good.
function end() {
  theProcess.exit();
}

// After an error that nothing caught has been reported.
function leaveAfterError(code) {
  try {
    if (!theProcess._exiting) {
      theProcess._exiting = true;
      tick.exiting = true;
      theProcess.exitCode = code;
      theProcess.emit('exit', code);
    }
  } catch {
    // The process ends in any case, and the first error is the one that was reported.
  }
  native.exit(theProcess.exitCode || code);
}

exports.process = theProcess;
exports.options = options;
exports.captureCallback = () => capture;
exports.beforeExit = beforeExit;
exports.end = end;
exports.leave = (code) => native.exit(code);
exports.leaveAfterError = leaveAfterError;
