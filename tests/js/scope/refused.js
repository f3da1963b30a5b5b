// SPDX-License-Identifier: MIT
// Unavailable options end the program with a line that names them; a trace that could not be
// written completely is reported.
'use strict';
const assert = require('assert');
const { spawnSync } = require('child_process');
const { createServer } = require('net');

function run(words, env = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    encoding: 'utf8', env: { ...process.env, ...env },
  });
  return { status, stdout, stderr };
}

const code = ['-e', 'console.log(1)'];

for (const [option, words] of [
  ['--trace=no/such.html', 'no such file or directory'],
  ['--trace=trace.pdf', 'ends neither in .html'],
]) {
  const { status, stdout, stderr } = run([option, ...code]);
  assert.strictEqual(status, 9);
  assert.strictEqual(stdout, '');
  assert.ok(stderr.includes(option) && stderr.includes(words), stderr);
  assert.strictEqual(stderr.split('\n').length, 2, stderr);
}

const wrong = run(code, { GYRE_BLOCK_THRESHOLD: '5x' });
assert.deepStrictEqual(wrong, { status: 0, stdout: '1\n',
  stderr: 'gyre: GYRE_BLOCK_THRESHOLD is "5x", not a number of milliseconds\n' });

const limited = spawnSync('sh', ['-c',
  `ulimit -f 16; exec "${process.execPath}" --trace=trace.html -e 'console.log(1)'`],
{ encoding: 'utf8' });
assert.strictEqual(limited.stdout, '1\n');
assert.strictEqual(limited.stderr, 'gyre: the trace is not whole: file too large\n');

const server = createServer().listen(0, '127.0.0.1', () => {
  const { port } = server.address();
  const { status, stderr } = run([`--live=${port}`, ...code]);
  assert.strictEqual(status, 9);
  assert.ok(stderr.includes(`--live=${port}`) && stderr.includes('EADDRINUSE'), stderr);
  server.close();
});
