// SPDX-License-Identifier: MIT
// Standard input that was paused, or unpiped, continues when it is resumed or piped again.
'use strict';
const assert = require('assert');
const { spawn } = require('child_process');

const programs = {
  paused: `setTimeout(() => {
    process.stdin.pause();
    setTimeout(() => { process.stdin.resume(); console.log('again'); }, 10);
  }, 10)`,
  piped: `setTimeout(() => {
    process.stdin.unpipe(sink);
    process.stdin.pipe(new PassThrough().resume());
    console.log('again');
  }, 10)`,
};
for (const [name, change] of Object.entries(programs)) {
  const child = spawn(process.execPath, ['-e', `
    const { PassThrough } = require('stream');
    const sink = new PassThrough().resume();
    process.stdin.pipe(sink);
    process.stdin.on('data', (data) => console.log('data ' + data));
    process.stdin.once('data', () => { ${change} });
    console.log('ready');`], { stdio: ['pipe', 'pipe', 'inherit'] });
  let out = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
    if (out === 'ready\n') child.stdin.write('one');
    if (out.endsWith('again\n')) setTimeout(() => child.stdin.end('two'), 20);
  });
  child.on('close', (code) => {
    assert.deepStrictEqual([name, out, code], [name, 'ready\ndata one\nagain\ndata two\n', 0]);
  });
}
