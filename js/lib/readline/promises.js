// SPDX-License-Identifier: MIT
// The module readline/promises.
'use strict';
const { Interface: Base } = require('internal/readline/interface');
const { validateAbortSignal, validateBoolean, validateInteger } =
  require('internal/validators');
const { AbortError, codes } = require('internal/errors');
const screen = require('internal/readline/screen');

class Interface extends Base {
  question(query, options = {}) {
    return new Promise((resolve, reject) => {
      const { signal } = options;
      if (signal !== undefined) {
        validateAbortSignal(signal, 'options.signal');
        if (signal.aborted) {
          reject(new AbortError(undefined, { cause: signal.reason }));
          return;
        }
      }
      const onAbort = () => {
        this._cancelQuestion();
        reject(new AbortError(undefined, { cause: signal.reason }));
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this._ask(query, (answer) => {
        signal?.removeEventListener('abort', onAbort);
        resolve(answer);
      });
    });
  }
}

// Collects movements, to be written at once.
class Readline {
  #stream;
  #autoCommit = false;
  #todo = [];
  constructor(stream, options = undefined) {
    if (stream === null || typeof stream !== 'object' || typeof stream.write !== 'function') {
      throw new codes.ERR_INVALID_ARG_TYPE('stream', 'Writable', stream);
    }
    this.#stream = stream;
    if (options?.autoCommit != null) {
      validateBoolean(options.autoCommit, 'options.autoCommit');
      this.#autoCommit = options.autoCommit;
    }
  }
  #add(text) {
    if (this.#autoCommit) process.nextTick(() => this.#stream.write(text));
    else this.#todo.push(text);
    return this;
  }
  cursorTo(x, y = undefined) {
    validateInteger(x, 'x');
    if (y != null) validateInteger(y, 'y');
    return this.#add(y == null ? `\x1b[${x + 1}G` : `\x1b[${y + 1};${x + 1}H`);
  }
  moveCursor(dx, dy) {
    if (!dx && !dy) return this;
    validateInteger(dx, 'dx');
    validateInteger(dy, 'dy');
    return this.#add(screen.moveText(dx, dy));
  }
  clearLine(direction) {
    validateInteger(direction, 'dir', -1, 1);
    return this.#add(screen.lineText(direction));
  }
  clearScreenDown() { return this.#add('\x1b[0J'); }
  commit() {
    return new Promise((resolve) => {
      this.#stream.write(this.#todo.join(''), resolve);
      this.#todo = [];
    });
  }
  rollback() {
    this.#todo = [];
    return this;
  }
}

function createInterface(input, output, completer, terminal) {
  return new Interface(input, output, completer, terminal);
}

module.exports = { Interface, Readline, createInterface };
