// SPDX-License-Identifier: MIT
// The process object of a worker: what would change the whole process is refused.
'use strict';
const { codes } = require('internal/errors');
const native = binding('process');
const program = require('internal/program');

function refuse(process, name, shown = `process.${name}()`) {
  const refused = { [name]() { throw new codes.ERR_WORKER_UNSUPPORTED_OPERATION(shown); } }[name];
  refused.disabled = true;
  Object.defineProperty(process, name, {
    value: refused, writable: true, enumerable: true, configurable: true,
  });
}

// It may be asked for, and not set.
function umask(mask) {
  if (mask !== undefined) {
    throw new codes.ERR_WORKER_UNSUPPORTED_OPERATION('Setting process.umask()');
  }
  return native.umask();
}

// Main threads change the directory, and C counts it.
function followDirectory(process) {
  const { Atomics } = program; // the engine's
  const counter = native.directoryCounter();
  let seen = -1;
  let current;
  process.cwd = function cwd() {
    const count = Atomics.load(counter, 0);
    if (count !== seen) {
      seen = count;
      current = native.cwd();
      if (typeof current === 'number') {
        seen = -1;
        throw require('internal/errors').uvException({ errno: current, syscall: 'uv_cwd' });
      }
    }
    return current;
  };
}

// The channel to the parent is the main thread's.
function refuseChannel(process) {
  for (const name of ['send', 'disconnect']) refuse(process, name);
  for (const name of ['channel', 'connected']) {
    Object.defineProperty(process, name, {
      get() { throw new codes.ERR_WORKER_UNSUPPORTED_OPERATION(`process.${name}`); },
      set: undefined, enumerable: false, configurable: true,
    });
  }
}

function hasChannel() {
  return program.env === undefined ? binding('env').read('NODE_CHANNEL_FD') !== undefined :
    program.env.NODE_CHANNEL_FD !== undefined;
}

function limit(process) {
  followDirectory(process);
  for (const name of ['abort', 'chdir', 'initgroups', 'setgroups', 'setegid', 'seteuid', 'setgid',
    'setuid']) {
    refuse(process, name);
  }
  for (const name of ['_startProfilerIdleNotifier', '_stopProfilerIdleNotifier', '_debugProcess',
    '_debugEnd']) {
    delete process[name];
  }
  if (hasChannel()) refuseChannel(process);
  Object.defineProperty(process, 'umask', {
    value: umask, writable: true, enumerable: true, configurable: true,
  });
  Object.defineProperty(process, 'title', {
    get() { return native.getTitle(); },
    set() {}, // it is the process's
    enumerable: true,
    configurable: true,
  });
  Object.defineProperty(process, 'debugPort', {
    get() { return 9229; }, set() {}, enumerable: true, configurable: true,
  });
  // Signals are the main thread's.
  delete process._events.newListener;
  delete process._events.removeListener;
  process._eventsCount -= 2;
}

exports.limit = limit;
