// SPDX-License-Identifier: MIT
// --why: SIGUSR2 prints what keeps the program alive, by kind, with where it was made; unreferenced
// handles are counted; a program that handles the signal is left alone.
'use strict';
const assert = require('assert');
const { spawn } = require('child_process');

if (process.argv[2] === 'child') {
  const net = require('net');
  function serve() { net.createServer().listen(0, '127.0.0.1', ready); }
  function ready() {
    for (let i = 0; i < 3; i++) setTimeout(later, 100000);
    setTimeout(later, 100000).unref();
    setInterval(later, 100000);
    console.log('ready');
  }
  function later() {}
  if (process.argv[3] === 'handles') process.on('SIGUSR2', () => console.log('handled'));
  serve();
  return;
}

function run(args, env, signal, done) {
  const child = spawn(process.execPath, [...args], { env: { ...process.env, ...env } });
  let out = '';
  let err = '';
  child.stdout.on('data', (data) => {
    out += data;
    if (out === 'ready\n') child.kill(signal);
    if (out.endsWith('handled\n')) child.kill('SIGKILL');
  });
  child.stderr.on('data', (data) => {
    err += data;
    if (/unreferenced\n$/.test(err) && signal !== 'SIGINT') child.kill('SIGKILL');
  });
  child.on('close', (code, by) => done(out, err, by));
}

function checkReport(out, err) {
  assert.match(err, /^gyre: the program is kept alive by 5:\n/);
  const at = (line, column) => `made at \\w+ \\(${__filename}:${line}:${column}\\)\n`;
  assert.match(err, new RegExp(` {2}1 TCPServerWrap, for \\d+\\.\\d+ s, ${at(10, 41)}`));
  assert.match(err, new RegExp(` {2}3 Timeout, the oldest for \\d+\\.\\d+ s, ${at(12, 33)}`));
  assert.match(err, new RegExp(` {2}1 Timeout, for \\d+\\.\\d+ s, ${at(14, 5)}`));
  assert.match(err, / {2}and not by 1 that were unreferenced\n$/);
  assert.strictEqual(out, 'ready\n');
}

run(['--why', __filename, 'child'], {}, 'SIGUSR2', checkReport);
run([__filename, 'child'], { GYRE_WHY: '1' }, 'SIGUSR2', checkReport);
run(['--why', __filename, 'child'], {}, 'SIGINT', (out, err, by) => {
  checkReport(out, err);
  assert.strictEqual(by, 'SIGINT');
});
run(['--why', __filename, 'child', 'handles'], {}, 'SIGUSR2', (out, err) => {
  assert.strictEqual(out, 'ready\nhandled\n');
  assert.strictEqual(err, '');
});
run([__filename, 'child'], {}, 'SIGUSR2', (out, err, by) => {
  assert.strictEqual(by, 'SIGUSR2'); // without --why
  assert.strictEqual(err, '');
});
