// SPDX-License-Identifier: MIT
// A line on a terminal: keys, the cursor, history, completion, and drawing. start() adds all that
// to an interface (internal/readline/interface.js).
'use strict';
const { now } = require('internal/perf/clock');
const { emitKeypressEvents } = require('internal/readline/keys');
const { cursorTo, moveCursor, clearScreenDown, widthOf } = require('internal/readline/screen');

// Row and column of the place after a text.
function positionOf(rl, text) {
  const { columns } = rl;
  let rows = 0;
  let offset = 0;
  for (const letter of text.replace(/\x1b\[[0-9;]*m/g, '')) {
    if (letter === '\n') {
      rows += Math.max(1, Math.ceil(offset / columns) || 1);
      offset = 0;
    } else if (letter === '\t') {
      offset += rl.tabSize - (offset % rl.tabSize);
    } else {
      const width = widthOf(letter);
      // A wide letter does not fit into the last column.
      if (width === 2 && (offset + 1) % columns === 0) offset++;
      offset += width;
    }
  }
  return { cols: offset % columns, rows: rows + Math.floor(offset / columns) };
}

// How far a word reaches from the cursor.
function wordLeft(rl) {
  const before = rl.line.slice(0, rl.cursor);
  return before.length - /(?:[^\w\s]+|\w+|)\s*$/.exec(before)[0].length;
}

function wordRight(rl) {
  const behind = rl.line.slice(rl.cursor);
  return rl.cursor + /^(?:\s+|[^\w\s]+|\w+|)\s*/.exec(behind)[0].length;
}

// The length of the character before or after a place: surrogate pairs stay together.
function letterLeft(text, at) {
  return at > 1 && text.codePointAt(at - 2) > 0xffff ? 2 : 1;
}

function letterRight(text, at) {
  return text.codePointAt(at) > 0xffff ? 2 : 1;
}

const methods = {
  _refreshLine() {
    const text = this._prompt + this.line;
    const end = positionOf(this, text);
    const cursor = this.getCursorPos();
    if (this.prevRows > 0) moveCursor(this.output, 0, -this.prevRows);
    cursorTo(this.output, 0);
    clearScreenDown(this.output);
    this._writeToOutput(text);
    // A line that fills its row leaves the cursor in that row.
    if (end.cols === 0 && end.rows > 0) this._writeToOutput(' ');
    cursorTo(this.output, cursor.cols);
    if (end.rows > cursor.rows) moveCursor(this.output, 0, cursor.rows - end.rows);
    this.prevRows = cursor.rows;
  },

  _insertString(text) {
    const isAtEnd = this.cursor === this.line.length;
    this.line = this.line.slice(0, this.cursor) + text + this.line.slice(this.cursor);
    this.cursor += text.length;
    if (isAtEnd && this.getCursorPos().cols !== 0 && !/[\n\t]/.test(text)) {
      this.prevRows = this.getCursorPos().rows;
      this._writeToOutput(text);
    } else {
      this._refreshLine();
    }
  },

  _cut(from, to) {
    if (from === to) return;
    this.line = this.line.slice(0, from) + this.line.slice(to);
    this.cursor = from;
    this._refreshLine();
  },

  _moveTo(at) {
    const next = Math.min(Math.max(at, 0), this.line.length);
    if (next === this.cursor) return;
    this.cursor = next;
    this._refreshLine();
  },

  _replaceLine(line) {
    this.line = line;
    this.cursor = line.length;
    this._refreshLine();
  },

  // Older (1) or newer (-1) lines that begin as the line did before the first step.
  _historyStep(step) {
    if (this.historyIndex === -1) this._historyPrefix = this.line.slice(0, this.cursor);
    const prefix = this._historyPrefix;
    let at = this.historyIndex + step;
    while (at >= 0 && at < this.history.length &&
           (!this.history[at].startsWith(prefix) || this.history[at] === this.line)) at += step;
    if (at >= this.history.length) return;
    if (at < 0) {
      if (this.historyIndex === -1) return;
      this.historyIndex = -1;
      this._replaceLine(prefix);
      return;
    }
    this.historyIndex = at;
    this._replaceLine(this.history[at]);
  },

  _addHistory() {
    const { line } = this;
    if (this.historySize === 0 || line.trim() === '') return;
    if (this.history[0] !== line) {
      if (this.removeHistoryDuplicates) {
        const at = this.history.indexOf(line);
        if (at !== -1) this.history.splice(at, 1);
      }
      this.history.unshift(line);
      if (this.history.length > this.historySize) this.history.pop();
    }
    this.historyIndex = -1;
    this.emit('history', this.history);
  },

  clearLine() {
    this._moveTo(this.line.length);
    this._writeToOutput('\r\n');
    this.line = '';
    this.cursor = 0;
    this.prevRows = 0;
  },

  _line() {
    const { line } = this;
    this._addHistory();
    this.clearLine();
    this._onLine(line);
  },

  _complete(isAgain) {
    this.pause();
    const text = this.line.slice(0, this.cursor);
    const done = (error, result) => {
      this.resume();
      if (error) this._writeToOutput(`tab completion error: ${error}`);
      else if (result !== undefined && result[0].length > 0) this._offer(result, isAgain);
    };
    if (this.completer.length === 2) {
      this.completer(text, done);
      return;
    }
    try {
      const result = this.completer(text);
      if (typeof result?.then === 'function') result.then((value) => done(null, value), done);
      else done(null, result);
    } catch (error) {
      done(error);
    }
  },

  // What all have in common is typed; asked again, all are listed.
  _offer([found, typed], isAgain) {
    const real = found.filter((one) => one !== '');
    if (real.length === 0) return;
    const [first] = real;
    let common = first;
    for (const one of real) {
      while (!one.startsWith(common)) common = common.slice(0, -1);
    }
    if (common.startsWith(typed) && common.length > typed.length) {
      this._insertString(common.slice(typed.length));
      return;
    }
    if (!isAgain || real.length < 2) return;
    const width = Math.max(...real.map(widthOf)) + 2;
    const perRow = this.columns === Infinity ? 1 : Math.max(1, Math.floor(this.columns / width));
    let text = '\r\n';
    for (let i = 0; i < real.length; i++) {
      const isLast = (i + 1) % perRow === 0 || i + 1 === real.length;
      text += isLast ? `${real[i]}\r\n` : real[i] + ' '.repeat(width - widthOf(real[i]));
    }
    this._writeToOutput(`${text}\r\n`);
    this.prevRows = 0;
    this._refreshLine();
  },

  _typed(data, key = {}) {
    if (data !== null && data !== undefined && typeof data !== 'string') data = `${data}`;
    const isTab = key.name === 'tab' && !key.shift;
    const action = actionOf(key);
    const wasTab = this._wasTab;
    this._wasTab = isTab;
    if (isTab && typeof this.completer === 'function' && !this.isMore) this._complete(wasTab);
    else if (action !== undefined) action(this);
    else if (typeof data === 'string' && data !== '' && !key.ctrl && !key.meta) this._type(data);
  },

  // A text that was pasted may hold several lines.
  _type(text) {
    const lines = text.split(/\r\n|\n|\r/);
    for (let i = 0; i < lines.length; i++) {
      if (i > 0) this._line();
      if (lines[i] !== '') this._insertString(lines[i]);
    }
  },
};

function interrupt(rl) {
  if (rl.listenerCount('SIGINT') > 0) rl.emit('SIGINT');
  else rl.close();
}

function suspend(rl) {
  if (rl.listenerCount('SIGTSTP') > 0) {
    rl.emit('SIGTSTP');
    return;
  }
  process.once('SIGCONT', () => {
    if (!rl.paused) {
      rl.pause();
      rl.emit('SIGCONT');
    }
    rl._setRawMode(true);
    rl._refreshLine();
  });
  rl._setRawMode(false);
  process.kill(process.pid, 'SIGTSTP');
}

function deleteOrLeave(rl) {
  if (rl.cursor === 0 && rl.line.length === 0) rl.close();
  else deleteRight(rl);
}

function deleteRight(rl) {
  if (rl.cursor === rl.line.length) return;
  rl._cut(rl.cursor, rl.cursor + letterRight(rl.line, rl.cursor));
}

function deleteLeft(rl) {
  if (rl.cursor === 0) return;
  rl._cut(rl.cursor - letterLeft(rl.line, rl.cursor), rl.cursor);
}

// What Ctrl-Y brings back.
function kill(rl, from, to) {
  if (from !== to) rl._killed = rl.line.slice(from, to);
  rl._cut(from, to);
}

function clearScreen(rl) {
  cursorTo(rl.output, 0, 0);
  clearScreenDown(rl.output);
  rl.prevRows = 0;
  rl._refreshLine();
}

const left = (rl) => rl._moveTo(rl.cursor - letterLeft(rl.line, rl.cursor));
const right = (rl) => rl._moveTo(rl.cursor + letterRight(rl.line, rl.cursor));

const plain = {
  return: (rl) => {
    rl._sawReturn = now();
    rl._line();
  },
  enter: (rl) => {
    if (rl._sawReturn === undefined || now() - rl._sawReturn > rl.crlfDelay) rl._line();
    rl._sawReturn = undefined;
  },
  backspace: deleteLeft,
  delete: deleteRight,
  left,
  right,
  home: (rl) => rl._moveTo(0),
  end: (rl) => rl._moveTo(rl.line.length),
  up: (rl) => rl._historyStep(1),
  down: (rl) => rl._historyStep(-1),
  escape: () => {},
};
const withCtrl = {
  a: plain.home,
  b: left,
  c: interrupt,
  d: deleteOrLeave,
  e: plain.end,
  f: right,
  h: deleteLeft,
  k: (rl) => kill(rl, rl.cursor, rl.line.length),
  l: clearScreen,
  n: plain.down,
  p: plain.up,
  u: (rl) => kill(rl, 0, rl.cursor),
  w: (rl) => rl._cut(wordLeft(rl), rl.cursor),
  y: (rl) => { if (rl._killed) rl._insertString(rl._killed); },
  z: suspend,
  backspace: (rl) => rl._cut(wordLeft(rl), rl.cursor),
  delete: (rl) => rl._cut(rl.cursor, wordRight(rl)),
  left: (rl) => rl._moveTo(wordLeft(rl)),
  right: (rl) => rl._moveTo(wordRight(rl)),
};
const withMeta = {
  b: withCtrl.left,
  f: withCtrl.right,
  d: withCtrl.delete,
  delete: withCtrl.delete,
  backspace: withCtrl.backspace,
  y: withCtrl.y,
};

function actionOf(key) {
  if (key.ctrl) return withCtrl[key.name];
  if (key.meta) return withMeta[key.name];
  return plain[key.name];
}

function start(rl) {
  Object.assign(rl, { prevRows: 0, isMore: false });
  for (const name of Object.keys(methods)) {
    if (rl[name] === undefined) {
      Object.defineProperty(rl, name, { value: methods[name], writable: true, configurable: true });
    }
  }
  const onKey = (typed, key) => {
    rl._typed(typed, key);
    if (key?.sequence) {
      const code = key.sequence.codePointAt(0);
      if (code >= 0xd800 && code <= 0xdfff) rl._refreshLine();
    }
  };
  const onEnd = () => {
    if (rl.line.length > 0) rl._onLine(rl.line);
    rl.close();
  };
  const onResize = () => rl._refreshLine();
  emitKeypressEvents(rl.input, rl);
  rl.input.on('keypress', onKey);
  rl.input.on('end', onEnd);
  rl._setRawMode(true);
  rl.output?.on?.('resize', onResize);
  rl.once('close', () => {
    rl.input.removeListener('keypress', onKey);
    rl.input.removeListener('end', onEnd);
    rl.output?.removeListener?.('resize', onResize);
  });
}

exports.start = start;
exports.positionOf = positionOf;
