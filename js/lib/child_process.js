// SPDX-License-Identifier: MIT
// child_process: all forms of arguments, and exec, execFile and fork on top of spawn.
'use strict';
const { codes, AbortError, nameOf } = require('internal/errors');
const {
  validateString, validateObject, validateBoolean, validateAbortSignal, validateArray,
} = require('internal/validators');
const { ChildProcess, signalNumber } = require('internal/child/process');
const { process } = require('internal/process');

const MAX_BUFFER = 1024 * 1024;

function checkNoNull(value, name) {
  if (typeof value === 'string' && value.includes('\u0000')) {
    throw new codes.ERR_INVALID_ARG_VALUE(name, value, 'must be a string without null bytes');
  }
}

function killSignal(value) {
  if (typeof value === 'string' || typeof value === 'number') {
    const number = signalNumber(value);
    if (number === 0) throw new codes.ERR_UNKNOWN_SIGNAL(value);
    return number;
  }
  if (value != null) {
    throw new codes.ERR_INVALID_ARG_TYPE('options.killSignal', ['string', 'number'], value);
  }
  return undefined;
}

function checkId(value, name) {
  if (value != null && value !== (value | 0)) {
    throw new codes.ERR_INVALID_ARG_TYPE(name, 'int32', value);
  }
}

function checkTimeout(timeout) {
  if (timeout != null && !(Number.isInteger(timeout) && timeout >= 0)) {
    throw new codes.ERR_OUT_OF_RANGE('timeout', 'an unsigned integer', timeout);
  }
}

function checkMaxBuffer(maxBuffer) {
  if (maxBuffer != null && !(typeof maxBuffer === 'number' && maxBuffer >= 0)) {
    throw new codes.ERR_OUT_OF_RANGE('options.maxBuffer', 'a positive number', maxBuffer);
  }
}

// "NAME=value" of each, the later of two with the same name.
function environment(env) {
  const pairs = [];
  for (const key in env) {
    const value = env[key];
    if (value === undefined) continue;
    checkNoNull(key, `options.env['${key}']`);
    checkNoNull(`${value}`, `options.env['${key}']`);
    pairs.push(`${key}=${value}`);
  }
  return pairs;
}

function shellCommand(file, args, options) {
  const command = [file, ...args].join(' ');
  const shell = typeof options.shell === 'string' ? options.shell : '/bin/sh';
  return { file: shell, args: ['-c', command] };
}

function toPath(value, name) {
  if (value == null) return value;
  if (typeof value === 'object' && value instanceof URL) {
    return require('url').fileURLToPath(value);
  }
  return require('internal/fs/validate').toPath(value, name);
}

// file, args and options of spawn and spawnSync, in any of the forms, checked.
function normalize(file, args, options) {
  validateString(file, 'file');
  checkNoNull(file, 'file');
  if (file.length === 0) throw new codes.ERR_INVALID_ARG_VALUE('file', file, 'cannot be empty');
  if (Array.isArray(args)) {
    args = args.slice();
  } else if (args == null) {
    args = [];
  } else if (typeof args !== 'object') {
    throw new codes.ERR_INVALID_ARG_TYPE('args', 'object', args);
  } else {
    options = args;
    args = [];
  }
  args.forEach((one, i) => checkNoNull(`${one}`, `args[${i}]`));
  if (options === undefined) options = {};
  else validateObject(options, 'options');
  options = { __proto__: null, ...options }; // what all objects inherit is no option
  const cwd = toPath(options.cwd, 'options.cwd');
  if (options.detached != null) validateBoolean(options.detached, 'options.detached');
  checkId(options.uid, 'options.uid');
  checkId(options.gid, 'options.gid');
  if (options.shell != null && typeof options.shell !== 'boolean' &&
      typeof options.shell !== 'string') {
    throw new codes.ERR_INVALID_ARG_TYPE('options.shell', ['boolean', 'string'], options.shell);
  }
  checkNoNull(options.shell, 'options.shell');
  if (options.argv0 != null) {
    validateString(options.argv0, 'options.argv0');
    checkNoNull(options.argv0, 'options.argv0');
  }
  if (options.windowsHide != null) validateBoolean(options.windowsHide, 'options.windowsHide');
  if (options.windowsVerbatimArguments != null) {
    validateBoolean(options.windowsVerbatimArguments, 'options.windowsVerbatimArguments');
  }
  if (options.shell) ({ file, args } = shellCommand(file, args, options));
  args.unshift(typeof options.argv0 === 'string' ? options.argv0 : file);
  return {
    __proto__: null,
    ...options,
    args: args.map(String),
    cwd: cwd || undefined,
    detached: !!options.detached,
    envPairs: environment(options.env || process.env),
    file,
    windowsHide: !!options.windowsHide,
    windowsVerbatimArguments: !!options.windowsVerbatimArguments,
  };
}

// Kills the child, and reports why.
function abortChild(child, signal, reason) {
  if (!child) return;
  try {
    if (child.kill(signal)) child.emit('error', new AbortError(undefined, { cause: reason }));
  } catch (error) {
    child.emit('error', error);
  }
}

function spawn(file, args, options) {
  options = normalize(file, args, options);
  checkTimeout(options.timeout);
  validateAbortSignal(options.signal, 'options.signal');
  const signal = killSignal(options.killSignal);
  const child = new ChildProcess();
  child.spawn(options);
  if (options.timeout > 0) {
    let timer = setTimeout(() => {
      timer = null;
      try {
        child.kill(signal);
      } catch (error) {
        child.emit('error', error);
      }
    }, options.timeout);
    child.once('exit', () => {
      if (timer !== null) clearTimeout(timer);
      timer = null;
    });
  }
  if (options.signal) {
    const onAbort = () => abortChild(child, signal, options.signal.reason);
    if (options.signal.aborted) {
      process.nextTick(onAbort);
    } else {
      const stop = require('events').addAbortListener(options.signal, onAbort);
      child.once('exit', () => stop[Symbol.dispose]());
    }
  }
  return child;
}

function normalizeExecFile(file, args, options, callback) {
  if (Array.isArray(args)) {
    args = args.slice();
  } else if (args != null && typeof args === 'object') {
    callback = options;
    options = args;
    args = null;
  } else if (typeof args === 'function') {
    callback = args;
    options = null;
    args = null;
  }
  args ??= [];
  if (typeof options === 'function') callback = options;
  else if (options != null) validateObject(options, 'options');
  options = typeof options === 'function' ? {} : options ?? {};
  if (callback != null && typeof callback !== 'function') {
    throw new codes.ERR_INVALID_ARG_TYPE('callback', 'Function', callback);
  }
  if (options.argv0 != null) validateString(options.argv0, 'options.argv0');
  return { file, args, options, callback };
}

// Collects what one stream of a child says, up to a limit.
class Collector {
  constructor(stream, name, encoding, max, tooMuch) {
    this.chunks = [];
    this.size = 0;
    this.stream = stream;
    this.text = encoding !== null;
    if (!stream) return;
    if (this.text) stream.setEncoding(encoding);
    stream.on('data', (chunk) => {
      const { Buffer } = require('buffer');
      const { readableEncoding } = stream; // the program may have set another
      const size = readableEncoding ? Buffer.byteLength(chunk, readableEncoding) : chunk.length;
      const left = max - this.size;
      this.size += size;
      if (this.size > max) {
        this.chunks.push(chunk.slice(0, left));
        tooMuch(name);
      } else {
        this.chunks.push(chunk);
      }
    });
  }

  get() {
    if (this.text || this.stream?.readableEncoding) return this.chunks.join('');
    return require('buffer').Buffer.concat(this.chunks);
  }
}

function execError(command, code, signal, killed) {
  const error = new Error(`Command failed: ${command}`);
  error.code = code < 0 ? nameOf(code) : code;
  error.killed = killed;
  error.signal = signal;
  return error;
}

// A child whose output is collected, until it has ended or is not wanted any more.
class Execution {
  constructor(child, options, signal, command, callback) {
    const { Buffer } = require('buffer');
    const known = options.encoding && options.encoding !== 'buffer' &&
      Buffer.isEncoding(options.encoding);
    const encoding = known ? options.encoding : null;
    const tooMuch = (name) => {
      this.failure ??= new codes.ERR_CHILD_PROCESS_STDIO_MAXBUFFER(name);
      this.kill();
    };
    Object.assign(this, { child, signal, command, callback });
    this.killed = false;
    this.ended = false;
    this.failure = null;
    this.timer = null;
    this.out = new Collector(child.stdout, 'stdout', encoding, options.maxBuffer, tooMuch);
    this.err = new Collector(child.stderr, 'stderr', encoding, options.maxBuffer, tooMuch);
    if (options.timeout > 0) {
      this.timer = setTimeout(() => {
        this.timer = null;
        this.kill();
      }, options.timeout);
    }
  }

  destroyOutput() {
    this.child.stdout?.destroy();
    this.child.stderr?.destroy();
  }

  kill() {
    this.destroyOutput();
    this.killed = true;
    try {
      this.child.kill(this.signal);
    } catch (error) {
      this.failure ??= error;
      this.finish();
    }
  }

  finish(code = null, signalCode = null) {
    if (this.ended) return;
    this.ended = true;
    if (this.timer !== null) clearTimeout(this.timer);
    if (!this.callback) return;
    const { callback, command } = this;
    const stdout = this.out.get();
    const stderr = this.err.get();
    if (this.failure === null && code === 0 && signalCode === null) {
      callback(null, stdout, stderr);
      return;
    }
    this.failure ??= execError(stderr.length > 0 ? `${command}\n${stderr}` : command, code,
      signalCode, this.child.killed || this.killed);
    this.failure.cmd = command;
    callback(this.failure, stdout, stderr);
  }

  fail(error) {
    this.failure = error;
    this.destroyOutput();
    this.finish();
  }
}

function execFile(...given) {
  const { file, args, options: wanted, callback } = normalizeExecFile(...given);
  const options = {
    __proto__: null,
    encoding: 'utf8', timeout: 0, maxBuffer: MAX_BUFFER, killSignal: 'SIGTERM', cwd: null,
    env: null, shell: false, ...wanted,
  };
  checkTimeout(options.timeout);
  checkMaxBuffer(options.maxBuffer);
  const signal = killSignal(options.killSignal);
  const child = spawn(file, args, {
    __proto__: null,
    cwd: options.cwd,
    env: options.env,
    gid: options.gid,
    shell: options.shell,
    signal: options.signal,
    uid: options.uid,
    windowsHide: !!options.windowsHide,
    windowsVerbatimArguments: !!options.windowsVerbatimArguments,
    argv0: options.argv0,
  });
  const command = [file, ...args].join(' ');
  const execution = new Execution(child, options, signal, command, callback);
  child.on('close', (code, signalCode) => { execution.finish(code, signalCode); });
  child.on('error', (error) => { execution.fail(error); });
  return child;
}

function normalizeExec(command, options, callback) {
  validateString(command, 'command');
  checkNoNull(command, 'command');
  if (typeof options === 'function') {
    callback = options;
    options = undefined;
  }
  options = { __proto__: null, ...options };
  options.shell = typeof options.shell === 'string' ? options.shell : true;
  return { file: command, options, callback };
}

function exec(...given) {
  const { file, options, callback } = normalizeExec(...given);
  return execFile(file, options, callback);
}

function promised(original) {
  return (...args) => {
    let settle;
    const promise = new Promise((resolve, reject) => { settle = [resolve, reject]; });
    promise.child = original(...args, (error, stdout, stderr) => {
      if (error !== null) {
        error.stdout = stdout;
        error.stderr = stderr;
        settle[1](error);
      } else {
        settle[0]({ stdout, stderr });
      }
    });
    return promise;
  };
}

for (const one of [exec, execFile]) {
  Object.defineProperty(one, Symbol.for('nodejs.util.promisify.custom'), {
    enumerable: false, value: promised(one),
  });
}

function fork(modulePath, args, options) {
  modulePath = toPath(modulePath, 'modulePath');
  if (modulePath == null) {
    throw new codes.ERR_INVALID_ARG_TYPE('modulePath', ['string', 'URL'], modulePath);
  }
  if (args == null) {
    args = [];
  } else if (typeof args === 'object' && !Array.isArray(args)) {
    options = args;
    args = [];
  } else {
    validateArray(args, 'args');
  }
  if (options != null) validateObject(options, 'options');
  options = { __proto__: null, ...options, shell: false };
  options.execPath ||= process.execPath;
  const execArgv = options.execArgv || process.execArgv;
  validateArray(execArgv, 'options.execArgv');
  const { expand } = require('internal/child/stdio');
  if (typeof options.stdio === 'string') {
    options.stdio = expand(options.stdio, true);
  } else if (!Array.isArray(options.stdio)) {
    options.stdio = expand(options.silent ? 'pipe' : 'inherit', true);
  } else if (!options.stdio.includes('ipc')) {
    throw new codes.ERR_CHILD_PROCESS_IPC_REQUIRED('options.stdio');
  }
  return spawn(options.execPath, [...execArgv, modulePath, ...args], options);
}

function spawnSync(file, args, options) {
  options = { __proto__: null, maxBuffer: MAX_BUFFER, ...normalize(file, args, options) };
  checkTimeout(options.timeout);
  checkMaxBuffer(options.maxBuffer);
  options.killSignal = killSignal(options.killSignal);
  return require('internal/child/sync').run(options);
}

function failOf(result, command) {
  let error = result.error;
  if (!error && result.status !== 0) {
    let text = `Command failed: ${command}`;
    if (result.stderr && result.stderr.length > 0) text += `\n${result.stderr.toString()}`;
    error = new Error(text);
  }
  return error ? Object.assign(error, result, { error: undefined }) : undefined;
}

function checkResult(result, inheritStderr, command) {
  if (inheritStderr && result.stderr) process.stderr.write(result.stderr);
  const error = failOf(result, command);
  if (error) {
    delete error.error;
    throw error;
  }
  return result.stdout;
}

function execFileSync(file, args, options) {
  if (typeof options === 'function') {
    throw new codes.ERR_INVALID_ARG_TYPE('options', 'Object', options);
  }
  ({ file, args, options } = normalizeExecFile(file, args, options));
  const result = spawnSync(file, args, options);
  return checkResult(result, !options.stdio, [options.argv0 || file, ...args].join(' '));
}

function execSync(command, options) {
  const asked = normalizeExec(command, options, null);
  const result = spawnSync(asked.file, asked.options);
  return checkResult(result, !asked.options.stdio, command);
}

// In a child that was forked: the channel to its parent.
function _forkChild(fd, serializationMode) {
  const { Pipe } = require('internal/stream_base');
  const pipe = new Pipe(true);
  pipe.open(fd);
  pipe.unref();
  require('internal/child/channel').setup(process, pipe, serializationMode);
}

module.exports = {
  _forkChild,
  ChildProcess,
  exec,
  execFile,
  execFileSync,
  execSync,
  fork,
  spawn,
  spawnSync,
};
