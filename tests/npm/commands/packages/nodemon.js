// SPDX-License-Identifier: MIT
// nodemon: runs a program, and again when one of its files changes; it ends when told to.
'use strict';
const assert = require('assert');
const { spawn } = require('child_process');
const fs = require('fs');
const path = require('path');
const { bin, directory } = require('./help');

const text = (number) => `console.log('version', ${number}, process.argv[2]); ` +
  'setInterval(() => {}, 1000);\n';
const place = directory({ 'program.js': text(1), 'package.json': '{}' });
const child = spawn(process.execPath,
  [bin('nodemon'), '--exec', process.execPath, '--delay', '0.1', 'program.js', 'word'],
  { cwd: place, stdio: ['pipe', 'pipe', 'inherit'] });
let out = '';
let waiting = () => {};
child.stdout.on('data', (chunk) => {
  out += chunk;
  waiting();
});

const until = (what) => new Promise((resolve, reject) => {
  const limit = setTimeout(() => reject(new Error(`no ${what} in ${out}`)), 60000);
  waiting = () => {
    if (!out.includes(what)) return;
    clearTimeout(limit);
    resolve();
  };
  waiting();
});

(async () => {
  await until('version 1 word');
  fs.writeFileSync(path.join(place, 'program.js'), text(2));
  await until('version 2 word');
  child.stdin.write('rs\n');
  out = '';
  await until('version 2 word');
  const ended = new Promise((resolve) => { child.on('exit', (...how) => resolve(how)); });
  child.kill('SIGINT');
  assert.ok((await ended).some((one) => one === 130 || one === 0 || one === 'SIGINT'));
})().catch((error) => {
  child.kill('SIGKILL');
  throw error;
});
