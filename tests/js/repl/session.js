// SPDX-License-Identifier: MIT
// A session at the prompt: values, errors, several lines, await, _ and commands.
'use strict';
const assert = require('assert');
const repl = require('repl');
const { PassThrough } = require('stream');

const input = new PassThrough();
const output = new PassThrough();
let out = '';
output.on('data', (data) => { out += data; });
const server = repl.start({ prompt: '> ', input, output, terminal: false, useGlobal: true });
server.defineCommand('hello', {
  help: 'Say it',
  action(name) {
    this.output.write(`hello ${name}\n`);
    this.displayPrompt();
  },
});

const session = [
  ['1 + 1', '2\n> '],
  ['_ * 3', '6\n> '],
  ['let x = { a: [1, 2] }', 'undefined\n> '],
  ['x', '{ a: [ 1, 2 ] }\n> '],
  ['{ b: 2 }', '{ b: 2 }\n> '],
  ['function twice(n) {', '... '],
  ['return 2 * n; }', 'undefined\n> '],
  ['twice(4)', '8\n> '],
  ['nosuch', 'Uncaught ReferenceError: nosuch is not defined\n> '],
  ['await Promise.resolve(7)', '7\n> '],
  ['const late = await 8', 'undefined\n> '],
  ['late', '8\n> '],
  ['throw "text"', "Uncaught 'text'\n> "],
  ['_error', "'text'\n> "],
  ['`one', '... '],
  ['two`', "'one\\ntwo'\n> "],
  ['.hello you', 'hello you\n> '],
  ['.nosuch', 'Invalid REPL keyword\n> '],
  ['[1,', '... '],
  ['.break', '> '],
  ['typeof path.join', "'function'\n> "],
];
let at = 0;
function next() {
  if (at === session.length) {
    server.complete('x.a.len', (error, [found, part]) => {
      assert.ifError(error);
      assert.deepStrictEqual([found, part], [['x.a.length'], 'x.a.len']);
    });
    server.complete('lat', (error, [found]) => {
      assert.ifError(error);
      assert.deepStrictEqual(found, ['late']);
    });
    server.complete('nosuch.', (error, [found]) => {
      assert.ifError(error);
      assert.deepStrictEqual(found, []);
    });
    server.complete('.he', (error, [found]) => {
      assert.ifError(error);
      assert.deepStrictEqual(found, ['hello', 'help']);
    });
    server.on('exit', () => { at++; });
    input.write('.exit\n');
    return;
  }
  out = '';
  const [line, expected] = session[at];
  input.write(`${line}\n`);
  setTimeout(() => {
    assert.strictEqual(out, expected, line);
    at++;
    next();
  }, 20);
}
setImmediate(next);
process.on('exit', () => assert.strictEqual(at, session.length + 1));
