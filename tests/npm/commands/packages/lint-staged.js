// SPDX-License-Identifier: MIT
// lint-staged: commands on staged files of a git repository; a command that fails leaves everything
// as it was.
'use strict';
const assert = require('assert');
const { execFileSync } = require('child_process');
const fs = require('fs');
const path = require('path');
const { bin, directory, run } = require('./help');

const upper = `const fs = require('fs');
for (const file of process.argv.slice(2)) {
  const text = fs.readFileSync(file, 'utf8');
  if (text.includes('bad')) { console.error(file + ' is bad'); process.exit(1); }
  fs.writeFileSync(file, text.toUpperCase());
}`;
const place = directory({ 'upper.js': upper, 'a.txt': 'one\n', 'b.txt': 'two\n' });
const env = { ...process.env, GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@example.com',
  GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@example.com' };
const git = (...args) => execFileSync('git', args, { cwd: place, env, encoding: 'utf8' });
const read = (name) => fs.readFileSync(path.join(place, name), 'utf8');

fs.writeFileSync(path.join(place, '.lintstagedrc.json'),
  JSON.stringify({ '*.txt': `${process.execPath} upper.js` }));
git('init', '-q');
git('add', '.');
git('commit', '-q', '-m', 'first');

(async () => {
  fs.writeFileSync(path.join(place, 'a.txt'), 'staged\n');
  fs.writeFileSync(path.join(place, 'b.txt'), 'not staged\n');
  git('add', 'a.txt');
  let done = await run([bin('lint-staged')], { cwd: place, env });
  assert.strictEqual(done.code, 0, done.out + done.err);
  assert.deepStrictEqual([read('a.txt'), read('b.txt')], ['STAGED\n', 'not staged\n']);
  assert.strictEqual(git('show', ':a.txt'), 'STAGED\n');

  fs.writeFileSync(path.join(place, 'a.txt'), 'bad\n');
  git('add', 'a.txt');
  done = await run([bin('lint-staged')], { cwd: place, env });
  assert.strictEqual(done.code, 1, done.out + done.err);
  assert.match(done.out + done.err, /a\.txt is bad/);
  assert.deepStrictEqual([read('a.txt'), read('b.txt')], ['bad\n', 'not staged\n']);
})();
