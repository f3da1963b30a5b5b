// SPDX-License-Identifier: MIT
// The console of the program, which writes to process.stdout and process.stderr. Until the program
// uses those itself, and unless they are terminals, text is written to their descriptors directly:
// creating the streams takes longer than many programs run.
'use strict';
const { Console, State, equip, hide } = require('internal/console/console');
const { process, streamsMade } = require('internal/process');

const console = Object.create({});
module.exports = console;

const direct = { stdout: undefined, stderr: undefined }; // null: use the stream

// The part of a stream that the console uses. If a write fails, the text goes to the stream after
// all: it reports the error, which ends a program that does not listen.
function openDirectly(name, fd) {
  const tty = binding('tty');
  if (!['FILE', 'PIPE', 'TCP'].includes(tty.guess(fd))) return null;
  return {
    fd,
    isTTY: false,
    write(text) { if (tty.write(fd, text) !== 0) writeToStream(name, text); },
    listenerCount() { return 1; },
  };
}

function writeToStream(name, text) {
  direct[name] = null;
  const { indent } = state;
  state.indent = ''; // the text has it
  state.write(name, console[`_${name}`], text.slice(0, -1));
  state.indent = indent;
}

function streamOf(name, fd) {
  if (!streamsMade[name] && direct[name] !== null) {
    const found = direct[name] ??= openDirectly(name, fd);
    if (found !== null) return found;
  }
  return console[`_${name}`];
}

const state = new State(() => streamOf('stdout', 1), () => streamOf('stderr', 2), true);
equip(console, state, null);
console.Console = Console;

// These would show something in an inspector, which does not exist.
const shown = ['dir', 'dirXml', 'table', 'groupEnd', 'clear', 'count', 'countReset', 'profile',
  'profileEnd', 'timeLog', 'debug', 'error', 'info', 'log', 'warn', 'trace', 'group',
  'groupCollapsed', 'assert', 'time', 'timeEnd', 'timeStamp'];
Object.assign(console, {
  profile() {},
  profileEnd() {},
  timeStamp() {},
  context() {
    const labelled = /^(?:count|profile|time)/; // these make a text of what they are given
    const make = (name) => (labelled.test(name) ? (label = '') => { ''.concat(`${label}`); } :
      () => {});
    return Object.fromEntries(shown.map((name) => [name, make(name)]));
  },
  createTask(name) {
    if (typeof name !== 'string' || name === '') {
      throw new Error('First argument must be a non-empty string.');
    }
    const task = {
      run(work) {
        if (this !== task) throw new Error("'run' called with illegal receiver.");
        if (typeof work !== 'function') throw new Error('First argument must be a function.');
        return work();
      },
    };
    return task;
  },
});

for (const [name, stream] of [['_stdout', 'stdout'], ['_stderr', 'stderr']]) {
  Object.defineProperty(console, name, {
    enumerable: false,
    configurable: true,
    get() { return process[stream]; },
    set(value) {
      direct[stream] = null;
      hide(console, name, value);
    },
  });
}
