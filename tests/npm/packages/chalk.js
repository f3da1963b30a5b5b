// SPDX-License-Identifier: MIT
// chalk, which is an ES module: colours, nesting, templates of them, levels.
'use strict';
const assert = require('assert');

(async () => {
  const { Chalk, default: chalk } = await import('chalk');
  const on = new Chalk({ level: 3 });
  assert.strictEqual(on.red('a'), '\u001b[31ma\u001b[39m');
  assert.strictEqual(on.red(`a ${on.bold('b')} c`),
    '\u001b[31ma \u001b[1mb\u001b[22m c\u001b[39m');
  assert.strictEqual(on.hex('#0a0b0c').underline('x'),
    '\u001b[38;2;10;11;12m\u001b[4mx\u001b[24m\u001b[39m');
  assert.strictEqual(on.bgBlue('one\ntwo'),
    '\u001b[44mone\u001b[49m\n\u001b[44mtwo\u001b[49m');
  assert.strictEqual(new Chalk({ level: 0 }).green('plain'), 'plain');
  assert.strictEqual(typeof chalk.level, 'number');
})();
