// SPDX-License-Identifier: MIT
// Tests and suites of node:test: a tree, whose root is the program. Each finished one hands its
// events (with those of its subtests) to the one above; the root gives them to the reporter, or to
// the process that runs this file (internal/test/files.js).
'use strict';
const { options: cli } = require('internal/program');
const { process } = require('internal/process');
const events = require('internal/test/events');
const { validateAbortSignal, validateNumber } = require('internal/validators');

const now = () => Number(process.hrtime.bigint()) / 1e6;

function messageOf(cause) {
  if (typeof cause === 'string') return cause;
  if (typeof cause === 'object' && cause !== null && 'message' in cause) return cause.message;
  return require('internal/inspect').inspect(cause);
}

class TestError extends Error {
  constructor(cause, failureType) {
    super(messageOf(cause));
    this.code = 'ERR_TEST_FAILURE';
    this.failureType = failureType;
    this.cause = cause;
    // Where the runner noticed is no news.
    Object.defineProperty(this, 'stack', {
      value: `Error [ERR_TEST_FAILURE]: ${this.message}`, writable: true, configurable: true,
    });
  }
}

// What a test function gets.
class Context {
  #test;
  constructor(test) { this.#test = test; }
  get name() { return this.#test.name; }
  get fullName() { return this.#test.fullName; }
  get signal() { return this.#test.signal; }
  get mock() { return this.#test.mock; }
  diagnostic(message) { this.#test.diagnostics.push(`${message}`); }
  plan(count) {
    validateNumber(count, 'count', 0);
    this.#test.planned = count;
  }
  skip(message) {
    this.#test.skipped = true;
    this.#test.message = message;
  }
  todo(message) {
    this.#test.isTodo = true;
    this.#test.message = message;
  }
  runOnly(value) { this.#test.runOnly = Boolean(value); }
  test(name, options, fn) { return this.#test.add(Test, name, options, fn, {}).promise; }
  before(fn) { this.#test.hooks.before.push(fn); }
  after(fn) { this.#test.hooks.after.push(fn); }
  beforeEach(fn) { this.#test.hooks.beforeEach.push(fn); }
  afterEach(fn) { this.#test.hooks.afterEach.push(fn); }
}

class Test {
  constructor(parent, name, options, fn) {
    this.parent = parent;
    this.name = name;
    this.fn = fn;
    this.nesting = parent === null ? 0 : parent.nesting + (parent.parent === null ? 0 : 1);
    this.hooks = { before: [], after: [], beforeEach: [], afterEach: [] };
    this.children = [];
    this.events = [];
    this.diagnostics = [];
    this.error = null;
    this.done = false;
    this.isTodo = Boolean(options.todo);
    this.skipped = Boolean(options.skip);
    this.only = Boolean(options.only);
    const text = options.skip || options.todo;
    this.message = typeof text === 'string' ? text : undefined;
    this.timeout = options.timeout ?? cli.testTimeout ?? Infinity;
    this.runOnly = false;
    this.context = new Context(this);
    this.promise = new Promise((resolve) => { this.resolve = resolve; });
    if (options.signal !== undefined) {
      validateAbortSignal(options.signal, 'options.signal');
      this.outerSignal = options.signal;
    }
  }
  get fullName() {
    return this.parent?.parent ? `${this.parent.fullName} > ${this.name}` : this.name;
  }
  get signal() {
    this.controller ??= new AbortController();
    return this.controller.signal;
  }
  get mock() {
    return this.tracker ??= new (require('internal/test/mock').MockTracker)();
  }
  get isSuite() { return false; }

  add(Kind, name, options, fn, extra) {
    const child = makeTest(Kind, this, name, options, fn, extra);
    child.location = locationOf();
    this.children.push(child);
    child.number = this.children.length;
    if (this.done) {
      child.fail(new TestError('test could not be started because its parent finished',
        'parentAlreadyFinished'));
      child.finish();
    } else {
      this.queue = (this.queue ?? Promise.resolve()).then(() => child.run());
    }
    return child;
  }

  fail(error) {
    if (this.error === null) this.error = error;
  }

  isLeftOut() {
    if (this.skipped) return true;
    if ((cli.testOnly || this.parent.runOnly) && !this.only && !this.hasOnly()) {
      this.message = '\'only\' option not set';
      return true;
    }
    const patterns = cli.testNamePattern;
    if (patterns !== undefined && !this.isSuite &&
        !patterns.some((one) => patternOf(one).test(this.name))) {
      this.message = 'test name does not match pattern';
      return true;
    }
    return false;
  }
  hasOnly() {
    for (let up = this.parent; up !== null; up = up.parent) if (up.only) return true;
    return false;
  }

  async run() {
    this.started = now();
    if (this.done) return;
    if (this.isLeftOut()) {
      this.skipped = true;
      this.finish();
      return;
    }
    const before = current;
    current = this;
    try {
      if (!this.isSuite) await this.parent.runEach('beforeEach', this);
      await this.body();
      if (this.planned !== undefined && this.planned !== this.children.length) {
        throw new TestError(`plan expected ${this.planned} assertions but received ` +
          `${this.children.length}`, 'testCodeFailure');
      }
    } catch (error) {
      this.fail(error instanceof TestError ? error : new TestError(error, 'testCodeFailure'));
    }
    try {
      for (const hook of this.hooks.after) await callHook(hook, this.context);
      if (!this.isSuite) await this.parent.runEach('afterEach', this);
    } catch (error) {
      this.fail(new TestError(error, 'hookFailed'));
    }
    current = before;
    this.tracker?.reset();
    this.controller?.abort();
    this.finish();
  }

  async body() {
    for (const hook of this.hooks.before) await callHook(hook, this.context);
    await limited(this, () => callFunction(this.fn, this.context));
    await this.queue;
    this.judgeChildren();
  }

  judgeChildren() {
    const failed = this.children.filter((child) => child.error !== null && !child.isTodo);
    if (failed.length > 0) {
      throw new TestError(`${failed.length} subtest${failed.length > 1 ? 's' : ''} failed`,
        'subtestsFailed');
    }
  }

  async runEach(kind, test) {
    if (this.parent !== null && kind === 'beforeEach') await this.parent.runEach(kind, test);
    for (const hook of this.hooks[kind]) await callHook(hook, test.context);
    if (this.parent !== null && kind === 'afterEach') await this.parent.runEach(kind, test);
  }

  finish() {
    if (this.done) return;
    this.done = true;
    this.duration = Math.round((now() - (this.started ?? now())) * 1e6) / 1e6;
    const { nesting, name } = this;
    const { location } = this;
    const list = [{ type: 'start', nesting, name, location }];
    if (this.children.length > 0) {
      for (const child of this.children) {
        child.finish();
        list.push(...child.events);
      }
      list.push({ type: 'plan', nesting: nesting + 1, count: this.children.length });
    }
    list.push({
      type: 'result',
      nesting,
      name,
      number: this.number,
      passed: this.error === null,
      error: this.error,
      skipped: this.skipped,
      todo: this.isTodo,
      message: this.message,
      duration: this.duration,
      isSuite: this.isSuite,
      location,
    });
    for (const text of this.diagnostics) list.push({ type: 'diagnostic', nesting, text });
    this.events = list;
    if (this.parent === root) root.show(list);
    this.resolve();
  }
}

// A suite's function declares its tests at once; they run later.
class Suite extends Test {
  get isSuite() { return true; }
  declare() {
    const before = declaring;
    declaring = this;
    try {
      const result = this.fn.call(this.context, this.context);
      if (typeof result?.then === 'function') this.ready = result;
    } catch (error) {
      this.fail(new TestError(error, 'testCodeFailure'));
    } finally {
      declaring = before;
    }
  }
  add(...args) {
    const child = makeTest(args[0], this, ...args.slice(1));
    child.location = locationOf();
    this.children.push(child);
    child.number = this.children.length;
    return child;
  }
  async body() {
    await this.ready;
    if (this.error !== null) return;
    for (const hook of this.hooks.before) await callHook(hook, this.context);
    for (const child of this.children) await child.run();
    this.judgeChildren();
  }
}

class Root extends Test {
  constructor() {
    super(null, '<root>', {}, () => {});
    this.started = now();
    this.totals = new events.Totals();
    // The reporter needs the streams of the process, so it is made with the first result.
    process.on('beforeExit', () => this.end());
    process.on('uncaughtException', (error) => blame(error, 'uncaughtException'));
    process.on('unhandledRejection', (error) => blame(error, 'unhandledRejection'));
  }
  add(...args) {
    this.queue ??= new Promise((resolve) => { setImmediate(resolve); }).then(() => this.open());
    return super.add(...args);
  }
  async open() {
    for (const hook of this.hooks.before) await callHook(hook, this.context);
  }
  show(list) {
    const told = list.map(events.toNode);
    told.forEach((event) => this.totals.add(event));
    if (events.isChild()) told.forEach(events.send);
    else this.reporterMade().show(told);
    if (cli.testForceExit && this.children.every((child) => child.done)) {
      setImmediate(() => {
        if (this.children.every((child) => child.done)) this.end().then(() => process.exit());
      });
    }
  }
  reporterMade() { return this.reporter ??= require('internal/test/reporters').make(); }
  // The loop has nothing left to do.
  async end() {
    if (this.done) return;
    const waiting = this.children.filter((child) => !child.done);
    this.done = true;
    for (const child of waiting) {
      child.fail(new TestError(
        'Promise resolution is still pending but the event loop has already resolved',
        'cancelledByParent'));
      child.finish();
    }
    for (const hook of this.hooks.after) await callHook(hook, this.context);
    if (this.totals.failed > 0) process.exitCode = 1;
    if (events.isChild()) return;
    const reporter = this.reporterMade();
    reporter.show(this.totals.end(now() - this.started));
    await reporter.end();
  }
}

let root = null;
let current = null; // runs
let declaring = null; // a suite whose function is being called

function theRoot() {
  return root ??= new Root();
}

function blame(error, failureType) {
  if (current === null || current.done) {
    const failed = new TestError(error, failureType);
    const test = makeTest(Test, theRoot(), failureType, {}, () => {}, {});
    root.children.push(test);
    test.number = root.children.length;
    test.fail(failed);
    test.finish();
  } else {
    current.fail(new TestError(error, failureType));
    current.finish();
  }
}

// /pattern/flags, or the pattern alone.
function patternOf(text) {
  const parts = /^\/(.*)\/([a-z]*)$/.exec(text);
  return parts === null ? new RegExp(text) : new RegExp(parts[1], parts[2]);
}

// The place of the call that declared a test.
function locationOf() {
  const frame = /^    at (?:.* \()?((?:file:\/\/)?\/[^()]*:\d+:\d+)\)?$/m.exec(new Error().stack);
  return frame === null ? undefined : frame[1];
}

function makeTest(Kind, parent, name, options, fn, extra) {
  if (typeof name === 'function') [name, options, fn] = [undefined, {}, name];
  else if (name !== null && typeof name === 'object') {
    [name, options, fn] = [undefined, name, options];
  } else if (typeof options === 'function') [options, fn] = [{}, options];
  if (typeof fn !== 'function') fn = () => {};
  const all = { ...options, ...extra };
  if (all.timeout !== undefined && all.timeout !== Infinity) {
    validateNumber(all.timeout, 'options.timeout', 0, 2 ** 31 - 1);
  }
  const title = typeof name === 'string' && name !== '' ? name : fn.name || '<anonymous>';
  return new Kind(parent, title, all, fn);
}

function declareTest(name, options, fn, extra) {
  const up = declaring ?? theRoot();
  return up.add(Test, name, options, fn, extra).promise;
}

function declareSuite(name, options, fn, extra) {
  const up = declaring ?? theRoot();
  const suite = up.add(Suite, name, options, fn, extra);
  if (!suite.skipped) suite.declare();
  return suite.promise;
}

function addHook(kind, fn) {
  if (typeof fn !== 'function') fn = () => {};
  const up = declaring ?? theRoot();
  up.hooks[kind].push(fn);
}

// A function with a callback more than its arguments is done when it calls it.
function callFunction(fn, context) {
  if (fn.length < 2) return fn.call(context, context);
  return new Promise((resolve, reject) => {
    const result = fn.call(context, context, (error) => (error ? reject(error) : resolve()));
    if (typeof result?.then === 'function') {
      reject(new TestError('passed a callback but also returned a Promise',
        'callbackAndPromisePresent'));
    }
  });
}

function callHook(hook, context) {
  return callFunction(hook, context);
}

async function limited(test, run) {
  const { timeout, outerSignal } = test;
  if (timeout === Infinity && outerSignal === undefined) return run();
  let timer;
  let onAbort;
  const stop = new Promise((resolve, reject) => {
    if (timeout !== Infinity) {
      timer = setTimeout(() => reject(
        new TestError(`test timed out after ${timeout}ms`, 'testTimeoutFailure')), timeout);
    }
    onAbort = () => reject(new TestError(outerSignal.reason, 'testAborted'));
    if (outerSignal?.aborted) onAbort();
    else outerSignal?.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([stop, run()]);
  } finally {
    clearTimeout(timer);
    outerSignal?.removeEventListener('abort', onAbort);
  }
}

exports.declareTest = declareTest;
exports.declareSuite = declareSuite;
exports.addHook = addHook;
