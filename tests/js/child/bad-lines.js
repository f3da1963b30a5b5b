// SPDX-License-Identifier: MIT
// An invalid line among others in the same read: messages before it arrive, the error is thrown in
// the program, and later messages arrive again.
'use strict';
const assert = require('assert');
const { spawn } = require('child_process');

const told = [];
process.on('uncaughtException', (error) => told.push(error.name));

const program = `
const fs = require('fs');
fs.writeSync(3, '{"a":1}\\n{"b":2}\\nnothing\\n{"lost":1}\\n');
process.on('message', () => {
  fs.writeSync(3, '{"c":3}\\n');
  process.disconnect();
});`;
const child = spawn(process.execPath, ['-e', program],
  { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
child.on('message', (message) => {
  told.push(message);
  if (message.b) child.send('more');
});
child.on('exit', () => setTimeout(() => {
  process.removeAllListeners('uncaughtException');
  assert.deepStrictEqual(told, ['SyntaxError', { a: 1 }, { b: 2 }, { c: 3 }]);
}, 50));
