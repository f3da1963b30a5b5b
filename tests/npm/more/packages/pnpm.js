// SPDX-License-Identifier: MIT
// pnpm 10, the last whose command is JavaScript: its version, and scripts of a package.
'use strict';
const assert = require('assert');
const fs = require('fs');
const path = require('path');
const { run, directory } = require('./help');

const place = directory({
  'package.json': '{ "name": "p", "version": "1.0.0", "scripts": { "hi": "echo hello" } }',
});
const home = path.resolve(__dirname, '../node_modules/pnpm');
const { version } = JSON.parse(fs.readFileSync(path.join(home, 'package.json'), 'utf8'));
const command = path.join(home, 'bin/pnpm.cjs');

(async () => {
  let done = await run([command, '--version'], { cwd: place });
  assert.deepStrictEqual([done.code, done.out], [0, `${version}\n`]);
  done = await run([command, 'run', 'hi', 'you'], { cwd: place });
  assert.strictEqual(done.code, 0);
  assert.match(done.out, /> p@1\.0\.0 hi .*\n> echo hello you\n\nhello you\n/);
  done = await run([command, 'run', 'no'], { cwd: place });
  assert.strictEqual(done.code, 1);
  assert.match(done.out, /ERR_PNPM_NO_SCRIPT.*Missing script: no/);
})();
