// SPDX-License-Identifier: MIT
// yargs as an ES module.
import assert from 'node:assert';
import yargs from 'yargs';
import { hideBin } from 'yargs/helpers';

assert.deepStrictEqual(hideBin(['node', 'x', 'a']), ['a']);
let went;
const parsed = await yargs(['--n', '3', 'go']).scriptName('x')
  .command('go', 'goes', (y) => y.option('n', { type: 'number' }), ({ n }) => { went = n; }).parse();
assert.deepStrictEqual([went, parsed.n, parsed._], [3, 3, ['go']]);
const help = await yargs([]).scriptName('x').option('q', { describe: 'quiet', demandOption: true })
  .getHelp();
assert.match(help, /-q +quiet +\[required\]/);
const failures = [];
await yargs(['--z']).strict().exitProcess(false).fail((message) => failures.push(message)).parse();
assert.deepStrictEqual(failures, ['Unknown argument: z']);
