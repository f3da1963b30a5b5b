// SPDX-License-Identifier: MIT
// The names that emitKeypressEvents gives to keys.
'use strict';
const assert = require('assert');
const readline = require('readline');
const { PassThrough } = require('stream');

const stream = new PassThrough();
readline.emitKeypressEvents(stream);
const seen = [];
stream.on('keypress', (typed, key) => {
  seen.push(`${key.ctrl ? 'C-' : ''}${key.meta ? 'M-' : ''}${key.shift ? 'S-' : ''}${key.name}`);
});
stream.write('aZ\x01\r\n\t\x7f \x1b[A\x1bOB\x1b[1;5C\x1b[3~\x1b[Z\x1bb\x1b[15~\x1b[H');
setImmediate(() => {
  assert.deepStrictEqual(seen, [
    'a', 'S-z', 'C-a', 'return', 'enter', 'tab', 'backspace', 'space', 'up', 'down', 'C-right',
    'delete', 'S-tab', 'M-b', 'f5', 'home',
  ]);
});

const out = new PassThrough();
readline.cursorTo(out, 3);
readline.cursorTo(out, 3, 4);
readline.moveCursor(out, -2, 1);
readline.clearLine(out, -1);
readline.clearLine(out, 0);
readline.clearScreenDown(out);
assert.strictEqual(out.read().toString(), '\x1b[4G\x1b[5;4H\x1b[2D\x1b[1B\x1b[1K\x1b[2K\x1b[0J');
assert.throws(() => readline.cursorTo(out, 'a', 1), { code: 'ERR_INVALID_CURSOR_POS' });
