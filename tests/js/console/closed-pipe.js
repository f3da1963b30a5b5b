// SPDX-License-Identifier: MIT
// A program that logs to a pipe which nobody reads ends with the error, unless it handles it.
'use strict';
const assert = require('assert');
const { spawn } = require('child_process');

// Closes the child's output after the first bytes; returns [code, signal, errors].
function run(text) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['-e', text], { stdio: ['ignore', 'pipe', 'pipe'] });
    let errors = '';
    child.stderr.on('data', (data) => { errors += data; });
    child.stdout.once('data', () => child.stdout.destroy());
    const limit = setTimeout(() => child.kill('SIGKILL'), 20000);
    child.on('close', (code, signal) => {
      clearTimeout(limit);
      resolve([code, signal, errors]);
    });
  });
}

(async () => {
  const [code, signal, errors] = await run('setInterval(() => console.log(1), 1)');
  assert.strictEqual(code, 1);
  assert.strictEqual(signal, null);
  assert.match(errors, /Error: write EPIPE/);
  const listens = await run(`
    let count = 0;
    process.stdout.on('error', (error) => { console.error(error.code); });
    const timer = setInterval(() => {
      console.log(1);
      if (++count === 20) clearInterval(timer);
    }, 1)`);
  assert.deepStrictEqual(listens.slice(0, 2), [0, null]);
  assert.match(listens[2], /^(EPIPE\n)+$/);
  const late = await run(`
    console.log(1);
    let count = 0;
    setTimeout(() => {
      process.stdout.on('error', (error) => { console.error(error.code); });
      const timer = setInterval(() => {
        console.log(1);
        if (++count === 20) clearInterval(timer);
      }, 1);
    }, 100)`);
  assert.deepStrictEqual(late.slice(0, 2), [0, null]);
  assert.match(late[2], /^(EPIPE\n)+$/);
})();
