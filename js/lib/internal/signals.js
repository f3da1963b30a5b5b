// SPDX-License-Identifier: MIT
// Signals: a listener of process for a signal name makes the loop watch it. Loaded with the first
// such listener, or for process.kill.
'use strict';
const native = binding('signals');

const { numbers } = native;
const names = Object.keys(numbers); // some are two names of one number
const listening = new Set();

function isSignal(name) {
  return typeof name === 'string' && Object.hasOwn(numbers, name);
}

// Called by process when a listener has come for something that starts with SIG.
function listen(process, name) {
  if (!isSignal(name) || listening.has(name)) return;
  const number = numbers[name];
  const err = native.start(names.indexOf(name), number, () => process.emit(name, name, number));
  if (err !== 0) throw require('internal/errors').errnoException(err, 'uv_signal_start');
  listening.add(name);
}

// Called when one has gone.
function unlisten(process, name) {
  if (!listening.has(name) || process.listenerCount(name) > 0) return;
  listening.delete(name);
  native.stop(names.indexOf(name));
}

function kill(pid, signal) {
  const { codes, errnoException } = require('internal/errors');
  // eslint-disable-next-line eqeqeq
  if (pid != (pid | 0)) throw new codes.ERR_INVALID_ARG_TYPE('pid', 'number', pid);
  let number = signal;
  if (typeof signal !== 'number') {
    signal ||= 'SIGTERM';
    if (!isSignal(signal)) throw unknown(codes, signal);
    number = numbers[signal];
  } else if (signal !== (signal | 0)) {
    throw unknown(codes, signal);
  }
  const err = require('internal/process').process._kill(pid | 0, number);
  if (err) throw errnoException(err, 'kill');
  return true;
}

function unknown(codes, signal) {
  const shown = typeof signal === 'string' ? signal : require('internal/inspect').inspect(signal);
  return new codes.ERR_UNKNOWN_SIGNAL(shown);
}

exports.numbers = numbers;
exports.listen = listen;
exports.unlisten = unlisten;
exports.kill = kill;
exports._kill = function _kill(pid, number) { return binding('process').kill(pid, number); };
