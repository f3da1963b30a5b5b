// SPDX-License-Identifier: MIT
// Module.wrap and Module.wrapper, and programs that change them.
'use strict';
const assert = require('assert');
const Module = require('module');

assert.strictEqual(Module.wrapper.length, 2);
assert.strictEqual(Module.wrap('x'),
  '(function (exports, require, module, __filename, __dirname) { x\n});');
const [start] = Module.wrapper;
Module.wrapper[0] = `${start}const extra = 'extra';`;
assert.strictEqual(require('./fixtures/extra'), 'extra');
Module.wrapper[0] = start;
const { wrap } = Module;
delete require.cache[require.resolve('./fixtures/extra')];
Module.wrap = (text) => wrap(text.replace('extra', '"other"'));
assert.strictEqual(require('./fixtures/extra'), 'other');
