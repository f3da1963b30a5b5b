// SPDX-License-Identifier: MIT
// The module repl: a prompt that runs what is typed. readline edits the lines;
// internal/repl/evaluate.js decides what a text means.
'use strict';
const { Interface } = require('readline');
const { codes } = require('internal/errors');
const { validateFunction, validateObject } = require('internal/validators');
const { Recoverable, evaluate, declaredNames } = require('internal/repl/evaluate');
const { toNodeForm } = require('internal/stack');

const REPL_MODE_SLOPPY = Symbol('repl-sloppy');
const REPL_MODE_STRICT = Symbol('repl-strict');
const MORE = '... ';
let counter = 0;

function writer(value) {
  return require('internal/inspect').inspect(value, { ...writer.options });
}
writer.options = { showProxy: true, colors: false };

// What the options of start() say, with what they leave open.
function complete(options) {
  if (typeof options === 'string' || options === undefined) options = { prompt: options };
  validateObject(options, 'options', { allowArray: true });
  const { input = process.stdin, output = process.stdout } = options;
  const terminal = options.terminal ?? Boolean(output.isTTY);
  if (options.breakEvalOnSigint && options.eval) {
    throw new codes.ERR_INVALID_REPL_EVAL_CONFIG();
  }
  const colors = options.useColors ??
    (terminal && (typeof output.getColorDepth === 'function' ? output.getColorDepth() > 2 : true));
  return { ...options, prompt: options.prompt ?? '> ', input, output, terminal, useColors: colors };
}

class REPLServer extends Interface {
  constructor(given, stream, evaluator, useGlobal, ignoreUndefined, replMode) {
    if (given === null || typeof given !== 'object') {
      given = { prompt: given, eval: evaluator, useGlobal, ignoreUndefined, replMode };
      if (stream !== undefined) Object.assign(given, { input: stream, output: stream });
    }
    const options = complete(given);
    super({
      input: options.input,
      output: options.output,
      terminal: options.terminal,
      prompt: options.prompt,
      historySize: options.historySize ?? 1000,
      completer: options.completer ?? ((line, callback) => this.complete(line, callback)),
    });
    this.useColors = options.useColors;
    this.useGlobal = Boolean(options.useGlobal);
    this.ignoreUndefined = Boolean(options.ignoreUndefined);
    this.replMode = options.replMode ?? REPL_MODE_SLOPPY;
    this.breakEvalOnSigint = Boolean(options.breakEvalOnSigint);
    this.editorMode = false;
    this.lines = [];
    this.commands = { __proto__: null };
    this.last = undefined;
    this.lastError = undefined;
    this.writer = options.writer ?? ((value) => require('internal/inspect').inspect(
      value, { ...writer.options, colors: this.useColors }));
    if (options.eval !== undefined) validateFunction(options.eval, 'options.eval');
    this.eval = options.eval ?? this.#evaluate;
    this.#initialPrompt = options.prompt;
    require('internal/repl/commands').define(this);
    this.resetContext();
    this.on('line', (line) => this.#onLine(line));
    this.on('SIGINT', () => this.#onInterrupt());
    this.on('close', () => this.#onClose());
    this.displayPrompt();
  }

  #initialPrompt;
  #buffer = '';
  #busy = false; // a promise is waited for
  #waiting = []; // lines that came meanwhile
  #sawInterrupt = false;
  #closing = false;
  #declaring = []; // texts with let, const or class: completion looks for their names

  defineCommand(keyword, command) {
    if (typeof command === 'function') command = { action: command };
    validateFunction(command.action, 'cmd.action');
    this.commands[keyword] = command;
  }

  createContext() {
    if (this.useGlobal) return globalThis;
    const sandbox = require('vm').createContext();
    const own = require('vm').runInContext('Object.getOwnPropertyNames(globalThis)', sandbox);
    for (const name of Object.getOwnPropertyNames(globalThis)) {
      if (own.includes(name)) continue;
      Object.defineProperty(sandbox, name, Object.getOwnPropertyDescriptor(globalThis, name));
    }
    Object.defineProperty(sandbox, 'console', {
      value: new (require('console').Console)(this.output), writable: true, configurable: true,
    });
    sandbox.global = sandbox;
    return sandbox;
  }

  resetContext() {
    this.context = this.createContext();
    require('internal/repl/start').defineNames(this.context);
    this.#defineResult('_', 'last', 'Expression assignment to _ now disabled.');
    this.#defineResult('_error', 'lastError', 'Expression assignment to _error now disabled.');
    this.lines = [];
    this.#declaring = [];
    this.emit('reset', this.context);
  }

  // `_` is the last result until the program assigns to it.
  #defineResult(name, member, word) {
    this[`own${name}`] = false;
    Object.defineProperty(this.context, name, {
      configurable: true,
      get: () => this[member],
      set: (value) => {
        this[member] = value;
        if (!this[`own${name}`]) {
          this[`own${name}`] = true;
          this.output.write(`${word}\n`);
        }
      },
    });
  }

  setPrompt(prompt) {
    this.#initialPrompt = prompt;
    super.setPrompt(prompt);
  }

  displayPrompt(preserveCursor) {
    super.setPrompt(this.editorMode ? '' : this.#buffer === '' ? this.#initialPrompt : MORE);
    this.prompt(preserveCursor);
  }

  clearBufferedCommand() {
    this.#buffer = '';
  }

  #onLine(line) {
    this.#sawInterrupt = false;
    if (this.editorMode) {
      this.#buffer += `${line}\n`;
      return;
    }
    if (this.#busy) {
      this.#waiting.push(line);
      return;
    }
    const command = /^\.([A-Za-z]\w*)\s*(.*)$/.exec(line.trim());
    if (command !== null && (this.#buffer === '' || this.commands[command[1]] !== undefined)) {
      const known = this.commands[command[1]];
      if (known !== undefined) {
        known.action.call(this, command[2]);
        return;
      }
      if (!/^\.\d/.test(line.trim())) {
        this.output.write('Invalid REPL keyword\n');
        this.displayPrompt();
        return;
      }
    }
    this._run(this.#buffer + (this.#buffer === '' ? line : `\n${line}`), line);
  }

  // Runs a text; `line` is what was typed last, for the file of .save.
  _run(text, line) {
    if (line !== '') this.lines.push(line);
    if (this.#buffer === '' && text.trim() === '') {
      this.displayPrompt();
      return;
    }
    const file = `REPL${++counter}`;
    this.#busy = true;
    this.eval(text, this.context, file, (error, value) => {
      this.#busy = false;
      this.#finish(error, value, text);
      if (this.#closing) this.#leave();
      else if (this.#waiting.length > 0) this.#onLine(this.#waiting.shift());
    });
  }

  #finish(error, value, text) {
    if (error instanceof Recoverable) {
      this.#buffer = text;
      this.displayPrompt();
      return;
    }
    this.#buffer = '';
    if (error !== null && error !== undefined) {
      this._showError(error);
    } else {
      if (!this.own_) this.last = value;
      if (/\b(?:let|const|class)\b/.test(text)) this.#declaring.push(text);
      if (!this.ignoreUndefined || value !== undefined) {
        this.output.write(`${this.writer(value)}\n`);
      }
    }
    if (!this.closed) this.displayPrompt();
  }

  _showError(error) {
    if (!this.own_error) this.lastError = error;
    toNodeForm(error);
    let text;
    if (error !== null && typeof error === 'object' && typeof error.stack === 'string') {
      trimStack(error);
      text = `${error.place ?? ''}Uncaught ${this.writer(error).replace(/^\[([^\n]*)\]$/, '$1')}`;
    } else {
      text = `Uncaught ${this.writer(error)}`;
    }
    this.output.write(`${text}\n`);
  }

  #evaluate(text, context, file, callback) {
    const strict = this.replMode === REPL_MODE_STRICT ? "'use strict'; void 0; " : '';
    let result;
    try {
      result = evaluate(strict + text, file, this.#runner(context));
    } catch (error) {
      callback(error);
      return;
    }
    if (result.promise !== undefined) {
      result.promise.then((value) => callback(null, value), (error) => callback(error));
    } else if ('error' in result) {
      callback(result.error === undefined || result.error === null ?
        Object.assign(new Error(`${result.error}`), { stack: undefined }) : result.error);
    } else {
      callback(null, result.value);
    }
  }

  // A function (text, file) that runs a script in the context.
  #runner(context) {
    if (this.useGlobal) return binding('script').evaluate;
    const vm = require('vm');
    return (source, name) => (
      vm.runInContext(source, context, { filename: name, displayErrors: false }));
  }

  // Makes a callback for complete(), which gets the common prefix of all completions.
  completeOnEditorMode(callback) {
    return (error, [found, completeOn = ''] = []) => {
      if (error) {
        callback(error);
        return;
      }
      let result = found.filter(Boolean);
      if (completeOn !== '' && result.length > 0) {
        let length = 0;
        const [first] = result;
        while (length < first.length && result.every((one) => one[length] === first[length])) {
          length++;
        }
        result = [first.slice(0, length)];
      }
      callback(null, [result, completeOn]);
    };
  }

  complete(line, callback) {
    const { complete: find } = require('internal/repl/complete');
    const run = this.#runner(this.context);
    const scope = {
      names: () => [...declaredNames(this.#declaring), ...this.#globalNames()],
      get: (name) => run(name, 'REPL'),
    };
    let found;
    try {
      found = find(line, scope, Object.keys(this.commands));
    } catch (error) {
      callback(error);
      return;
    }
    callback(null, found);
  }

  #globalNames() {
    return require('internal/repl/complete').propertyNames(this.context);
  }

  #onInterrupt() {
    const isEmpty = this.line.length === 0;
    this.clearLine?.();
    if (this.editorMode) {
      this._leaveEditor(false);
      return;
    }
    if (this.#buffer === '' && isEmpty) {
      if (this.#sawInterrupt) {
        this.close();
        return;
      }
      this.output.write('(To exit, press Ctrl+C again or Ctrl+D or type .exit)\n');
      this.#sawInterrupt = true;
    } else {
      this.#sawInterrupt = false;
    }
    this.#buffer = '';
    this.lines.pop();
    this.displayPrompt();
  }

  _enterEditor() {
    if (!this.terminal) return;
    this.editorMode = true;
    this.#buffer = '';
    this.output.write('// Entering editor mode (Ctrl+D to finish, Ctrl+C to cancel)\n');
  }

  _leaveEditor(run) {
    const text = this.#buffer + this.line;
    this.editorMode = false;
    this.#buffer = '';
    this.line = '';
    this.cursor = 0;
    this.output.write('\n');
    if (run && text.trim() !== '') this._run(text, text);
    else this.displayPrompt();
  }

  close() {
    if (this.editorMode) {
      this._leaveEditor(true);
      return;
    }
    super.close();
  }

  #onClose() {
    if (this.#busy) this.#closing = true;
    else this.#leave();
  }

  #leave() {
    this.#closing = false;
    if (this.terminal) this.output.write('\n');
    process.nextTick(() => this.emit('exit'));
  }

  setupHistory(path, callback) {
    require('internal/repl/history').setUp(this, path, callback ?? (() => {}));
  }
}

// Of the stack of an error only what was typed, and what that called.
function trimStack(error) {
  const lines = error.stack.split('\n');
  let end = lines.length;
  while (end > 1 && /^    at (?:.*\()?node:|^    at REPL\d+:\d+:\d+$/.test(lines[end - 1])) end--;
  if (end < lines.length) error.stack = lines.slice(0, end).join('\n');
}

function start(prompt, stream, evaluator, useGlobal, ignoreUndefined, replMode) {
  return new REPLServer(prompt, stream, evaluator, useGlobal, ignoreUndefined, replMode);
}

// Whether the text is a program, as a list of statements or as an expression in parentheses.
function isValidSyntax(code) {
  const { check } = binding('contextify');
  return check(code, 'repl', 1) === undefined || check(`_=${code}`, 'repl', 1) === undefined;
}

// It may be called without `new`.
const Callable = new Proxy(REPLServer, {
  apply: (target, self, list) => Reflect.construct(target, list),
});
REPLServer.prototype.constructor = Callable;

module.exports = {
  start,
  writer,
  REPLServer: Callable,
  REPL_MODE_SLOPPY,
  REPL_MODE_STRICT,
  Recoverable,
  isValidSyntax,
  get builtinModules() { return require('internal/modules/builtins').builtinModules(); },
};
