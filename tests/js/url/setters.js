// SPDX-License-Identifier: MIT
// Setting the parts of a URL, and its searchParams as a live view of the query.
'use strict';
const assert = require('assert');

const url = new URL('https://example.org/a?b=c#d');
url.protocol = 'http';
url.port = '8080x';
url.host = 'h:81';
url.pathname = 'x y?z';
url.hash = '';
assert.strictEqual(url.href, 'http://h:81/x%20y%3Fz?b=c');
url.protocol = 'data'; // a special scheme stays special
url.hostname = 'a:b';
assert.strictEqual(url.host, 'h:81');

const { searchParams } = url;
searchParams.append('e', 'f g&');
assert.strictEqual(url.search, '?b=c&e=f+g%26');
url.search = '?z=1&a=2&z=3';
assert.deepStrictEqual([...searchParams], [['z', '1'], ['a', '2'], ['z', '3']]);
searchParams.sort();
assert.strictEqual(url.search, '?a=2&z=1&z=3');
assert.strictEqual(searchParams.size, 3);
searchParams.delete('z', '1');
searchParams.set('a', '\ud800');
assert.strictEqual(String(searchParams), 'a=%EF%BF%BD&z=3');
assert.strictEqual(url.searchParams, searchParams);
assert.throws(() => new URLSearchParams([[1]]), { code: 'ERR_INVALID_TUPLE' });
assert.throws(() => searchParams.get(), {
  code: 'ERR_MISSING_ARGS', message: 'The "name" argument must be specified',
});
