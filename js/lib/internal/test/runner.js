// SPDX-License-Identifier: MIT
// Tests and suites of node:test: a tree, whose root is the program. A test runs when its parent has
// room for it, and is reported in the order in which tests were declared. Events
// (internal/test/events.js) go to the reporters, or to the process that runs this file
// (internal/test/files.js).
'use strict';
const { codes } = require('internal/errors');
const { options: cli } = require('internal/program');
const { process } = require('internal/process');
const { Plan, SuiteContext, TestContext, TestError } = require('internal/test/context');
const events = require('internal/test/events');
const {
  Hook, call, limitOf, locationOf, pending, running, timeoutOf,
} = require('internal/test/hook');
const { validateAbortSignal, validateUint32 } = require('internal/validators');

const now = () => Number(process.hrtime.bigint()) / 1e6;
const NEEDS_ONLY = '\'only\' and \'runOnly\' require the --test-only command-line option.';
const CANCELLED = 'test did not finish before its parent and was cancelled';

let root = null;

function concurrencyOf(value, inherited) {
  if (value === undefined || value === null) return inherited;
  if (typeof value === 'boolean') return value ? Infinity : 1;
  if (typeof value !== 'number') {
    throw new codes.ERR_INVALID_ARG_TYPE('options.concurrency', ['boolean', 'number'], value);
  }
  validateUint32(value, 'options.concurrency', true);
  return value;
}

class Test {
  passed = false;
  error = null;
  cancelled = false;
  started = null; // times
  ended = null;
  isReported = false;
  runOnly = false;
  plan = null;
  children = [];
  active = 0; // children that run
  waiting = []; // those that have no room yet
  next = 1; // the number of the next child to report
  diagnostics = [];
  location = undefined;
  isStartTold = false;

  constructor(parent, name, options, fn) {
    this.parent = parent;
    this.fn = fn;
    this.name = name;
    this.nesting = parent === null || parent === root ? 0 : parent.nesting + 1;
    this.timeout = timeoutOf(options.timeout, parent?.timeout ?? Infinity);
    this.concurrency = concurrencyOf(options.concurrency, parent?.concurrency ?? 1);
    this.only = Boolean(options.only);
    this.hooks = {
      before: [], after: [],
      beforeEach: [...parent?.hooks.beforeEach ?? []],
      afterEach: [...parent?.hooks.afterEach ?? []],
    };
    this.skipped = false;
    this.isTodo = options.todo !== undefined && options.todo !== false;
    this.message = typeof options.skip === 'string' ? options.skip :
      typeof options.todo === 'string' ? options.todo : null;
    this.controller = new AbortController();
    if (options.signal !== undefined) validateAbortSignal(options.signal, 'options.signal');
    this.outerSignal = options.signal;
    if (options.plan !== undefined) this.plan = new Plan(options.plan);
    this.context = this.makeContext();
    if (options.skip) this.skip(options.skip);
    this.over = pending();
    this.onAbort = () => {
      const { reason } = this.outerSignal;
      if (typeof reason === 'object' && reason !== null) reason.failureType = 'testAborted';
      this.cancel(reason);
    };
    this.outerSignal?.addEventListener('abort', this.onAbort, { once: true });
  }
  makeContext() { return new TestContext(this); }
  get isSuite() { return false; }
  get isTopLevel() { return this.parent === root; }
  get fullName() {
    return this.parent === null || this.isTopLevel ? this.name :
      `${this.parent.fullName} > ${this.name}`;
  }
  get signal() { return this.controller.signal; }
  get mock() {
    return this.tracker ??= new (require('internal/test/mock').MockTracker)();
  }

  // --- what a test's function may say of it

  skip(message) {
    this.skipped = true;
    if (typeof message === 'string') this.message = message;
  }
  todo(message) {
    this.isTodo = true;
    if (typeof message === 'string') this.message = message;
  }
  diagnose(message) { this.diagnostics.push(message); }

  // --- children

  // A new test or suite below this one. It is started by start().
  declare(isSuite, name, options, fn, extra) {
    const made = makeTest(isSuite, this, name, options, fn, extra);
    this.children.push(made);
    made.number = this.children.length;
    if (this.ended !== null || this.signal.aborted) {
      made.started = now();
      made.fail(new TestError('test could not be started because its parent finished',
        'parentAlreadyFinished'));
    }
    return made;
  }
  hasRoom() { return this.active < this.concurrency; }
  fill() {
    while (this.waiting.length > 0 && this.hasRoom()) {
      const child = this.waiting.shift();
      if (child.ended === null) child.begin();
    }
  }
  start() {
    root.tell('enqueue', this.place());
    if (this.parent.hasRoom()) this.begin();
    else this.parent.waiting.push(this);
    return this.over.promise;
  }
  begin() {
    this.parent.active++;
    this.isActive = true;
    root.tell('dequeue', this.place());
    this.run();
  }

  // --- its end

  fail(error) {
    if (this.error === null) {
      this.passed = false;
      this.error = error;
    }
  }
  cancel(error) {
    if (this.ended !== null || this.cancelled) return;
    this.fail(error ?? new TestError(CANCELLED, 'cancelledByParent'));
    this.cancelled = true;
    this.controller.abort();
  }
  get isStopped() {
    if (this.outerSignal?.aborted) this.onAbort();
    return this.signal.aborted;
  }

  async runHooks(owner, kind, args) {
    try {
      for (const hook of owner.hooks[kind]) {
        await hook.use(args);
        if (hook.error !== null) throw hook.error;
      }
    } catch (error) {
      const failed = new TestError(`failed running ${kind} hook`, 'hookFailed');
      failed.cause = error instanceof TestError ? error.cause : error;
      throw failed;
    }
  }

  async run() {
    this.started = now();
    if (this.isStopped || this.error !== null) {
      this.end();
      return;
    }
    const { parent } = this;
    let limit;
    const closing = [
      () => (this.skipped ? undefined : this.runHooks(parent, 'afterEach', [this.context])),
      () => this.runHooks(this, 'after', [this.context]),
    ];
    const close = async () => { while (closing.length > 0) await closing.shift()(); };
    try {
      await this.runHooks(parent, 'before', [parent.context]);
      if (!this.skipped) await this.runHooks(parent, 'beforeEach', [this.context]);
      limit = limitOf(this);
      const fn = this.skipped ? () => {} : this.fn;
      await running.run(this, () => call(fn, this.context, [this.context], limit.promise));
      if (this.isStopped) {
        this.end();
        return;
      }
      this.plan?.check();
      this.pass();
      await close();
    } catch (error) {
      this.take(error);
      while (closing.length > 0) await close().catch(() => {});
    } finally {
      limit?.end();
    }
    this.controller.abort();
    this.end();
  }
  pass() {
    if (this.error === null && this.ended === null) this.passed = true;
  }
  take(error) {
    if (error instanceof TestError) {
      if (error.failureType === 'testTimeoutFailure') this.cancel(error);
      else this.fail(error);
    } else {
      this.fail(new TestError(error, 'testCodeFailure'));
    }
  }

  end(error) {
    if (this.ended !== null) {
      if (this.isActive) this.leave();
      return;
    }
    this.ended = now();
    this.started ??= this.ended;
    let failed = 0;
    for (const child of this.children) {
      if (child.ended === null) {
        child.cancel(error);
        child.end(error);
      }
      if (!child.passed && !child.isTodo) failed++;
    }
    if (failed > 0 && this.error === null) {
      this.fail(new TestError(`${failed} subtest${failed > 1 ? 's' : ''} failed`,
        'subtestsFailed'));
    }
    this.outerSignal?.removeEventListener('abort', this.onAbort);
    this.tracker?.reset();
    this.complete();
  }
  complete() {
    root.tell('complete', this.result());
    this.parent.tellReady();
    this.leave();
    this.over.resolve();
  }
  leave() {
    if (!this.isActive) return;
    this.isActive = false;
    this.parent.active--;
    this.parent.fill();
  }

  // --- reporting

  place() { return { nesting: this.nesting, name: this.name, location: this.location }; }
  result() {
    return {
      ...this.place(), number: this.number, passed: this.passed, error: this.error,
      skipped: this.skipped, todo: this.isTodo, message: this.message,
      duration: Math.round((this.ended - this.started) * 1e6) / 1e6, isSuite: this.isSuite,
    };
  }
  tellStart() {
    if (this.isStartTold) return;
    this.isStartTold = true;
    if (!this.isTopLevel) this.parent.tellStart();
    root.tell('start', this.place());
  }
  get isNext() {
    return this.parent === null || (this.parent.next === this.number && this.parent.isNext);
  }
  // Children are reported in their order, after all before them and above.
  tellReady() {
    if (!this.isNext) return;
    for (let child = this.children[this.next - 1]; child?.ended > 0;
      child = this.children[this.next - 1]) {
      child.tellReady();
      child.tell();
      this.next++;
    }
    this.children[this.next - 1]?.tellReady();
  }
  tell() {
    this.tellStart();
    if (this.children.length > 0) {
      root.tell('plan', { nesting: this.nesting + 1, count: this.children.length,
        location: this.location });
    }
    root.tell('result', this.result());
    for (const text of this.diagnostics) {
      root.tell('diagnostic', { nesting: this.nesting, text, location: this.location });
    }
  }

  // --- hooks

  addHook(kind, fn, options) {
    const hook = new Hook(this, kind, fn, options);
    if (kind === 'before' && this.started !== null && this !== root) {
      hook.use([this.context]).then(() => {
        if (hook.error !== null) this.fail(hook.error);
      });
    }
    if (kind === 'afterEach') this.hooks[kind].unshift(hook);
    else this.hooks[kind].push(hook);
  }
}

// A suite's function declares its tests at once, or in a promise; they run later.
class Suite extends Test {
  get isSuite() { return true; }
  makeContext() { return new SuiteContext(this); }
  build() {
    if (this.skipped) return;
    try {
      const built = running.run(this, () => Reflect.apply(this.fn, this.context, [this.context]));
      if (typeof built?.then === 'function') {
        this.built = Promise.resolve(built).catch((error) => this.take(error));
      }
    } catch (error) {
      this.take(error);
    }
  }
  async run() {
    this.started = now();
    let limit;
    try {
      await this.built;
      if (this.isStopped || this.error !== null) {
        this.end();
        return;
      }
      await this.runHooks(this.parent, 'before', [this.parent.context]);
      const context = new SuiteContext(this);
      limit = limitOf(this);
      await this.runHooks(this, 'before', [context]);
      const children = this.skipped ? [] : this.children;
      await Promise.race([Promise.all(children.map((child) => child.start())), limit.promise]);
      await this.runHooks(this, 'after', [context]);
      this.pass();
    } catch (error) {
      this.take(error);
      await this.runHooks(this, 'after', [this.context]).catch(() => {});
    } finally {
      limit?.end();
    }
    this.controller.abort();
    this.end();
  }
}

class Root extends Test {
  constructor() {
    super(null, '<root>', { timeout: cli.testTimeout }, () => {});
    this.started = now();
    this.totals = new events.Totals();
    this.untold = [];
    process.on('exit', () => this.flush());
    this.isOpen = false;
    this.runOnly = Boolean(cli.testOnly);
    // All that a program declares at once is there before the first test runs.
    setImmediate(() => {
      this.isOpen = true;
      this.fill();
    });
    process.on('beforeExit', () => this.finish());
    process.on('uncaughtException', (error) => this.blame(error, 'uncaughtException'));
    process.on('unhandledRejection', (error) => this.blame(error, 'unhandledRejection'));
  }
  hasRoom() { return this.isOpen && super.hasRoom(); }
  get isNext() { return true; }
  tell(type, data) {
    this.show(events.toNode({ type, ...data }));
  }
  // As in Node, where events pass through streams, they come after what is printed before ticks and
  // microtasks are done.
  show(event) {
    this.totals.add(event);
    if (this.untold.push(event) > 1) return;
    queueMicrotask(() => process.nextTick(() => this.flush()));
  }
  flush() {
    const list = this.untold.splice(0);
    if (events.isChild()) list.forEach(events.send);
    else if (list.length > 0) this.reporterMade().show(list);
  }
  // The reporter needs the streams of the process, so it is made with the first event.
  reporterMade() { return this.reporter ??= require('internal/test/reporters').make(); }
  get isIdle() { return this.isOpen && this.active === 0 && this.waiting.length === 0; }
  fill() {
    super.fill();
    if (this.isIdle) setImmediate(() => { if (this.isIdle) this.rest(); });
  }
  // Nothing runs, and nothing waits: what keeps the loop alive may be what the last hooks close.
  async rest() {
    await this.runLast();
    if (cli.testForceExit) this.finish().then(() => process.exit());
  }
  async runLast() {
    for (const hook of this.hooks.after) {
      await hook.use([this.context]);
      if (hook.error === null || hook.isTold) continue;
      hook.isTold = true;
      this.tellHook(hook);
    }
  }

  // An error that nobody caught is that of the test that made it.
  blame(error, failureType) {
    const test = running.getStore() ?? this.onlyOne();
    if (test !== undefined && test !== this && test.ended === null) {
      test.fail(new TestError(error, failureType));
      test.controller.abort();
      return;
    }
    process.exitCode = 1;
    const what = test === undefined || test === this ? 'A resource' : `Test "${test.name}"`;
    let where = '';
    if (test?.location !== undefined) {
      const { file, line, column } = events.place(test.location);
      where = ` at ${require('path').relative(process.cwd(), file)}:${line}:${column}`;
    }
    this.diagnose(`Error: ${what}${where} generated asynchronous activity after the test ended. ` +
      `This activity created the error "${error}" and would have caused the test to fail, but ` +
      `instead triggered an ${failureType} event.`);
  }

  // The test that runs, if no other does beside it: a rejected promise has no context here.
  onlyOne() {
    let one = this;
    while (one.active === 1) one = one.children.find((child) => child.isActive);
    return one.active === 0 && one !== this ? one : undefined;
  }

  // The loop has nothing left to do.
  async finish() {
    if (this.isFinishing) return;
    this.isFinishing = true;
    const late = new TestError(
      'Promise resolution is still pending but the event loop has already resolved',
      'cancelledByParent');
    this.isOpen = true;
    const open = this.children.filter((child) => child.ended === null);
    for (const child of open) {
      child.cancel(late);
      child.end(late);
    }
    this.ended = now();
    await this.runLast();
    this.writeSnapshots();
    if (!this.totals.isGood) process.exitCode = 1;
    const last = this.totals.end(now() - this.started, this.diagnostics);
    if (events.isChild()) {
      for (const text of this.diagnostics) this.tell('diagnostic', { nesting: 0, text });
      this.flush();
      return;
    }
    this.flush();
    const reporter = this.reporterMade();
    reporter.show(last);
    await reporter.end();
  }
  writeSnapshots() {
    try {
      require('internal/test/snapshot').writeFiles();
    } catch (error) {
      process.exitCode = 1;
      this.diagnose(`Error: ${error.message} ${error.cause.message}`);
    }
  }
  tellHook(hook) {
    const { file } = events.place(hook.location);
    hook.error.failureType = 'hookFailed';
    this.tell('result', {
      nesting: 0, name: file, location: hook.location, number: this.children.length + 1,
      passed: false, error: hook.error, duration: 0,
    });
  }
}

function theRoot() {
  return root ??= new Root();
}

// /pattern/flags, or the pattern alone.
function patternOf(text) {
  const parts = /^\/(.*)\/([a-z]*)$/.exec(text);
  return parts === null ? new RegExp(text) : new RegExp(parts[1], parts[2]);
}

function leaveOut(test) {
  if (cli.testOnly && test.parent.runOnly && !test.only) {
    test.fn = () => {};
    test.skip('\'only\' option not set');
  }
  const patterns = cli.testNamePattern;
  if (patterns !== undefined && !patterns.some((one) => patternOf(one).test(test.name))) {
    test.fn = () => {};
    test.skip('test name does not match pattern');
  }
  if (!cli.testOnly && (test.only || test.parent.runOnly)) test.diagnose(NEEDS_ONLY);
}

function makeTest(isSuite, parent, name, options, fn, extra) {
  if (typeof name === 'function') [name, options, fn] = [undefined, {}, name];
  else if (name !== null && typeof name === 'object') {
    [name, options, fn] = [undefined, name, options];
  } else if (typeof options === 'function') [options, fn] = [{}, options];
  const all = { name, ...options, ...extra };
  if (typeof fn !== 'function') fn = (() => () => {})();
  const title = typeof all.name === 'string' && all.name !== '' ? all.name :
    fn.name || '<anonymous>';
  const test = new (isSuite ? Suite : Test)(parent, title, all, fn);
  test.location = locationOf();
  leaveOut(test);
  if (isSuite) test.build();
  return test;
}

// In a suite they are started when it runs.
function declare(isSuite, name, options, fn, extra) {
  const parent = running.getStore() ?? theRoot();
  const test = parent.declare(isSuite, name, options, fn, extra);
  return parent.isSuite ? Promise.resolve() : test.start();
}

exports.declareTest = (...args) => declare(false, ...args);
exports.declareSuite = (...args) => declare(true, ...args);
exports.contextNow = () => running.getStore()?.context;
exports.addHook = (kind, fn, options) => {
  (running.getStore() ?? theRoot()).addHook(kind, fn, options);
};
