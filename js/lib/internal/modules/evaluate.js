// SPDX-License-Identifier: MIT
// The order in which ES modules run, as the specification defines it: depth first, cycles as one,
// and a module that awaits delays only those that import it. A module is an Evaluated, made by
// engine_record.js or record.js; `execute` runs its text.
'use strict';

const LINKED = 'linked';
const EVALUATING = 'evaluating';
const ASYNC = 'evaluating-async';
const EVALUATED = 'evaluated';

let asyncCount = 0; // modules get numbers in the order in which they begin to wait

// What all modules have, and the state of their evaluation.
class Evaluated {
  constructor(url) {
    this.url = url;
    this.status = 'unlinked';
    this.requests = []; // { specifier, attributes }
    this.dependencies = []; // modules, one for each request
    this.isAsync = false; // awaits
    this.index = 0;
    this.lowest = 0;
    this.pending = 0; // dependencies that it waits for
    this.waiting = []; // modules that wait for it
    this.asyncOrder = 0; // not 0: it waits, or waited
    this.cycleRoot = null;
    this.capability = null;
    this.failed = false;
    this.error = undefined;
  }
}

// A promise for the end of the module's evaluation.
function evaluate(module) {
  if (module.status === ASYNC || module.status === EVALUATED) module = module.cycleRoot ?? module;
  if (module.capability !== null) return module.capability.promise;
  module.capability = Promise.withResolvers();
  const stack = [];
  try {
    visit(module, stack, 0);
  } catch (error) {
    stack.forEach((one) => fail(one, error));
    if (module.status !== EVALUATED) throw error;
    module.capability.reject(error);
    return module.capability.promise;
  }
  if (module.status !== ASYNC) module.capability.resolve();
  return module.capability.promise;
}

function fail(module, error) {
  module.status = EVALUATED;
  module.failed = true;
  module.error = error;
}

function visit(module, stack, index) {
  if (module.status === ASYNC || module.status === EVALUATED) {
    if (module.failed) throw module.error;
    return index;
  }
  if (module.status === EVALUATING) return index;
  module.status = EVALUATING;
  module.index = index;
  module.lowest = index++;
  module.pending = 0;
  stack.push(module);
  module.dependencies.forEach((required) => {
    index = visit(required, stack, index);
    let other = required;
    if (other.status === EVALUATING) {
      module.lowest = Math.min(module.lowest, other.lowest);
    } else {
      other = other.cycleRoot ?? other;
      if (other.failed) throw other.error;
    }
    if (other.asyncOrder && other.status !== EVALUATED) {
      module.pending++;
      other.waiting.push(module);
    }
  });
  if (module.pending > 0 || module.isAsync) {
    module.asyncOrder = ++asyncCount;
    if (module.pending === 0) executeAsync(module);
  } else {
    module.execute();
  }
  if (module.lowest === module.index) {
    let one;
    do {
      one = stack.pop();
      one.status = one.asyncOrder ? ASYNC : EVALUATED;
      one.cycleRoot = module;
    } while (one !== module);
  }
  return index;
}

function executeAsync(module) {
  module.execute().then(() => fulfilled(module), (error) => rejected(module, error));
}

// The modules that waited for this one alone, and those that waited for them.
function gather(module, list) {
  module.waiting.forEach((one) => {
    if (!list.includes(one) && !one.cycleRoot?.failed && --one.pending === 0) {
      list.push(one);
      if (!one.isAsync) gather(one, list);
    }
  });
  return list;
}

function fulfilled(module) {
  if (module.status === EVALUATED) return;
  module.status = EVALUATED;
  module.capability?.resolve();
  const ready = gather(module, []).sort((a, b) => a.asyncOrder - b.asyncOrder);
  for (let i = 0; i < ready.length; i++) {
    const one = ready[i];
    if (one.status === EVALUATED) continue;
    if (one.isAsync) {
      executeAsync(one);
      continue;
    }
    try {
      one.execute();
    } catch (error) {
      rejected(one, error);
      continue;
    }
    one.status = EVALUATED;
    one.capability?.resolve();
  }
}

function rejected(module, error) {
  if (module.status === EVALUATED) return;
  fail(module, error);
  module.waiting.forEach((one) => rejected(one, error));
  module.capability?.reject(error);
}

// Whether the module or one that it needs awaits.
function needsAwait(module, seen = new Set()) {
  if (seen.has(module)) return false;
  seen.add(module);
  return module.isAsync || module.dependencies.some((one) => needsAwait(one, seen));
}

// Runs a module's generator to its end; each value that it yields is one that it awaits.
async function drive(generator) {
  let step = generator.next();
  while (!step.done) {
    let value;
    let thrown = false;
    try {
      value = await step.value;
    } catch (error) {
      value = error;
      thrown = true;
    }
    step = thrown ? generator.throw(value) : generator.next(value);
  }
}

// `for await` outside of functions: the promises of an asynchronous iterator one by one. The loop
// returns the result of each.
class Steps {
  constructor(iterable) {
    const method = iterable[Symbol.asyncIterator];
    this.sync = method === undefined || method === null;
    this.iterator = this.sync ? iterable[Symbol.iterator]() : method.call(iterable);
    this.method = this.iterator.next;
    this.done = false;
    this.closed = undefined;
  }

  [Symbol.iterator]() { return this; }

  // Until the loop returns a result, the iterator counts as done: it is not closed when its promise
  // is rejected.
  next() {
    this.done = true;
    const result = this.method.call(this.iterator);
    return { done: false, value: this.sync ? unwrap(result) : result };
  }

  take(result) {
    if (result === null || (typeof result !== 'object' && typeof result !== 'function')) {
      throw new TypeError(`Iterator result ${String(result)} is not an object`);
    }
    this.done = Boolean(result.done);
    return result;
  }

  // The body threw: then errors of closing are ignored.
  failed() {
    if (this.closed !== undefined) this.closed = Promise.resolve(this.closed).catch(() => {});
  }

  // The loop was left early.
  return() {
    if (!this.done) this.closed = this.iterator.return?.();
    this.done = true;
    return {};
  }
}

function unwrap({ value, done }) {
  return Promise.resolve(value).then((settled) => ({ value: settled, done }));
}

exports.Evaluated = Evaluated;
exports.LINKED = LINKED;
exports.EVALUATED = EVALUATED;
exports.EVALUATING = EVALUATING;
exports.evaluate = evaluate;
exports.needsAwait = needsAwait;
exports.drive = drive;
exports.steps = (iterable) => new Steps(iterable);
