// SPDX-License-Identifier: MIT
// ChildProcess: one child that runs beside the program.
'use strict';
const EventEmitter = require('events');
const { codes, errnoException } = require('internal/errors');
const { validateString, validateOneOf } = require('internal/validators');
const stdioOf = require('internal/child/stdio');
const { end, keep, resourceOf } = require('internal/async/contexts');
const native = binding('child');
const { process } = require('internal/process');

// Errors that come as an event instead of an exception, since they depend on the system.
const LATER = new Set(['EACCES', 'EAGAIN', 'EMFILE', 'ENFILE', 'ENOENT']);

native.setup((child, status, signal) => {
  const handle = child._handle;
  const resource = handle && resourceOf(handle);
  if (!resource) child._onexit(status, signal);
  else resource.call(child, child._onexit, status, signal);
  if (handle) end(handle);
});

function flushStdio(child) {
  for (const stream of child.stdio ?? []) {
    if (!stream || !stream.readable || stream._readableState?.readableListening ||
        stdioOf.isLent(stream)) continue;
    stream.resume();
  }
}

function maybeClose(child) {
  child._closesGot++;
  if (child._closesGot === child._closesNeeded) {
    child.emit('close', child.exitCode, child.signalCode);
  }
}

function signalName(number) {
  const { signals } = require('os').constants;
  return Object.keys(signals).find((name) => signals[name] === number);
}

function signalNumber(signal) {
  const { signals } = require('os').constants;
  if (typeof signal === 'number') {
    if (signalName(signal) === undefined) throw new codes.ERR_UNKNOWN_SIGNAL(signal);
    return signal;
  }
  const name = Object.hasOwn(signals, signal) ? signal : `${signal}`.toUpperCase();
  const number = Object.hasOwn(signals, name) ? signals[name] : undefined;
  if (number === undefined) throw new codes.ERR_UNKNOWN_SIGNAL(signal);
  return number;
}

class ProcessHandle {
  constructor(made) {
    this.native = made;
    keep(this, 'PROCESSWRAP');
  }
  kill(signal) { return native.kill(this.native, signal); }
  close() { native.close(this.native); }
  ref() { native.ref(this.native); }
  unref() { native.unref(this.native); }
  hasRef() { return native.hasRef(this.native); }
}

function ChildProcess() {
  EventEmitter.call(this);
  this._closesNeeded = 1;
  this._closesGot = 0;
  this.connected = false;
  this.signalCode = null;
  this.exitCode = null;
  this.killed = false;
  this.spawnfile = null;
  this._handle = null;
}
Object.setPrototypeOf(ChildProcess.prototype, EventEmitter.prototype);
Object.setPrototypeOf(ChildProcess, EventEmitter);

ChildProcess.prototype._onexit = function onexit(status, signal) {
  if (signal > 0) this.signalCode = signalName(signal);
  else this.exitCode = status;
  this.stdin?.destroy();
  this._handle?.close();
  this._handle = null;
  if (status < 0) {
    const syscall = this.spawnfile ? `spawn ${this.spawnfile}` : 'spawn';
    const error = errnoException(status, syscall);
    if (this.spawnfile) error.path = this.spawnfile;
    error.spawnargs = this.spawnargs.slice(1);
    this.emit('error', error);
  } else {
    this.emit('exit', this.exitCode, this.signalCode);
  }
  // If nobody reads the output it is discarded, so that the streams end.
  process.nextTick(flushStdio, this);
  maybeClose(this);
};

function makeSocket(handle, readable) {
  const { Socket } = require('net');
  return new Socket({ handle, readable });
}

function makeStreams(child, entries) {
  for (const [i, entry] of entries.entries()) {
    if (entry.type === 'ignore' || entry.type === 'inherit' || entry.type === 'fd' ||
        entry.type === 'ipc' || entry.type === 'wrap') continue;
    const socket = i > 2 ? new (require('net').Socket)({ handle: entry.pipe }) :
      makeSocket(entry.pipe, i > 0);
    entry.socket = socket;
    // stdin is closed by us and not waited for.
    if (i > 0) {
      child._closesNeeded++;
      socket.on('close', () => maybeClose(child));
    }
  }
  child.stdin = entries[0]?.socket ?? null;
  child.stdout = entries[1]?.socket ?? null;
  child.stderr = entries[2]?.socket ?? null;
  child.stdio = entries.map((entry) => entry.socket ?? null);
}

function openPipes(entries) {
  const { Pipe, kNative } = require('internal/stream_base');
  return stdioOf.forNative(entries, (entry) => {
    entry.pipe = new Pipe(entry.type === 'ipc');
    return entry.pipe[kNative];
  });
}

ChildProcess.prototype.spawn = function spawn(options) {
  if (options === null || typeof options !== 'object') {
    throw new codes.ERR_INVALID_ARG_TYPE('options', 'Object', options);
  }
  const serialization = options.serialization || 'json';
  validateOneOf(options.serialization, 'options.serialization', [undefined, 'json', 'advanced']);
  const entries = stdioOf.describe(options.stdio || 'pipe', false);
  const ipc = entries.findIndex((entry) => entry.type === 'ipc');
  if (options.envPairs !== undefined && !Array.isArray(options.envPairs)) {
    throw new codes.ERR_INVALID_ARG_TYPE('options.envPairs', 'Array', options.envPairs);
  }
  validateString(options.file, 'options.file');
  if (options.args !== undefined && !Array.isArray(options.args)) {
    throw new codes.ERR_INVALID_ARG_TYPE('options.args', 'Array', options.args);
  }
  const asked = { __proto__: null, ...options, stdio: openPipes(entries) };
  asked.args ??= [];
  if (ipc !== -1) {
    asked.envPairs = [...(options.envPairs ?? []), `NODE_CHANNEL_FD=${ipc}`,
      `NODE_CHANNEL_SERIALIZATION_MODE=${serialization}`];
  }
  this.spawnfile = options.file;
  this.spawnargs = asked.args;
  const made = native.spawn(this, asked);
  if (typeof made === 'number') {
    if (LATER.has(require('internal/errors').nameOf(made))) {
      process.nextTick(() => this._onexit(made, 0));
      if (made === -24 || made === -23) { // no descriptors: there are no streams either
        for (const entry of entries) entry.pipe?.close();
        return made;
      }
    } else {
      for (const entry of entries) entry.pipe?.close();
      throw errnoException(made, 'spawn');
    }
  } else {
    this._handle = new ProcessHandle(made);
    this.pid = asked.pid;
    process.nextTick(() => this.emit('spawn'));
  }
  makeStreams(this, entries);
  if (ipc !== -1) {
    this._closesNeeded++; // that the child ends the channel is waited for, as in Node
    require('internal/child/channel').setup(this, entries[ipc].pipe, serialization,
      () => maybeClose(this));
  }
  return typeof made === 'number' ? made : 0;
};

ChildProcess.prototype.kill = function kill(signal) {
  const number = signal === 0 ? signal : signalNumber(signal === undefined ? 'SIGTERM' : signal);
  if (!this._handle) return false;
  const status = this._handle.kill(number);
  if (status === 0) {
    this.killed = true;
    return true;
  }
  const name = require('internal/errors').nameOf(status);
  if (name === 'ESRCH') return false;
  if (name === 'EINVAL' || name === 'ENOSYS') throw errnoException(status, 'kill');
  this.emit('error', errnoException(status, 'kill'));
  return false;
};

ChildProcess.prototype[Symbol.dispose] = function dispose() {
  if (!this.killed) this.kill();
};

ChildProcess.prototype.ref = function ref() {
  this._handle?.ref();
};

ChildProcess.prototype.unref = function unref() {
  this._handle?.unref();
};

exports.ChildProcess = ChildProcess;
exports.signalName = signalName;
exports.signalNumber = signalNumber;
