// SPDX-License-Identifier: MIT
// What a program without a file finds: the names of a module, and the library's modules.
'use strict';
const assert = require('assert');
const { spawnSync } = require('child_process');

function run(args, input = '') {
  return spawnSync(process.execPath, args, { encoding: 'utf8', input }).stdout;
}

assert.strictEqual(run(['-p', '[__filename, __dirname, module.id, typeof exports]']),
  "[ '[eval]', '.', '[eval]', 'object' ]\n");
assert.strictEqual(run(['-p', 'require("path").basename("/a/b") + path.sep']), 'b/\n');
assert.strictEqual(run(['-p', 'crypto === require("crypto")']), 'true\n');
assert.strictEqual(run(['-p', 'globalThis.x = crypto.constants; 4']), '4\n');
assert.strictEqual(run(['-e', 'const crypto = 5; console.log(crypto)']), '5\n');
assert.strictEqual(run(['-e', 'console.log(crypto === globalThis.crypto)']), 'false\n');
assert.strictEqual(run(['-p', 'process.argv.length']), '1\n');
assert.strictEqual(run(['-e', 'var path = 3; console.log(path)']), '3\n');
assert.strictEqual(run(['-', 'x'], 'console.log(process.argv.slice(1), __filename)'),
  "[ '-', 'x' ] [stdin]\n");
assert.strictEqual(run([], 'console.log(6 * 7)'), '42\n');
assert.strictEqual(run(['-p'], '6 * 7'), '42\n');
