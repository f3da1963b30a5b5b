// SPDX-License-Identifier: MIT
// Keys on a terminal: moving, deleting, history, completion, leaving.
'use strict';
const assert = require('assert');
const readline = require('readline');
const { PassThrough } = require('stream');

const input = new PassThrough();
const output = new PassThrough();
output.columns = 80;
output.resume();
const lines = [];
const rl = readline.createInterface({
  input, output, terminal: true,
  completer: (line) => [['window', 'widget', 'other'].filter((one) => one.startsWith(line)), line],
});
rl.on('line', (line) => lines.push(line));
rl.on('close', () => {
  assert.deepStrictEqual(lines, [
    'heXllo', 'heXllo!', 'q', 'ac', 'end start', 'window', 'one ', 'abc',
  ]);
  lines.push('closed');
});

const keys = [
  'hello', '\x1b[D', '\x1b[D', '\x1b[D', 'X', '\r', // left
  '\x1b[A', '!', '\r', // up: the previous line
  'abc', '\x15', 'q', '\r', // Ctrl-U
  'abc', '\x1b[D', '\x7f', '\r', // backspace
  'start', '\x01', 'e', 'n', 'd', ' ', '\r', // Ctrl-A
  'win', '\t', '\r',
  'one two', '\x17', '\r', '\x19', '\r', // Ctrl-W, Ctrl-Y
  '\x04',
];
(function next() {
  if (keys.length === 0) return;
  input.write(keys.shift());
  setImmediate(next);
})();
process.on('exit', () => assert.strictEqual(lines.at(-1), 'closed'));
