// SPDX-License-Identifier: MIT
// How errors about arguments describe the given value: texts are not escaped, and are truncated
// before they get their quotes; large numbers are grouped; objects have the name of their class.
'use strict';
const assert = require('assert');
const path = require('path');

function received(value) {
  const call = typeof value === 'string' ? () => process.nextTick(value) : () => path.join(value);
  try {
    call();
  } catch (error) {
    return /Received (.*)$/s.exec(error.message)[1];
  }
  return undefined;
}

const cases = [
  ['x'.repeat(40), `type string ('${'x'.repeat(25)}...')`],
  ["a'b", 'type string ("a\'b")'],
  ['a\0b', "type string ('a\0b')"],
  ['a\nb', "type string ('a\nb')"],
  [Symbol('s'.repeat(50)), `type symbol (Symbol(${'s'.repeat(50)}))`],
  [2n ** 70n, 'type bigint (1180591620717411303424n)'],
  [{ constructor: { name: '' } }, 'an instance of '],
  [{ constructor: null }, '[Object]'],
  [new (class {})(), 'an instance of '],
  [Object.create(null), '[Object: null prototype] {}'],
];
for (const [value, text] of cases) assert.strictEqual(received(value), text);

assert.throws(() => Buffer.alloc(1).readInt8(1e21), { message: /Received 1e_\+21$/ });
assert.throws(() => Buffer.alloc(1).readInt8(-(2 ** 33)), { message: /Received -8_589_934_592$/ });
assert.throws(() => require('http').validateHeaderName(-0), { message: /\["-0"\]$/ });
assert.strictEqual(require('util').format('%s %s', new URL('http://x/'), Buffer.from('abc')),
  'http://x/ abc');
