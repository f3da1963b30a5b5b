// SPDX-License-Identifier: MIT
// --block-threshold: one line with the JavaScript stack for a callback that holds the loop, whether
// it computes, waits in C, or never ends; none for many short ones.
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
  engine() {
    const cell = new Int32Array(new SharedArrayBuffer(4));
    setTimeout(function slow() { Atomics.wait(cell, 0, 0, 1500); }, 1);
  },
  short() { for (let i = 0; i < 50; i++) setTimeout(() => compute(20), 1); },
};

if (process.argv[2] !== undefined) {
  programs[process.argv[2]]();
  return;
}

function run(name) {
  const args = ['--block-threshold=400', __filename, name];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'pipe'] });
  let err = '';
  child.stderr.on('data', (data) => {
    err += data;
    if (name === 'endless' && err.includes('\n')) child.kill('SIGKILL');
  });
  return new Promise((resolve) => { child.on('close', () => resolve(err)); });
}

const held = /^gyre: a callback has held the loop for (\d+) ms: (.*)\n$/;
function checkLine(line, inner) {
  const [, ms, stack] = held.exec(line) ?? assert.fail(line);
  assert(Number(ms) >= 400, line);
  assert.match(stack, inner);
  assert.match(stack, new RegExp(`(?:at|inside) slow \\(${__filename}:\\d+(:\\d+)?\\)`));
}

// One after another: a start that is slow because others run would be reported as well.
(async () => {
  checkLine(await run('computing'), /^at compute \(.*block\.js:1[0-2]:\d+\)/);
  checkLine(await run('waiting'), /^at spawnSync /);
  checkLine(await run('reacting'), /^at compute \(/);
  checkLine(await run('endless'), /^at compute \(/);
  checkLine(await run('engine'), /^inside slow \(.*\); \S/);
  assert.strictEqual(await run('short'), '');
})();
