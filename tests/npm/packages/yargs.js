// SPDX-License-Identifier: MIT
// yargs: options of all kinds, commands, help, failures.
'use strict';
const assert = require('assert');
const yargs = require('yargs/yargs');

(async () => {
  const parsed = yargs(['--size', '5', '-v', '--no-color', '--tag', 'a', '--tag', 'b', 'rest'])
    .option('size', { type: 'number', alias: 's' }).boolean('v').array('tag').parse();
  assert.deepStrictEqual([parsed.size, parsed.s, parsed.v, parsed.color, parsed.tag],
    [5, 5, true, false, ['a', 'b', 'rest']]);
  let ran;
  const program = (words) => yargs(words).scriptName('tool').command('copy <from> <to>', 'copies',
    (y) => y.option('force', { type: 'boolean' }), async (argv) => { ran = argv; }).demandCommand();
  await program(['copy', 'a', 'b', '--force']).parseAsync();
  assert.deepStrictEqual([ran.from, ran.to, ran.force], ['a', 'b', true]);
  const help = await program([]).getHelp();
  assert.match(help, /tool copy <from> <to> {2}copies/);
  const failure = await new Promise((resolve) => {
    program(['copy', 'a']).exitProcess(false).fail((message) => resolve(message)).parse();
  });
  assert.match(failure, /Not enough non-option arguments: got \d, need at least \d/);
})();
