// SPDX-License-Identifier: MIT
// The first line of a file: byte order marks and #! are skipped, and errors there are located.
'use strict';
const assert = require('assert');
const fs = require('fs');

const write = (name, text) => {
  fs.writeFileSync(name, text);
  return fs.realpathSync(name);
};
assert.strictEqual(require(write('bom.js', '\ufeffmodule.exports = 1')), 1);
assert.deepStrictEqual(require(write('bom.json', '\ufeff{"a":1}')), { a: 1 });
assert.strictEqual(require(write('script.js', '#!/usr/bin/env node\nmodule.exports = 2')), 2);
assert.strictEqual(require(write('only.js', '#!')) !== undefined, true);
const bad = write('bad.js', 'let a = );');
assert.throws(() => require(bad), (error) => error instanceof SyntaxError && (
  error.stack.startsWith(`${bad}:1\nlet a = );\n        ^\n\nSyntaxError: Unexpected token ')'`)));

// The engine reports another column of the line than others; but never beyond its end.
const thrower = write('thrower.js', 'throw new Error()\n');
assert.throws(() => require(thrower), ({ stack }) => {
  const [, line, column] = /thrower\.js:(\d+):(\d+)/.exec(stack);
  return line === '1' && column >= 7 && column <= 17;
});
const other = write('other.mjs', 'const x = 1; export { x }; throw new Error()\n');
import(other).catch(({ stack }) => {
  const [, line, column] = /other\.mjs:(\d+):(\d+)/.exec(stack);
  assert.strictEqual(line, '1');
  assert.ok(column >= 34 && column <= 44);
});
