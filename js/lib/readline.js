// SPDX-License-Identifier: MIT
// The module readline: lines from a stream, with editing on a terminal.
'use strict';
const { Interface: Base } = require('internal/readline/interface');
const { emitKeypressEvents } = require('internal/readline/keys');
const { validateAbortSignal } = require('internal/validators');
const { AbortError } = require('internal/errors');
const screen = require('internal/readline/screen');

function question(query, options, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = {};
  }
  if (typeof callback !== 'function') return;
  const { signal } = options ?? {};
  if (signal !== undefined) {
    validateAbortSignal(signal, 'options.signal');
    if (signal.aborted) return;
    const onAbort = () => this._cancelQuestion();
    signal.addEventListener('abort', onAbort, { once: true });
    this._ask(query, (answer) => {
      signal.removeEventListener('abort', onAbort);
      callback(answer);
    });
    return;
  }
  this._ask(query, callback);
}

const promised = {
  question(query, options = {}) {
    return new Promise((resolve, reject) => {
      const { signal } = options;
      if (signal?.aborted) {
        reject(new AbortError(undefined, { cause: signal.reason }));
        return;
      }
      signal?.addEventListener('abort', () => {
        reject(new AbortError(undefined, { cause: signal.reason }));
      }, { once: true });
      question.call(this, query, options, resolve);
    });
  },
};
Object.defineProperty(question, Symbol.for('nodejs.util.promisify.custom'), {
  value: promised.question, enumerable: false, configurable: true, writable: true,
});

// Programs also call it without new, and inherit from it the old way.
function Interface(input, output, completer, terminal) {
  return Reflect.construct(Base, [input, output, completer, terminal], new.target ?? Interface);
}
Interface.prototype = Object.create(Base.prototype, {
  constructor: { value: Interface, writable: true, enumerable: false, configurable: true },
  question: { value: question, writable: true, enumerable: false, configurable: true },
});
Object.setPrototypeOf(Interface, Base);

function createInterface(input, output, completer, terminal) {
  return new Interface(input, output, completer, terminal);
}

module.exports = {
  Interface,
  clearLine: screen.clearLine,
  clearScreenDown: screen.clearScreenDown,
  createInterface,
  cursorTo: screen.cursorTo,
  emitKeypressEvents,
  moveCursor: screen.moveCursor,
  get promises() { return require('readline/promises'); },
};
