// SPDX-License-Identifier: MIT
// querystring.parse and stringify: repeated names, invalid escapes, other separators.
'use strict';
const assert = require('assert');
const qs = require('querystring');

const plain = (object) => ({ ...object });
assert.deepStrictEqual(plain(qs.parse('a=1&b=%C3%A9+x&a=2&=3&c&&%zz=%')), {
  'a': ['1', '2'], 'b': '\u00e9 x', '': '3', 'c': '', '%zz': '%',
});
assert.deepStrictEqual(plain(qs.parse('a:1;b:2', ';', ':')), { a: '1', b: '2' });
assert.deepStrictEqual(plain(qs.parse('a&b&c', null, null, { maxKeys: 2 })), { a: '', b: '' });
assert.strictEqual(qs.stringify({ a: [1, true, 2n], b: NaN, c: 'x y&', d: {} }),
  'a=1&a=true&a=2&b=&c=x%20y%26&d=');
assert.strictEqual(qs.escape('\u00e9!\'()*'), '%C3%A9!\'()*');
assert.throws(() => qs.stringify({ a: '\ud800' }), { code: 'ERR_INVALID_URI' });
assert.strictEqual(qs.unescapeBuffer('a%20%zz').toString(), 'a %zz');
