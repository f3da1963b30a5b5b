// SPDX-License-Identifier: MIT
// yarn 1 without a network: a package from a file is installed, checked and listed; scripts run.
'use strict';
const assert = require('assert');
const { execFileSync } = require('child_process');
const fs = require('fs');
const path = require('path');
const { run, directory, bin } = require('./help');

const place = directory({
  'package/package.json': '{ "name": "left", "version": "1.0.0", "main": "i.js" }',
  'package/i.js': 'module.exports = 1;\n',
  'app/package.json': JSON.stringify({
    name: 'app', version: '1.0.0', license: 'MIT', scripts: { hi: 'echo hello' },
    dependencies: { left: 'file:../left-1.0.0.tgz' },
  }),
});
execFileSync('tar', ['czf', 'left-1.0.0.tgz', 'package'], { cwd: place });
const options = { cwd: path.join(place, 'app'), env: { ...process.env, HOME: place } };
const yarn = (...words) => run([bin('yarn'), ...words, '--non-interactive', '--no-progress',
  '--cache-folder', path.join(place, 'cache')], options);

(async () => {
  let done = await yarn('install', '--offline');
  assert.strictEqual(done.code, 0, done.err);
  assert.match(done.out, /success Saved lockfile\./);
  assert.match(fs.readFileSync(path.join(place, 'app/yarn.lock'), 'utf8'), /version "1\.0\.0"/);
  assert.ok(fs.existsSync(path.join(place, 'app/node_modules/left/i.js')));
  done = await yarn('check', '--integrity');
  assert.match(done.out, /success Folder in sync\./);
  done = await yarn('list');
  assert.match(done.out, /left@1\.0\.0/);
  done = await yarn('run', 'hi');
  assert.match(done.out, /\$ echo hello.*\nhello/);
  done = await yarn('add', 'nosuch', '--offline');
  assert.strictEqual(done.code, 1);
  assert.match(done.err, /Couldn't find any versions for "nosuch"/);
})();
