// SPDX-License-Identifier: MIT
// concurrently: commands in parallel, with named lines; one that fails ends the others.
'use strict';
const assert = require('assert');
const concurrently = require('concurrently');
const { bin, directory, run } = require('./help');

const place = directory({
  'say.js': 'for (const i of [1, 2]) console.log(process.argv[2], i);',
  'wait.js': 'setInterval(() => {}, 1000);',
  'fail.js': 'setTimeout(() => process.exit(4), 200);',
});
const command = (...words) => `"${process.execPath}" ${words.join(' ')}`;

(async () => {
  let done = await run([bin('concurrently'), '--names', 'one,two', command('say.js', 'a'),
    command('say.js', 'b')], { cwd: place });
  assert.strictEqual(done.code, 0, done.err);
  for (const line of ['[one] a 1', '[one] a 2', '[two] b 1', '[two] b 2']) {
    assert.ok(done.out.includes(line), done.out);
  }
  done = await run([bin('concurrently'), '--kill-others-on-fail', command('wait.js'),
    command('fail.js')], { cwd: place });
  assert.strictEqual(done.code, 1, done.out);
  assert.match(done.out, /fail\.js exited with code 4/);
  assert.match(done.out, /wait\.js exited with code SIGTERM/);

  const { result } = concurrently([{ command: command('say.js', 'c'), name: 'c' }],
    { cwd: place, outputStream: new (require('stream').PassThrough)() });
  const [ended] = await result;
  assert.deepStrictEqual([ended.command.name, ended.exitCode], ['c', 0]);
})();
