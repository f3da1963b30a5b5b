// SPDX-License-Identifier: MIT
// commander: options, arguments, commands, help and errors.
'use strict';
const assert = require('assert');
const { Command } = require('commander');

function make(seen) {
  const program = new Command('tool').version('1.2.3').exitOverride();
  program.configureOutput({ writeOut: (text) => { seen.out += text; },
    writeErr: (text) => { seen.err += text; } });
  program.command('add <a> [more...]').description('add numbers')
    .option('-r, --round <digits>', 'round to that many', Number, 0)
    .action((a, more, options) => {
      seen.sum = [a, ...more].map(Number).reduce((x, y) => x + y).toFixed(options.round);
    });
  return program;
}

function parse(...words) {
  const seen = { out: '', err: '' };
  try {
    make(seen).parse(words, { from: 'user' });
  } catch (error) {
    seen.code = error.code;
  }
  return seen;
}

assert.strictEqual(parse('add', '1', '2.5', '-r', '1').sum, '3.5');
assert.deepStrictEqual(parse('--version'), { out: '1.2.3\n', err: '', code: 'commander.version' });
assert.match(parse('--help').out,
  /Usage: tool \[options\] \[command\][^]*add \[options\] <a> \[more\.\.\.\]/);
assert.match(parse('add').err, /error: missing required argument 'a'/);
assert.match(parse('ad').err, /error: unknown command 'ad'\n\(Did you mean add\?\)/);
