// SPDX-License-Identifier: MIT
// Without terminals: isatty is false, and a terminal cannot be opened on a file.
'use strict';
const assert = require('assert');
const fs = require('fs');
const tty = require('tty');

const fd = fs.openSync(__filename);
assert.strictEqual(tty.isatty(fd), false);
assert.strictEqual(tty.isatty(-1), false);
assert.strictEqual(tty.isatty('abc'), false);
assert.throws(() => new tty.WriteStream(fd), {
  code: 'ERR_TTY_INIT_FAILED',
  message: 'TTY initialization failed: uv_tty_init returned EINVAL (invalid argument)',
});
assert.throws(() => new tty.ReadStream(-1), { code: 'ERR_INVALID_FD' });
const { getColorDepth, hasColors } = tty.WriteStream.prototype;
assert.strictEqual(getColorDepth({ TERM: 'xterm-256color' }), 8);
assert.strictEqual(getColorDepth({ COLORTERM: 'truecolor', TERM: 'x' }), 24);
assert.strictEqual(getColorDepth({ TERM: 'dumb', COLORTERM: 'truecolor' }), 1);
assert.strictEqual(hasColors.call({ getColorDepth }, 16, { TERM: 'xterm' }), true);
