// SPDX-License-Identifier: MIT
// An error that nothing catches is shown with its place in the source, a caret and its stack.
'use strict';
const assert = require('assert');
const { spawnSync } = require('child_process');
const fs = require('fs');
const path = require('path');

const file = path.join(process.cwd(), 'program.js');

function run(text, args = [file]) {
  fs.writeFileSync(file, text);
  const { stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { err: stderr, status };
}

const version = `\n\nNode.js ${process.version}\n`;
let { err, status } = run('let a;\n  throw new TypeError("bad");\n');
assert.strictEqual(status, 1);
assert.ok(err.startsWith(`${file}:2\n  throw new TypeError("bad");\n  ^\n\nTypeError: bad\n` +
  `    at Object.<anonymous> (${file}:2:`), err);
assert.ok(err.endsWith(version), err);

({ err } = run('const e = new Error("x");\ne.code = "E_X";\nthrow e;\n'));
assert.match(err, /\{\n  code: 'E_X'\n\}\n\nNode\.js/);

({ err } = run('function f(o) { return o.first.second; }\nf({});\n'));
assert.ok(err.startsWith(`${file}:1\nfunction f(o) { return o.first.second; }\n` +
  '                               ^\n\n' +
  "TypeError: Cannot read properties of undefined (reading 'second')\n" +
  `    at f (${file}:1:`), err);

({ err } = run('nosuch.thing;\n'));
assert.ok(err.startsWith(`${file}:1\nnosuch.thing;\n^\n\nReferenceError: nosuch is not defined\n`),
  err);

({ err } = run('var a = 1;\nvar b = ;\n'));
assert.ok(err.startsWith(`${file}:2\nvar b = ;\n        ^\n\nSyntaxError: Unexpected token ';'\n`),
  err);

({ err, status } = run('', ['-e', 'throw new Error("x")']));
assert.ok(err.startsWith('[eval]:1\nthrow new Error("x")\n^\n\nError: x\n    at [eval]:1:'), err);

({ err, status } = run('throw "text"'));
assert.match(err, /text\n/);
assert.strictEqual(status, 1);

({ err, status } = run('Promise.reject(5)'));
assert.match(err, /The promise rejected with the reason "5"\./);
assert.match(err, /code: 'ERR_UNHANDLED_REJECTION'/);
assert.strictEqual(status, 1);

({ err, status } = run('', [path.join(process.cwd(), 'nosuch.js')]));
assert.match(err, /Error: Cannot find module '.*nosuch\.js'\n/);
assert.match(err, /code: 'MODULE_NOT_FOUND'/);
assert.strictEqual(status, 1);
