// SPDX-License-Identifier: MIT
// The class behind readline and readline/promises: lines from a stream, questions, history. What
// happens on a terminal is in internal/readline/edit.js, which adds its methods to the class.
'use strict';
const EventEmitter = require('events');
const { StringDecoder } = require('string_decoder');
const { codes } = require('internal/errors');
const { now } = require('internal/perf/clock');
const {
  validateAbortSignal, validateArray, validateNumber, validateString, validateUint32,
} = require('internal/validators');

const HISTORY_SIZE = 30;
const CRLF_DELAY_MS = 100;
const lineEnd = /\r\n|\n|\r|\u2028|\u2029/;

function historySize(size) {
  if (size === undefined) return HISTORY_SIZE;
  validateNumber(size, 'size', 0);
  return size;
}

class Interface extends EventEmitter {
  constructor(input, output, completer, terminal) {
    super();
    let options = { output, completer, terminal };
    if (input?.input !== undefined && input.input !== null) options = input;
    else if (input) options = { input, output, completer, terminal };
    this.#setUp(options);
    if (this.terminal) require('internal/readline/edit').start(this);
    else this.#readPlain();
    this.input?.resume();
  }

  #setUp(options) {
    const { completer, history, prompt, escapeCodeTimeout, tabSize, signal } = options;
    if (completer !== undefined && typeof completer !== 'function') {
      throw new codes.ERR_INVALID_ARG_VALUE('completer', completer);
    }
    if (history !== undefined) validateArray(history, 'history');
    if (tabSize !== undefined) validateUint32(tabSize, 'tabSize', true);
    if (escapeCodeTimeout !== undefined && !Number.isFinite(escapeCodeTimeout)) {
      throw new codes.ERR_INVALID_ARG_VALUE('input.escapeCodeTimeout', escapeCodeTimeout);
    }
    this.escapeCodeTimeout = escapeCodeTimeout ?? 500;
    this.tabSize = tabSize ?? 8;
    this.historySize = historySize(options.historySize);
    this.removeHistoryDuplicates = Boolean(options.removeHistoryDuplicates);
    this.crlfDelay = options.crlfDelay ? Math.max(CRLF_DELAY_MS, options.crlfDelay) : CRLF_DELAY_MS;
    if (options.input === undefined) options.input.on; // throws, as in Node
    this.input = options.input;
    this.output = options.output;
    this.completer = completer;
    this.terminal = Boolean(options.terminal ?? options.output?.isTTY);
    this.history = history ?? [];
    this.historyIndex = -1;
    this.line = '';
    this.cursor = 0;
    this.closed = false;
    this.paused = false;
    this._prompt = prompt === undefined ? '> ' : `${prompt}`;
    this._question = undefined;
    this._previousPrompt = '';
    if (signal) {
      validateAbortSignal(signal, 'options.signal');
      const stop = () => this.close();
      if (signal.aborted) process.nextTick(stop);
      else signal.addEventListener('abort', stop, { once: true });
      this.once('close', () => signal.removeEventListener('abort', stop));
    }
  }

  // Input that is not a terminal: text that is split into lines.
  #readPlain() {
    const decoder = new StringDecoder('utf8');
    let rest = '';
    let crAt; // when a line ended with \r at the end of a chunk
    const onData = (data) => {
      let text = typeof data === 'string' ? data : decoder.write(data);
      if (text === '') return;
      if (crAt !== undefined) {
        if (text[0] === '\n' && now() - crAt <= this.crlfDelay) text = text.slice(1);
        crAt = undefined;
      }
      if (text.endsWith('\r')) crAt = now();
      const lines = (rest + text).split(lineEnd);
      rest = lines.pop();
      this.line = rest;
      for (const line of lines) this._onLine(line);
    };
    this._normalWrite = onData;
    const onEnd = () => {
      rest += decoder.end();
      if (rest !== '') this._onLine(rest);
      rest = '';
      this.close();
    };
    const onError = (error) => this.emit('error', error);
    this.input?.on('error', onError);
    this.input?.on('data', onData);
    this.input?.on('end', onEnd);
    this.once('close', () => {
      this.input?.removeListener('error', onError);
      this.input?.removeListener('data', onData);
      this.input?.removeListener('end', onEnd);
    });
  }

  get columns() {
    return this.output?.columns || Infinity;
  }

  getPrompt() {
    return this._prompt;
  }

  setPrompt(prompt) {
    this._prompt = prompt;
  }

  prompt(preserveCursor) {
    if (this.paused) this.resume();
    if (this.terminal && process.env.TERM !== 'dumb') {
      if (!preserveCursor) this.cursor = 0;
      this._refreshLine();
    } else {
      this._writeToOutput(this._prompt);
    }
  }

  _writeToOutput(text) {
    validateString(text, 'stringToWrite');
    this.output?.write(text);
  }

  _onLine(line) {
    if (this._question !== undefined) {
      const callback = this._question;
      this._question = undefined;
      this.setPrompt(this._previousPrompt);
      callback(line);
    } else {
      this.emit('line', line);
    }
  }

  _ask(query, callback) {
    if (this.closed) throw new codes.ERR_USE_AFTER_CLOSE('readline');
    if (this._question !== undefined) {
      this.prompt();
      return;
    }
    this._previousPrompt = this._prompt;
    this.setPrompt(query);
    this._question = callback;
    this.prompt();
  }

  _cancelQuestion() {
    if (this._question === undefined) return;
    this._question = undefined;
    this.setPrompt(this._previousPrompt);
    this.clearLine();
  }

  // Only a terminal shows the line: internal/readline/edit.js does more.
  clearLine() {
    this.cursor = this.line.length;
    this._writeToOutput('\r\n');
    this.line = '';
    this.cursor = 0;
    this.prevRows = 0;
  }

  close() {
    if (this.closed) return;
    this.pause();
    if (this.terminal) this._setRawMode(false);
    this.closed = true;
    this.emit('close');
  }

  [Symbol.dispose ?? Symbol.for('nodejs.dispose')]() {
    this.close();
  }

  pause() {
    if (this.paused) return this;
    this.input.pause();
    this.paused = true;
    this.emit('pause');
    return this;
  }

  resume() {
    if (!this.paused) return this;
    this.input.resume();
    this.paused = false;
    this.emit('resume');
    return this;
  }

  write(data, key) {
    if (this.closed) throw new codes.ERR_USE_AFTER_CLOSE('readline');
    if (this.paused) this.resume();
    if (this.terminal) this._typed(data, key);
    else if (data !== undefined) this._normalWrite(data);
  }

  _setRawMode(on) {
    const before = this.input?.isRaw;
    if (typeof this.input?.setRawMode === 'function') this.input.setRawMode(on);
    return before;
  }

  getCursorPos() {
    return require('internal/readline/edit').positionOf(this, this._prompt +
      this.line.slice(0, this.cursor));
  }

  // One for all loops. Leaving a loop does not close the interface: as in Node 20 it continues to
  // read.
  [Symbol.asyncIterator]() {
    if (this._lines !== undefined) return this._lines;
    const events = EventEmitter.on(this, 'line', { close: ['close'], highWaterMark: 1024 });
    this._lines = {
      next: () => events.next().then(({ value, done }) => (
        done ? { value: undefined, done } : { value: value[0], done })),
      return: () => events.return(),
      throw: (error) => events.throw(error),
      [Symbol.asyncIterator]() { return this; },
    };
    return this._lines;
  }
}

exports.Interface = Interface;
