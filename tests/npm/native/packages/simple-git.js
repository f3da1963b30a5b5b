// SPDX-License-Identifier: MIT
// @napi-rs/simple-git: reads a repository.
'use strict';
const assert = require('assert');
const { directory } = require('./help');

const { execFileSync } = require('child_process');
const { Repository } = require('@napi-rs/simple-git');

const place = directory({ 'a.txt': 'a' });
const git = (...args) => execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args],
  { cwd: place });
git('init', '-q', '-b', 'first');
git('add', '.');
git('commit', '-q', '-m', 'one');
assert.strictEqual(new Repository(place).head().name(), 'refs/heads/first');
assert.throws(() => new Repository(directory({})), /could not find repository/);
