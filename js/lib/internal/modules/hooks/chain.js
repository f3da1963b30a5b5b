// SPDX-License-Identifier: MIT
// Chains of hooks: the last registered hook is called first, and calls the next one; the last one
// is the loader's default. The same for hooks that return promises (on their own thread) and for
// those that do not (module.registerHooks).
'use strict';
const { codes } = require('internal/errors');
const { validateString } = require('internal/validators');

// Runs a generator that yields what hooks return.
async function later(steps) {
  let step = steps.next();
  while (!step.done) {
    let value;
    try {
      value = await step.value;
    } catch (error) {
      step = steps.throw(error);
      continue;
    }
    step = steps.next(value);
  }
  return step.value;
}

function now(steps) {
  let step = steps.next();
  while (!step.done) step = steps.next(step.value);
  return step.value;
}

const isObject = (value) => value !== null && typeof value === 'object';

const checks = {
  resolve(result, name) {
    const { url, format, importAttributes } = result;
    if (typeof url !== 'string' || !URL.canParse(url)) {
      throw new codes.ERR_INVALID_RETURN_PROPERTY_VALUE('a URL string', name, 'url', url);
    }
    if (format != null && typeof format !== 'string') {
      throw new codes.ERR_INVALID_RETURN_PROPERTY_VALUE('a string', name, 'format', format);
    }
    if (importAttributes != null && typeof importAttributes !== 'object') {
      throw new codes.ERR_INVALID_RETURN_PROPERTY_VALUE(
        'an object', name, 'importAttributes', importAttributes);
    }
  },
  load(result, name) {
    const { format } = result;
    if (format != null && typeof format !== 'string') {
      throw new codes.ERR_INVALID_RETURN_PROPERTY_VALUE('a string', name, 'format', format);
    }
  },
};

class Chain {
  #kind;
  #drive;
  // `kind` is 'resolve' or 'load'.
  constructor(kind, isAsync) {
    this.#kind = kind;
    this.#drive = isAsync ? later : now;
  }

  // hooks: [{ fn, name }], the oldest first; last(subject, context) ends the chain.
  run(hooks, last, subject, context) {
    return this.#drive(this.#ask(hooks, hooks.length - 1, last, subject, context));
  }

  * #ask(hooks, at, last, subject, context) {
    if (at < 0) return yield last(subject, context);
    const { fn, name } = hooks[at];
    const shown = `${name} '${this.#kind}'`;
    const next = this.#kind === 'resolve' ? 'nextResolve' : 'nextLoad';
    let asked = false;
    const result = yield fn(subject, context, (given, extra) => {
      asked = true;
      const other = hooks[at - 1]?.name ?? `node:internal/modules/esm/${this.#kind}`;
      const what = this.#kind === 'resolve' ? 'specifier' : 'url';
      validateString(given, `${other} '${this.#kind}' hook's ${next}() ${what}`);
      const changed = isObject(extra) ? { ...context, ...extra } : context;
      return this.#drive(this.#ask(hooks, at - 1, last, given, changed));
    });
    if (!isObject(result)) {
      throw new codes.ERR_INVALID_RETURN_VALUE('an object', `${shown} hook's ${next}()`, result);
    }
    if (!asked && !result.shortCircuit) throw new codes.ERR_LOADER_CHAIN_INCOMPLETE(shown);
    checks[this.#kind](result, shown);
    return result;
  }
}

exports.Chain = Chain;
