// SPDX-License-Identifier: MIT
// The class Worker: a thread with its own runtime. There are two channels to it: one for the
// program's messages, and one for the library's (what to run, standard streams, errors).
'use strict';
const EventEmitter = require('events');
const { codes, errnoException } = require('internal/errors');
const {
  validateArray, validateBoolean, validateObject, validateString,
} = require('internal/validators');
const { currentId, newAsyncId } = require('internal/state');
const tick = require('internal/tick');
const program = require('internal/program');
const ports = require('internal/messaging/port');
const thread = require('internal/worker/thread');
const { kChunks, kMore } = thread;
const { ReadableStdio, WritableStdio, kTake } = require('internal/worker/stdio');
const road = require('internal/messaging/road');
const native = binding('worker');
const messaging = binding('messaging');

const MEGABYTE = 1048576;
const STACK_MB = 4;
const AGAIN_MS = 50;
const kHooks = Symbol('hooks'); // in place of a file: internal/modules/hooks/thread.js
const limits = ['maxYoungGenerationSizeMb', 'maxOldGenerationSizeMb', 'codeRangeSizeMb',
  'stackSizeMb'];
const { OUT_OF_MEMORY, NO_LOOP } = def('WORKER_END');

const running = new Map(); // by their numbers
let finish;

function onFinished(id, code, reason) {
  finish(running.get(id), code, reason);
}

// { kind, filename }: a file, a text, or the URL of a module.
function programOf(filename, isText) {
  if (filename === kHooks) return { kind: 'hooks', filename: '' };
  if (isText) {
    if (typeof filename !== 'string') {
      throw new codes.ERR_INVALID_ARG_VALUE('options.eval', isText,
        'must be false when \'filename\' is not a string');
    }
    return { kind: 'text', filename };
  }
  if (typeof filename === 'object' && filename !== null && filename instanceof URL) {
    if (filename.protocol === 'data:') return { kind: 'module', filename: filename.href };
    return { kind: 'file', filename: require('url').fileURLToPath(filename) };
  }
  if (typeof filename !== 'string') {
    throw new codes.ERR_INVALID_ARG_TYPE('filename', ['string', 'URL'], filename);
  }
  const { isAbsolute, resolve } = require('path');
  if (!isAbsolute(filename) && !/^\.\.?[\\/]/.test(filename)) {
    throw new codes.ERR_WORKER_PATH(filename);
  }
  return { kind: 'file', filename: resolve(filename) };
}

// What the worker's process.env begins with; undefined: it is this one's.
function environmentOf(env) {
  if (env === thread.SHARE_ENV) {
    if (program.env === undefined) {
      require('internal/process/env').share();
      return undefined;
    }
    throw new codes.ERR_METHOD_NOT_IMPLEMENTED('SHARE_ENV of an environment that is a copy');
  }
  if (typeof env === 'object' && env !== null) {
    const copy = {};
    for (const name of Object.keys(env)) copy[name] = `${env[name]}`;
    return copy;
  }
  if (env == null) return { ...require('internal/process').process.env };
  throw new codes.ERR_INVALID_ARG_TYPE('options.env',
    ['object', 'undefined', 'null', 'worker_threads.SHARE_ENV'], env);
}

// { execArgv, options } of the worker: its own, or those of this thread.
function optionsOf({ execArgv, env }) {
  const variable = typeof env === 'object' && env !== null ? env.NODE_OPTIONS : undefined;
  if (execArgv === undefined && variable === undefined) {
    const { eval: text, print, interactive, check, test, trace, live, why, blockThreshold,
      ...options } = program.options;
    return { execArgv: [...program.execArgv], options };
  }
  if (execArgv !== undefined) validateArray(execArgv, 'options.execArgv');
  const words = execArgv?.map((word) => `${word}`) ?? program.execArgv;
  const { parseForWorker } = require('internal/options');
  if (variable !== undefined) {
    const { refused } = parseForWorker([], variable);
    if (refused.length > 0) {
      throw new codes.ERR_WORKER_INVALID_EXEC_ARGV(refused, 'invalid NODE_OPTIONS env variable');
    }
  }
  const { refused, options, execArgv: taken } = parseForWorker(words, variable);
  if (refused.length > 0) throw new codes.ERR_WORKER_INVALID_EXEC_ARGV(refused);
  if (program.options.virtualTime) options.virtualTime = true; // there is one clock for all
  return { execArgv: taken, options };
}

// What is to run before a program is not for the thread of hooks.
function withoutProgram({ import: imported, require: required, experimentalLoader, ...others }) {
  return others;
}

// In bytes; 0: none. The engine has one heap for what is young and old.
function heapLimit({ maxYoungGenerationSizeMb, maxOldGenerationSizeMb }) {
  if (maxOldGenerationSizeMb === undefined) return 0;
  return (maxOldGenerationSizeMb + (maxYoungGenerationSizeMb ?? 0)) * MEGABYTE;
}

function limitsOf(given) {
  const found = {};
  if (typeof given !== 'object' || given === null) return found;
  for (const name of limits) {
    if (typeof given[name] === 'number') found[name] = given[name];
  }
  return found;
}

class Worker extends EventEmitter {
  #handle;
  #port;
  #publicPort;
  #id;
  #limits;
  #name;
  #asked = new Map(); // what the worker has not answered yet, by number
  #lastAsked = 0;
  #streams = { stdin: null, stdout: null, stderr: null };
  #refed = true;
  #loopStart = -1;
  #gone = false;
  #stopping;

  constructor(filename, options = { __proto__: null }) {
    super();
    if (options.execArgv !== undefined && options.execArgv !== null &&
        !Array.isArray(options.execArgv)) {
      throw new codes.ERR_INVALID_ARG_TYPE('options.execArgv', 'Array', options.execArgv);
    }
    if (options.argv) validateArray(options.argv, 'options.argv');
    const start = programOf(filename, options.eval);
    start.env = environmentOf(options.env);
    start.argv = options.argv?.map(String) ?? [];
    Object.assign(start, optionsOf(options));
    if (start.kind === 'hooks') start.options = withoutProgram(start.options);
    if (options.name !== undefined) validateString(options.name, 'options.name');
    this.#name = options.name ?? 'WorkerThread';
    start.name = this.#name;
    start.isNamed = options.name !== undefined;
    this.#limits = limitsOf(options.resourceLimits);
    start.resourceLimits = { ...standardLimits(), ...this.#limits };
    start.workerData = options.workerData;
    if (thread.environmentData.size > 0) start.environmentData = thread.environmentData;
    start.hasStdin = Boolean(options.stdin);
    start.tracksFiles = options.trackUnmanagedFds ?? true;
    start.heapLimit = heapLimit(this.#limits);
    this.#open(start, options);
  }

  #tellHooks() {
    const { hooks } = tick;
    if (hooks === null) return;
    const id = newAsyncId();
    const resource = { hasRef: () => (this.#gone ? undefined : this.#refed) };
    hooks.init(id, 'WORKER', currentId(), resource);
    this.once('exit', () => {
      require('internal/immediates').setImmediate(() => {
        this.#gone = true;
        hooks.destroy(id);
      });
    });
  }

  #open(start, options) {
    this.#tellHooks();
    const [inner, outer] = [messaging.pair(), messaging.pair()];
    sendStart(inner[0], start, options.transferList ?? []);
    const stack = (start.resourceLimits.stackSizeMb ?? STACK_MB) * MEGABYTE;
    this.#handle = native.create(inner[1], outer[1], stack);
    this.#id = native.id(this.#handle);
    this.#port = new road.Line(inner[0], (message) => this.#onMessage(message));
    this.#publicPort = ports.attach(outer[0]);
    this.#publicPort.on('message', (message) => this.emit('message', message));
    this.#publicPort.on('messageerror', (error) => this.emit('messageerror', error));
    this.#publicPort.unref();
    this.#openStreams(options);
    running.set(this.#id, this);
    const error = native.start(this.#handle);
    if (error !== 0) {
      running.delete(this.#id);
      this.#dispose();
      throw new codes.ERR_WORKER_INIT_FAILED(errnoException(error, 'pthread_create').message);
    }
    ports.hold(1);
    if (start.kind !== 'hooks') process.nextTick(() => process.emit('worker', this));
  }

  #openStreams(options) {
    const { process } = require('internal/process');
    const streams = this.#streams;
    if (options.stdin) streams.stdin = new WritableStdio(this.#port, 'stdin');
    for (const name of ['stdout', 'stderr']) {
      streams[name] = new ReadableStdio(this.#port, name, Boolean(options[name]));
      if (!options[name]) forward(streams[name], () => process[name]);
    }
  }

  static {
    finish = (worker, code, reason) => worker.#finish(code, reason);
  }

  #onMessage(message) {
    switch (message.type) {
      case 'online': this.emit('online'); break;
      case 'error': this.emit('error', require('internal/worker/errors').unpack(message.sent));
        break;
      case 'lostError': this.emit('error', new codes.ERR_WORKER_UNSERIALIZABLE_ERROR()); break;
      case kChunks: this.#streams[message.stream][kTake](message.chunks); break;
      case kMore: this.#streams[message.stream]?.more(); break;
      case 'answer': this.#onAnswer(message); break;
    }
  }

  // Something that only the worker's own thread knows; it answers between two callbacks.
  #ask(what) {
    if (this.#handle === null) return Promise.reject(new codes.ERR_WORKER_NOT_RUNNING());
    return new Promise((resolve, reject) => {
      const number = ++this.#lastAsked;
      this.#asked.set(number, { resolve, reject });
      this.#port.postMessage({ type: 'ask', what, number });
    });
  }

  #onAnswer({ number, value }) {
    this.#asked.get(number).resolve(value);
    this.#asked.delete(number);
  }

  // The thread has ended.
  #finish(code, reason) {
    running.delete(this.#id);
    ports.drain(this.#publicPort);
    this.#port.drain();
    this.#dispose();
    if (this.#refed) ports.hold(-1);
    if (reason === OUT_OF_MEMORY) {
      this.emit('error', new codes.ERR_WORKER_OUT_OF_MEMORY('JS heap out of memory'));
    } else if (reason === NO_LOOP) {
      this.emit('error', new codes.ERR_WORKER_INIT_FAILED('EMFILE'));
    }
    this.emit('exit', code);
  }

  #dispose() {
    this.#handle = null;
    clearInterval(this.#stopping);
    for (const { reject } of this.#asked.values()) reject(new codes.ERR_WORKER_NOT_RUNNING());
    this.#asked.clear();
    for (const port of [this.#port, this.#publicPort]) {
      port.unref();
      port.close();
    }
    for (const name of ['stdout', 'stderr']) {
      const stream = this.#streams[name];
      if (!stream.readableEnded) stream.push(null);
    }
  }

  postMessage(...args) {
    if (this.#handle === null) return;
    this.#publicPort.postMessage(...args);
  }

  terminate(callback) {
    this.ref();
    if (typeof callback === 'function') {
      process.emitWarning(
        'Passing a callback to worker.terminate() is deprecated. It returns a Promise instead.',
        'DeprecationWarning', 'DEP0132');
      if (this.#handle === null) return Promise.resolve();
      this.once('exit', (code) => callback(null, code));
    }
    if (this.#handle === null) return Promise.resolve();
    native.stop(this.#handle);
    // Again and again: what ends a script is lost if C asks something of the engine just then.
    this.#stopping ??= setInterval(() => native.stop(this.#handle), AGAIN_MS).unref();
    return new Promise((resolve) => { this.once('exit', resolve); });
  }

  ref() {
    if (this.#handle === null || this.#refed) return;
    this.#refed = true;
    ports.hold(1);
    this.#publicPort.ref();
  }

  unref() {
    if (this.#handle === null || !this.#refed) return;
    this.#refed = false;
    ports.hold(-1);
    this.#publicPort.unref();
  }

  get threadId() {
    return this.#handle === null ? -1 : this.#id;
  }

  get threadName() {
    return this.#handle === null ? null : this.#name;
  }

  get stdin() { return this.#streams.stdin; }
  get stdout() { return this.#streams.stdout; }
  get stderr() { return this.#streams.stderr; }

  get resourceLimits() {
    return this.#handle === null ? {} : { ...standardLimits(), ...this.#limits };
  }

  get performance() {
    return {
      eventLoopUtilization: (one, two) => this.#utilization(one, two),
    };
  }

  #utilization(one, two) {
    if (this.#handle !== null && this.#loopStart <= 0) {
      this.#loopStart = native.loopStart(this.#handle);
    }
    if (this.#handle === null || this.#loopStart <= 0) {
      return { idle: 0, active: 0, utilization: 0 };
    }
    const { difference } = require('internal/perf/performance');
    if (two) return difference(one.idle - two.idle, one.active - two.active);
    const idle = Math.max(native.idleTime(this.#handle), 0);
    const active = binding('process').hrtime() / 1e6 - this.#loopStart - idle;
    return one ? difference(idle - one.idle, active - one.active) : difference(idle, active);
  }

  async cpuUsage(previous) {
    const { checkUsage, used } = require('internal/process/usage');
    checkUsage(previous);
    const figures = this.#handle === null ? undefined : native.cpuUsage(this.#handle);
    if (figures === undefined) throw new codes.ERR_WORKER_NOT_RUNNING();
    return used(figures, previous);
  }

  getHeapStatistics() {
    return this.#ask('heapStatistics');
  }

  getHeapSnapshot(options = {}) {
    validateObject(options, 'options');
    for (const name of ['exposeInternals', 'exposeNumericValues']) {
      if (options[name] !== undefined) validateBoolean(options[name], `options.${name}`);
    }
    if (this.#handle === null) return Promise.reject(new codes.ERR_WORKER_NOT_RUNNING());
    return Promise.reject(new codes.ERR_METHOD_NOT_IMPLEMENTED('worker.getHeapSnapshot()'));
  }

  async [Symbol.asyncDispose]() {
    await this.terminate();
  }
}

// What it is to run is there when it begins.
function sendStart(endpoint, start, transferList) {
  if (transferList.length === 0 && isForJSON(start)) {
    road.sendText(endpoint, start);
    return;
  }
  if (transferList.length === 0 && road.sendPlain(endpoint, start)) return;
  road.post(endpoint, require('internal/structured_clone').write(start, [...transferList]));
}

// All but what the program gives are texts, truths, and limits that are numbers.
function isForJSON({ workerData, environmentData, resourceLimits }) {
  return workerData === undefined && environmentData === undefined &&
    Object.values(resourceLimits).every(Number.isFinite);
}

// The engine has no such measures; these are Node's.
function standardLimits() {
  return { maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 2096, codeRangeSizeMb: 0,
    stackSizeMb: STACK_MB };
}

// What comes goes to the stream of this thread; many workers may do so.
function forward(stream, destination) {
  stream.on('data', (chunk) => destination().write(chunk));
}

exports.kHooks = kHooks;
exports.Worker = Worker;
exports.onFinished = onFinished;
