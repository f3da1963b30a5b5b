// SPDX-License-Identifier: MIT
// Proves that stdout of a child is a socket that can also be written to, and finishes.
'use strict';
const assert = require('assert');
const { spawn } = require('child_process');

const child = spawn('cat');
const log = [];
assert.deepStrictEqual([child.stdout.writable, child.stdin.readable], [true, false]);
for (const event of ['end', 'finish']) child.stdout.on(event, () => log.push(event));
child.stdout.resume();
child.stdin.end('x', (...args) => log.push(args));
child.on('close', () => {
  assert.deepStrictEqual(log, [[null], 'end', 'finish']);
});
