// SPDX-License-Identifier: MIT
// Places in texts that are not those of a file: columns are counted as in files.
'use strict';
const assert = require('assert');
const Module = require('module');
const vm = require('vm');

// The first match of this pattern in the stack of the thrown error.
function placeOf(run, name) {
  try {
    run();
  } catch (error) {
    return new RegExp(`${name}:(\\d+:\\d+)\\)?$`, 'm').exec(error.stack)[1];
  }
  return assert.fail('nothing was thrown');
}

const text = 'const a = 1; function f(x) { throw new Error(x); }\n' +
  '  const o = { m() { f(a); } }; o.m();';
assert.strictEqual(placeOf(() => vm.runInNewContext(text, {}, 'some.js'), 'some.js'), '1:36');
assert.strictEqual(placeOf(() => vm.runInNewContext('var o = {};\n  o.p.q.z', {}, {
  filename: 'other.js', lineOffset: 4,
}), 'other.js'), '6:7');
assert.strictEqual(placeOf(
  vm.compileFunction('const y = 1; undefined.x;', ['a'], { filename: 'fn.js' }), 'fn.js'), '1:24');
assert.strictEqual(placeOf(
  vm.compileFunction('const y = 1;\n  y.no(y);', [], { filename: 'gn.js' }), 'gn.js'), '2:5');

const made = new Module(__filename);
made._compile('exports.f = () => { exports.g(1) };', __filename);
assert.strictEqual(placeOf(made.exports.f, 'places.js'), '1:29');
