// SPDX-License-Identifier: MIT
// Names and values of the environment end at a NUL, as in the C library.
'use strict';
const assert = require('assert');

process.env.SHORT = 'a\0b';
assert.strictEqual(process.env.SHORT, 'a');
process.env['NAME\0x'] = '1';
assert.strictEqual(process.env.NAME, '1');
assert.strictEqual(process.env['NAME\0y'], '1');
assert.ok('NAME\0' in process.env);
assert.strictEqual(Object.keys(process.env).some((name) => name.includes('\0')), false);
delete process.env['NAME\0z'];
assert.strictEqual(process.env.NAME, undefined);
process.env['S\ud800'] = 'x\udc00';
assert.strictEqual(process.env['S\ufffd'], 'x\ufffd');
assert.strictEqual(structuredClone(process.env).SHORT, 'a');
