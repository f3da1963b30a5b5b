// SPDX-License-Identifier: MIT
// A stack overflow in a worker, in JavaScript or below it, ends that worker with a RangeError, and
// nothing else.
'use strict';
const assert = require('assert');
const { Worker } = require('worker_threads');

const programs = [
  '(function f() { f(); })()',
  'const o = { get x() { return this.x; } }; o.x',
  'let a = []; for (let i = 0; i < 3e5; i++) a = [a]; JSON.stringify(a)',
  'JSON.parse("[".repeat(1e6))',
  'eval("(".repeat(1e6))',
  '(function f() { [2, 1].sort(f); })()',
  '(function f() { "a".replace(/a/, f); })()',
  '(async function f() { await f(); })()',
  'const fs = require("fs"); (function f() { fs.statSync("/"); f(); })()',
];
let ended = 0;

(function next() {
  if (ended === programs.length) return;
  const errors = [];
  const worker = new Worker(programs[ended], { eval: true, resourceLimits: { stackSizeMb: 1 } });
  worker.on('error', ({ name, message }) => errors.push(`${name}: ${message}`));
  worker.on('exit', (code) => {
    assert.deepStrictEqual([code, errors], [1, ['RangeError: Maximum call stack size exceeded']],
      programs[ended]);
    ended++;
    next();
  });
})();
process.on('exit', (code) => assert.ok(code !== 0 || ended === programs.length));
