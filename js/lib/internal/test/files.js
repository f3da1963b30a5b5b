// SPDX-License-Identifier: MIT
// run() of node:test, and --test: each file is a process, which sends its events
// (internal/test/events.js). The results are shown in the order of the files, with one summary.
'use strict';
const { codes } = require('internal/errors');
const { process } = require('internal/process');
const { options: cli } = require('internal/program');
const { Totals, isChild, listen } = require('internal/test/events');
const {
  validateAbortSignal, validateArray, validateBoolean, validateFunction, validateInteger,
  validateNumber, validateObject, validateUint32,
} = require('internal/validators');

const now = () => Number(process.hrtime.bigint()) / 1e6;

// --- which files

const skipped = new Set(['node_modules', '.git']);

function isTestName(path, name) {
  if (!/\.[cm]?js$/.test(name)) return false;
  return /(?:^|\/)test\//.test(path) ||
    /^test(?:-.+)?\.[cm]?js$/.test(name) || /[._-]test\.[cm]?js$/.test(name);
}

// The files below a directory that are named like tests.
function search(directory, found = []) {
  const fs = require('fs');
  for (const entry of fs.readdirSync(directory, { withFileTypes: true })) {
    const path = require('path').join(directory, entry.name);
    if (entry.isDirectory()) {
      if (!skipped.has(entry.name)) search(path, found);
    } else if (isTestName(path, entry.name)) {
      found.push(path);
    }
  }
  return found.sort();
}

function filesOf(words) {
  const fs = require('fs');
  const { resolve } = require('path');
  if (words.length === 0) return search(process.cwd());
  return words.flatMap((word) => {
    const path = resolve(word);
    if (!fs.existsSync(path)) {
      binding('stdio').write(2, `Could not find '${path}'\n`);
      binding('process').exit(1);
    }
    return fs.statSync(path).isDirectory() ? search(path) : [path];
  });
}

// Schedules beside a test are orders in which it once failed: "a.test.js" has "a.test.schedule" and
// "a.test.NAME.schedule".
function schedulesOf(file) {
  const { dirname, basename, join } = require('path');
  const start = `${basename(file).replace(/\.[cm]?js$/, '')}.`;
  return require('fs').readdirSync(dirname(file))
    .filter((name) => name.startsWith(start) && /^([^.]+\.)?schedule$/.test(
      name.slice(start.length)))
    .sort().map((name) => ({ path: file, schedule: join(dirname(file), name) }));
}

// --- one file

// Options that are for this process, and whether a value follows.
const OWN = {
  '__proto__': null, '--test': false, '--test-reporter': true, '--test-concurrency': true,
  '--test-reporter-destination': true, '--test-shard': true, '-e': true, '--eval': true,
  '-p': true, '--print': true, '-pe': true, '--watch': false, '--watch-preserve-output': false,
};

function childOptions() {
  const kept = [];
  for (let i = 0; i < process.execArgv.length; i++) {
    const word = process.execArgv[i];
    const [name] = word.split('=');
    if (!(name in OWN)) kept.push(word);
    else if (OWN[name] && name === word) i++;
  }
  return kept;
}

function lines(stream, take) {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk) => {
    const all = (rest + chunk).split('\n');
    rest = all.pop();
    all.forEach(take);
  });
  stream.on('end', () => { if (rest !== '') take(rest); });
}

const PIPES = ['pipe', 'pipe', 'pipe'];

class File {
  // With a schedule: in that order, as one test that passes if the whole file does.
  constructor(file, number, run) {
    const { path, schedule } = typeof file === 'string' ? { path: file } : file;
    Object.assign(this, { given: file, path, schedule, number, run, items: [], done: false });
    Object.assign(this, { hasTold: false, hasFailedTests: false });
    const name = schedule === undefined ? path : `${path} by ${schedule}`;
    this.place = { nesting: 0, name, line: 1, column: 1, file: require('path').resolve(path) };
  }
  tell(type, data) { this.run.take(this, { type, data }); }
  take(event) {
    const { type, data } = event;
    if (type === 'test:pass' || type === 'test:fail') {
      this.hasTold = true;
      this.hasFailedTests ||= type === 'test:fail' && data.nesting === 0;
    }
    this.run.take(this, event);
  }

  start() {
    const { spawn } = require('child_process');
    const { options } = this.run;
    const begun = now();
    this.run.push({ type: 'test:dequeue', data: this.place });
    const args = [...childOptions(), ...(options.args ?? []), this.path];
    const loads = this.run.again?.begin(this);
    const child = spawn(process.execPath, args, {
      stdio: loads === undefined ? PIPES : [...PIPES, 'pipe'], signal: options.signal,
      env: { ...process.env, NODE_TEST_CONTEXT: 'child-v8',
        ...loads === undefined ? {} : { WATCH_REPORT_DEPENDENCIES: `${PIPES.length}` },
        ...this.schedule === undefined ? {} : { GYRE_REPLAY: this.schedule } },
    });
    this.child = child;
    if (this.run.isStopped) child.kill('SIGKILL');
    let late;
    const timer = options.timeout === Infinity ? undefined : setTimeout(() => {
      late = `test timed out after ${options.timeout}ms`;
      child.kill('SIGTERM');
    }, options.timeout);
    const say = (type) => (message) => this.tell(type, { file: this.place.file, message });
    listen(child.stdout, say('test:stdout'), (event) => {
      if (this.schedule === undefined) this.take(event);
    });
    lines(child.stderr, (line) => say('test:stderr')(`${line}\n`));
    if (loads !== undefined) lines(child.stdio[PIPES.length], loads);
    this.whenDone = new Promise((resolve) => {
      let failure;
      child.on('error', (error) => { failure = error; });
      child.on('close', (code, signal) => {
        clearTimeout(timer);
        this.finish({ code, signal, late, failure, duration: now() - begun });
        this.run.again?.end();
        resolve();
      });
    });
    return this.whenDone;
  }

  // It was not begun when the run was ended.
  cancel() {
    this.finish({ code: 0, signal: null, duration: 0,
      failure: 'test did not finish before its parent and was cancelled' });
  }

  // The file itself is reported if it has reported no tests, or has failed in another way.
  finish({ code, signal, late, failure, duration }) {
    const hasFailed = code !== 0 || late !== undefined || failure !== undefined;
    const error = hasFailed ? this.error({ code, signal, late, failure }) : undefined;
    const result = (more) => ({ ...this.place, testNumber: this.number,
      details: { duration_ms: Math.round(duration * 1e6) / 1e6, ...more,
        ...error === undefined ? {} : { error } } });
    this.tell('test:complete', result({ passed: !hasFailed }));
    if (!this.hasTold || (hasFailed && error.failureType !== 'subtestsFailed')) {
      this.tell('test:start', this.place);
      this.tell(hasFailed ? 'test:fail' : 'test:pass', { ...result(), isFile: true });
    }
    this.done = true;
    this.run.next();
  }
  error({ code, signal, late, failure }) {
    const cause = late ?? failure ?? 'test failed';
    const error = new Error(failure?.message ?? cause);
    const isCancelled = typeof failure === 'string';
    error.code = 'ERR_TEST_FAILURE';
    error.failureType = late !== undefined ? 'testTimeoutFailure' :
      isCancelled ? 'cancelledByParent' : failure?.name === 'AbortError' ? 'testAborted' :
        this.hasFailedTests ? 'subtestsFailed' : 'testCodeFailure';
    error.cause = cause;
    Object.defineProperty(error, 'stack', {
      value: `Error: ${error.message}`, writable: true, configurable: true,
    });
    if (late === undefined && failure === undefined) {
      Object.assign(error, { exitCode: code, signal });
    }
    return error;
  }
}

// --- all of them

class Run {
  constructor(files, options) {
    this.options = options;
    this.files = files.map((path, i) => new File(path, i + 1, this));
    this.totals = new Totals();
    this.first = 0; // the file whose events are shown; those of others wait
    this.count = 0;
    this.begun = now();
    const { Readable } = require('stream');
    this.stream = new Readable({ objectMode: true, highWaterMark: 2 ** 30, read() {} });
  }
  take(file, event) {
    file.items.push(event);
    this.next();
  }
  // Events of the running files are shown in the order of the files.
  next() {
    while (this.first < this.files.length) {
      const file = this.files[this.first];
      file.items.splice(0).forEach((event) => this.show(event));
      if (!file.done) return;
      this.first++;
    }
  }
  show({ type, data }) {
    if ((type === 'test:pass' || type === 'test:fail') && data.nesting === 0) {
      this.count++;
      const { isFile, ...rest } = data;
      data = isFile ? rest : { ...rest, testNumber: this.count };
    }
    this.totals.add({ type, data });
    this.push({ type, data });
  }
  // Ends what runs, and begins nothing more.
  stop() {
    this.isStopped = true;
    for (const { child, done } of this.files) if (!done) child?.kill('SIGKILL');
    this.again?.stop();
  }
  push(event) {
    this.stream.push(event);
    this.stream.emit(event.type, event.data);
  }
  add(given) {
    const file = new File(given, this.files.length + 1, this);
    this.files.push(file);
    this.push({ type: 'test:enqueue', data: file.place });
    return file;
  }
  isWaiting() { return this.waiting.length > 0; }
  sumUp() {
    this.totals.end(now() - this.begun).forEach((event) => this.push(event));
    const { isGood } = this.totals;
    this.totals = new Totals();
    this.count = 0;
    return isGood;
  }
  async start() {
    await this.options.setup?.(this.stream);
    const waiting = this.files.slice();
    this.waiting = waiting;
    if (this.options.watch) {
      this.again = new (require('internal/test/again').Again)(this);
      this.options.signal?.addEventListener('abort', () => this.stop());
    }
    const work = async (file) => {
      for (; file !== undefined; file = waiting.shift()) {
        if (this.isStopped) file.cancel();
        else await file.start();
      }
    };
    const all = [];
    for (const [i, file] of this.files.entries()) {
      this.push({ type: 'test:enqueue', data: file.place });
      if (i < this.options.concurrency) all.push(work(waiting.shift()));
    }
    await Promise.all(all);
    if (this.files.length === 0) this.again?.drain();
    await this.again?.ended;
    const isGood = this.sumUp();
    this.stream.push(null);
    return isGood;
  }
}

function concurrencyOf(value) {
  if (value === undefined || value === null || value === false) return 1;
  if (value === true) return Math.max(require('os').availableParallelism() - 1, 1);
  validateUint32(value, 'options.concurrency', true);
  return value;
}

function shardOf(shard) {
  if (shard === undefined || shard === null) return undefined;
  validateObject(shard, 'options.shard');
  validateInteger(shard.total, 'options.shard.total', 1);
  validateInteger(shard.index, 'options.shard.index', 1, shard.total);
  return shard;
}

function patternWords(patterns) {
  return [patterns ?? []].flat().map((pattern) => `--test-name-pattern=${pattern}`);
}

function prepare(given) {
  validateObject(given, 'options');
  const { files, concurrency, timeout = Infinity, signal, setup, only, forceExit, watch } = given;
  if (files !== undefined && files !== null) validateArray(files, 'options.files');
  if (watch !== undefined && watch !== null) validateBoolean(watch, 'options.watch');
  if (timeout !== Infinity) validateNumber(timeout, 'options.timeout', 0, 2 ** 31 - 1);
  if (signal !== undefined) validateAbortSignal(signal, 'options.signal');
  if (setup !== undefined && setup !== null) validateFunction(setup, 'options.setup');
  if (only !== undefined && only !== null) validateBoolean(only, 'options.only');
  if (forceExit !== undefined && forceExit !== null) {
    validateBoolean(forceExit, 'options.forceExit');
  }
  const args = [...patternWords(given.testNamePatterns), ...(only ? ['--test-only'] : []),
    ...(forceExit ? ['--test-force-exit'] : [])];
  let list = files ?? filesOf([]);
  const shard = shardOf(given.shard);
  if (shard !== undefined) list = list.filter((file, i) => i % shard.total === shard.index - 1);
  if (isChild()) { // a file under test: it would run itself
    process.emitWarning(
      'node:test run() is being called recursively within a test file. skipping running files.');
    list = [];
  }
  const all = list.map(String);
  return new Run(given.hasSchedules ? all.flatMap((file) => [file, ...schedulesOf(file)]) : all,
    { args, concurrency: concurrencyOf(concurrency), timeout, signal, setup, watch });
}

function stream(options = {}) {
  const run = prepare(options);
  run.start();
  return run.stream;
}

function shardOption() {
  if (cli.testShard === undefined) return undefined;
  const parts = /^(\d+)\/(\d+)$/.exec(cli.testShard);
  if (parts === null) {
    throw new codes.ERR_INVALID_ARG_VALUE('--test-shard', cli.testShard,
      'must be in the form of <index>/<total>');
  }
  return { index: Number(parts[1]), total: Number(parts[2]) };
}

async function run(words) {
  const shard = shardOption();
  const all = prepare({
    files: filesOf(words), shard, concurrency: cli.testConcurrency ?? true, hasSchedules: true,
    timeout: cli.testTimeout ?? Infinity, watch: cli.watch,
  });
  const reporter = require('internal/test/reporters').make();
  all.stream.on('data', (event) => reporter.show([event]));
  const ended = new Promise((resolve) => { all.stream.on('end', resolve); });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => all.stop());
  const isGood = await all.start();
  await ended;
  await reporter.end();
  if (!isGood) process.exitCode = 1;
}

exports.filesOf = filesOf;
exports.run = run;
exports.stream = stream;
