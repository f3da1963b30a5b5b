// SPDX-License-Identifier: MIT
// Proves that modules are loaded, errors are shown and promises are watched in a program that has
// removed the iterator of arrays.
'use strict';
const { execFileSync, spawnSync } = require('child_process');
const assert = require('assert');

const take = 'const it = Object.getPrototypeOf([][Symbol.iterator]());' +
  'delete Array.prototype[Symbol.iterator]; delete it.next;';
const run = (text) => execFileSync(process.execPath, ['-e', take + text], { encoding: 'utf8' });

assert.strictEqual(run('console.log("%s", require("os").EOL.length, [{ a: [1] }])'),
  '1 [ { a: [ 1 ] } ]\n');
assert.strictEqual(run('require("http"); require("assert"); require("url"); console.log("ok")'),
  'ok\n');
assert.strictEqual(run('import("fs").then((fs) => console.log(typeof fs.readFile))'), 'function\n');
assert.strictEqual(run('console.log(Array.prototype[Symbol.iterator])'), 'undefined\n');
assert.strictEqual(run('const p = Promise.reject(1); process.on("unhandledRejection", () => ' +
  'p.catch(() => {})).on("rejectionHandled", () => console.log("late"))'), 'late\n');
const { stderr, status } = spawnSync(process.execPath, ['-e', `${take} throw new Error("so")`],
  { encoding: 'utf8' });
assert.match(stderr, /\nError: so\n {4}at /);
assert.strictEqual(status, 1);
