// SPDX-License-Identifier: MIT
// --block-threshold: one line with the JavaScript stack for a callback that holds the loop, be it
// computing, waiting in C, or never to end; none for many short ones.
'use strict';
const assert = require('assert');
const { spawn, execSync } = require('child_process');

function compute(ms) {
  const end = Date.now() + ms;
  let sum = 0;
  while (Date.now() < end) for (let i = 0; i < 1000; i++) sum = (sum * 31 + i) | 0;
  return sum;
}

const programs = {
  computing() { setTimeout(function slow() { compute(1500); }, 1); },
  waiting() { setTimeout(function slow() { execSync('sleep 1.5'); }, 1); },
  reacting() { Promise.resolve().then(function slow() { compute(1500); }); },
  endless() { setImmediate(function slow() { for (;;) compute(1000); }); },
  short() { for (let i = 0; i < 50; i++) setTimeout(() => compute(20), 1); },
};

if (process.argv[2] !== undefined) {
  programs[process.argv[2]]();
  return;
}

function run(name, check) {
  const args = ['--block-threshold=200', __filename, name];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'pipe'] });
  let err = '';
  child.stderr.on('data', (data) => {
    err += data;
    if (name === 'endless' && err.includes('\n')) child.kill('SIGKILL');
  });
  child.on('close', () => check(err));
}

const held = /^gyre: a callback has held the loop for (\d+) ms: (.*)\n$/;
function checkLine(line, inner) {
  const [, ms, stack] = held.exec(line) ?? assert.fail(line);
  assert(Number(ms) >= 200, line);
  assert.match(stack, inner);
  assert.match(stack, new RegExp(`at slow \\(${__filename}:\\d+(:\\d+)?\\)`));
}

run('computing', (err) => checkLine(err, /^at compute \(.*block\.js:1[0-2]:\d+\)/));
run('waiting', (err) => checkLine(err, /^at spawnSync /));
run('reacting', (err) => checkLine(err, /^at compute \(/));
run('endless', (err) => checkLine(err, /^at compute \(/));
run('short', (err) => assert.strictEqual(err, ''));
