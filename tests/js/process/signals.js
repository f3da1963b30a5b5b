// SPDX-License-Identifier: MIT
// Signals are events; their listeners do not keep the process alive, and without one a signal ends
// it.
'use strict';
const assert = require('assert');
const seen = [];
for (const name of ['SIGUSR1', 'SIGUSR2', 'SIGHUP', 'SIGWINCH']) {
  process.on(name, (...args) => seen.push(args));
}
process.once('SIGCHLD', () => {});
process.kill(process.pid, 'SIGUSR1');
process.kill(process.pid, 'SIGHUP');
process._kill(process.pid, 12);
const timer = setInterval(() => {
  if (seen.length < 3) return;
  clearInterval(timer);
  process.removeAllListeners('SIGUSR2');
  process.on('SIGPIPE', assert.fail);
  process.removeListener('SIGPIPE', assert.fail);
}, 2);
process.on('exit', () => {
  seen.sort((a, b) => a[1] - b[1]);
  assert.deepStrictEqual(seen, [['SIGHUP', 1], ['SIGUSR1', 10], ['SIGUSR2', 12]]);
});
assert.throws(() => process.kill(process.pid, 'SIGFOO'), { code: 'ERR_UNKNOWN_SIGNAL' });
assert.throws(() => process.kill('a'), { code: 'ERR_INVALID_ARG_TYPE' });
assert.strictEqual(process.kill(process.pid, 0), true);
assert.throws(() => process.on('SIGKILL', () => {}),
  { code: 'EINVAL', syscall: 'uv_signal_start' });
