// SPDX-License-Identifier: MIT
// A file with an absolute path runs if the working directory is gone; calls that need it report it.
'use strict';
const assert = require('assert');
const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'gone-'));
const file = path.join(os.tmpdir(), `no-directory-${process.pid}.js`);
fs.writeFileSync(file, `try { process.cwd(); } catch (e) {
  console.log(e.code, e.syscall, e.errno, e.message);
}`);
const run = (name) => spawnSync('sh', ['-c', `cd ${directory} && rmdir ${directory} && mkdir ${
  directory}.other && exec "$0" ${name}; `, process.execPath], { encoding: 'utf8' });
const { stdout } = run(file);
fs.rmdirSync(`${directory}.other`);
assert.strictEqual(stdout, 'ENOENT uv_cwd -2 ENOENT: no such file or directory, uv_cwd\n');
fs.mkdirSync(directory);
const { status, stderr } = run('relative.js');
fs.rmdirSync(`${directory}.other`);
assert.strictEqual(status, 1);
assert.match(stderr, /ENOENT: no such file or directory, uv_cwd/);
fs.unlinkSync(file);
