// SPDX-License-Identifier: MIT
// What the command line asks for.
'use strict';
const { process } = require('internal/process');
const stdio = binding('stdio');
const script = binding('script');

function run() {
  const [, file] = process.argv;
  if (file === '-e') {
    script.evaluate(process.argv[2], '[eval]');
    return;
  }
  const source = stdio.readText(file);
  if (typeof source === 'number') throw new Error(`Cannot find module '${file}'`);
  const wrapper = script.evaluate(
    `(function (exports, require, module, __filename, __dirname) { ${source}\n})`, file);
  const module = { exports: {} };
  wrapper.call(module.exports, module.exports, require, module, file, '.');
}

exports.run = run;
