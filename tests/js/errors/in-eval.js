// SPDX-License-Identifier: MIT
// Errors that the engine throws in code made by eval have V8's messages.
'use strict';
const assert = require('assert');

const words = "Cannot read properties of undefined (reading 'foo')";
for (const text of ['undefined.foo', '(function () { undefined.foo; })()',
  'const o = {}; (() => { o.p.foo(1); })()']) {
  assert.throws(() => (0, eval)(text), { name: 'TypeError', message: words });
  assert.throws(() => eval(text), { name: 'TypeError', message: words }); // eslint-disable-line
}
assert.throws(() => (0, eval)('Object.keys(undefined)'),
  { message: 'Cannot convert undefined or null to object' });
