// SPDX-License-Identifier: MIT
// The settings of this run from the command line, and how the run ends. Part of every start, so it
// is short; the process object is made on first use (internal/process.js).
'use strict';
const tick = require('internal/tick');
const native = binding('process');

exports.options = {}; // of the command line (internal/options.js)
exports.argv = native.argv.slice();
exports.execArgv = [];
exports.exitCode = undefined; // for 'exit' handlers and the parent process
exports.process = null; // once there is one
exports.env = undefined; // what process.env begins with in a worker that has a copy
exports.files = null; // tracks descriptors, in a worker
exports.wasm = null; // internal/wasm, once somebody has asked for WebAssembly
exports.inWorker = false;
exports.modules = null; // the class Module, once it is loaded
exports.onProcess = undefined; // called with the process object when it is made, in a worker
exports.tellParent = undefined; // of errors that nothing caught, in a worker
exports.hooks = undefined; // internal/modules/hooks, once a program has registered one
exports.mocks = undefined; // internal/test/mock_modules, once a test has replaced a module
exports.onEnd = undefined; // called after the event 'exit' (internal/modules/compile_cache.js)
exports.onFile = null; // called for each file that is loaded (internal/watch.js)

function exitNumber() {
  return +(exports.exitCode || 0);
}

// An event that mostly nobody listens to.
function tell(event) {
  const { process } = exports;
  if (process === null) return;
  const { emit } = require('events').prototype;
  if (process._events[event] === undefined && process.emit === emit) return;
  process.emit(event, exitNumber());
}

// The loop has nothing left to do; it continues if this adds something.
function beforeExit() {
  tell('beforeExit');
}

// The loop has nothing left to do, for good. After this has run, and the microtasks that it leaves,
// C reads the code.
function end() {
  tick.exiting = true;
  tell('exit');
  exports.onEnd?.();
}

exports.exitNumber = exitNumber;
exports.beforeExit = beforeExit;
exports.end = end;
