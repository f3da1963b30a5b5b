// SPDX-License-Identifier: MIT
// The process object, made on first use. What only some programs use is in internal/process/*.js,
// loaded when a program first reads the property.
'use strict';
const native = binding('process');
const tick = require('internal/tick');
const program = require('internal/program');
const EventEmitter = require('events');

function process() {}
Object.setPrototypeOf(process.prototype, EventEmitter.prototype);
const theProcess = new process();
EventEmitter.call(theProcess);

function fixed(name, value, enumerable = true) {
  Object.defineProperty(theProcess, name, {
    value, writable: false, enumerable, configurable: true,
  });
}

// The properties become ordinary ones when they are first read or written. (One function with a
// loop: one that is called for each would become hot, and start the engine's compilers.)
function lazyFrom(file, ...names) {
  for (const name of names) {
    const settle = (value) => Object.defineProperty(theProcess, name, {
      value, writable: true, enumerable: true, configurable: true,
    });
    Object.defineProperty(theProcess, name, {
      get() {
        const value = require(file)[name];
        settle(value);
        return value;
      },
      set: settle,
      enumerable: true,
      configurable: true,
    });
  }
}

fixed('version', native.version);
lazyFrom('internal/process/about', 'versions');
fixed('arch', 'x64');
fixed('platform', 'linux');
lazyFrom('internal/process/about', 'release', 'moduleLoadList', 'binding', '_linkedBinding');
theProcess.domain = null;

Object.defineProperty(theProcess, 'exitCode', {
  get() { return program.exitCode; },
  set(code) {
    if (code !== null && code !== undefined) checkExitCode(code);
    program.exitCode = code;
  },
  enumerable: true,
  configurable: false,
});

function checkExitCode(code) {
  let value = code;
  if (typeof code === 'string' && code !== '') {
    const number = Number(code);
    if (!Number.isNaN(number)) value = number;
  }
  require('internal/validators').validateInteger(value, 'code');
}

Object.defineProperty(theProcess, '_exiting', {
  get() { return tick.exiting; },
  set(value) { tick.exiting = Boolean(value); },
  enumerable: true,
  configurable: true,
});

lazyFrom('internal/process/about', 'config', 'dlopen');
lazyFrom('internal/process/usage', 'uptime');
lazyFrom('internal/process/activity', '_getActiveRequests', '_getActiveHandles',
  'getActiveResourcesInfo');
theProcess.reallyExit = function reallyExit(code) { leave(code | 0); };
lazyFrom('internal/signals', '_kill');
lazyFrom('internal/process/about', 'loadEnvFile');
lazyFrom('internal/process/usage', 'cpuUsage', 'threadCpuUsage', 'resourceUsage', 'memoryUsage',
  'constrainedMemory', 'availableMemory');
lazyFrom('internal/signals', 'kill');

theProcess.exit = function exit(code) {
  if (code !== undefined) theProcess.exitCode = code;
  if (!tick.exiting) {
    tick.exiting = true;
    theProcess.emit('exit', program.exitNumber());
    program.onEnd?.();
  }
  theProcess.reallyExit(program.exitNumber());
};

lazyFrom('internal/process/usage', 'hrtime');
lazyFrom('internal/process/about', 'openStdin');
lazyFrom('internal/process/users', 'getuid', 'geteuid', 'getgid', 'getegid', 'getgroups');
lazyFrom('internal/process/flags', 'allowedNodeEnvironmentFlags');
lazyFrom('internal/process/about', 'assert', 'features');

// At most one function takes all uncaught errors in place of the event.
let capture = null;
let refuseCapture = null; // makes the error, where the module 'domain' is in use
theProcess.setUncaughtExceptionCaptureCallback =
  function setUncaughtExceptionCaptureCallback(fn) {
    if (fn !== null && typeof fn !== 'function') {
      const { ERR_INVALID_ARG_TYPE } = require('internal/errors').codes;
      throw new ERR_INVALID_ARG_TYPE('fn', ['Function', 'null'], fn);
    }
    if (refuseCapture !== null) throw refuseCapture();
    if (fn !== null && capture !== null) {
      const { ERR_UNCAUGHT_EXCEPTION_CAPTURE_ALREADY_SET } = require('internal/errors').codes;
      throw new ERR_UNCAUGHT_EXCEPTION_CAPTURE_ALREADY_SET();
    }
    capture = fn;
  };
theProcess.hasUncaughtExceptionCaptureCallback =
  function hasUncaughtExceptionCaptureCallback() { return capture !== null; };

// Programs that take this away get no handler at all (internal/fatal.js).
theProcess._fatalException = (error, fromPromise) => {
  require('internal/fatal').uncaughtException(error,
    fromPromise ? 'unhandledRejection' : 'uncaughtException');
  return true;
};
lazyFrom('internal/warnings', 'emitWarning');
theProcess.nextTick = tick.nextTick;
theProcess._tickCallback = tick.runTicks;
lazyFrom('internal/process/about', '_rawDebug', 'sourceMapsEnabled', 'setSourceMapsEnabled',
  'getBuiltinModule', '_debugProcess', '_debugEnd', '_startProfilerIdleNotifier',
  '_stopProfilerIdleNotifier');

// Which streams the program has used; until then the console does not need them.
const streamsMade = { stdout: false, stdin: false, stderr: false };

for (const name of ['stdout', 'stdin', 'stderr']) {
  const method = `get${name[0].toUpperCase()}${name.slice(1)}`;
  const get = {
    [method]() {
      streamsMade[name] = true;
      return require('internal/stdio_streams')[method]();
    },
  }[method];
  Object.defineProperty(theProcess, name, {
    get,
    set: undefined,
    enumerable: true,
    configurable: true,
  });
}

Object.assign(theProcess, { abort() { native.abort(); } }); // a method: no constructor
lazyFrom('internal/process/place', 'umask', 'chdir', 'cwd');
lazyFrom('internal/process/users', 'initgroups', 'setgroups', 'setegid', 'seteuid', 'setgid',
  'setuid');
lazyFrom('internal/process/env', 'env');
Object.defineProperty(theProcess, 'title', {
  get() {
    const title = native.getTitle();
    return typeof title === 'string' ? title : '';
  },
  set(value) { native.setTitle(`${value}`); },
  enumerable: true,
  configurable: true,
});
theProcess.argv = program.argv;
theProcess.execArgv = program.execArgv;
fixed('pid', native.pid);
Object.defineProperty(theProcess, 'ppid', {
  get() { return native.ppid(); },
  set: undefined,
  enumerable: true,
  configurable: true,
});
theProcess.execPath = native.execPath;
theProcess.debugPort = 9229;
Object.defineProperty(theProcess, 'argv0', {
  value: native.argv[0], writable: false, enumerable: true, configurable: false,
});
fixed('_preload_modules', []);
lazyFrom('internal/process/report', 'report');
Object.defineProperty(theProcess, Symbol.toStringTag, {
  value: 'process', writable: true, enumerable: false, configurable: false,
});

// As if added by on(), which need not run at every start for that.
theProcess._events.newListener = function startListeningIfSignal(type) {
  if (typeof type === 'string' && type.startsWith('SIG')) {
    require('internal/signals').listen(theProcess, type);
  } else if (type === 'multipleResolves') {
    require('internal/async/promise_hooks').listen(true);
  }
};
theProcess._events.removeListener = function stopListeningIfSignal(type) {
  if (typeof type === 'string' && type.startsWith('SIG')) {
    require('internal/signals').unlisten(theProcess, type);
  } else if (type === 'multipleResolves') {
    require('internal/async/promise_hooks').listen(theProcess.listenerCount(type) > 0);
  }
};
theProcess._events.warning = function onWarning(warning) {
  require('internal/warnings').onWarning(warning);
};
theProcess._eventsCount = 3;

// After an error that nothing caught. It has been reported, unless that is for the parent to do.
function leaveAfterError(error) {
  try {
    if (!tick.exiting) {
      tick.exiting = true;
      program.exitCode = 1;
      theProcess.emit('exit', 1);
    }
  } catch {
    // The process ends in any case, and the first error is the one that was reported.
  }
  program.onEnd?.();
  program.tellParent?.(error);
  leave((program.exitCode ?? null) === null ? 1 : program.exitNumber());
}

// A worker ends alone, and not before it looks whether it should: no line of the program may run.
function leave(code) {
  native.exit(code);
  if (native.canStop()) for (;;);
  throw new Error('process.exit() was called'); // nothing of it reaches the parent
}

program.process = theProcess;

exports.process = theProcess;
exports.streamsMade = streamsMade;
exports.captureCallback = () => capture;
exports.refuseCapture = (makeError) => { refuseCapture = makeError; };
exports.leave = leave;
exports.leaveAfterError = leaveAfterError;
program.onProcess?.(theProcess, streamsMade);
