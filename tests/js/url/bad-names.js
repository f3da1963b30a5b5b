// SPDX-License-Identifier: MIT
// url.parse of invalid hosts, url.resolve across schemes, paths with characters that are special in
// a URL.
'use strict';
const assert = require('assert');
const url = require('url');

for (const bad of ['http://xn--/', 'http://\u2100.com/', 'http://a[b/', 'http://[a@b]c/',
  'http://[<]/']) {
  assert.throws(() => url.parse(bad), { code: 'ERR_INVALID_URL', input: bad }, bad);
}
const { hostname, pathname, port } = url.parse('http://a;b:80/x');
assert.deepStrictEqual([hostname, pathname, port], ['a', ';b:80/x', null]);
assert.strictEqual(url.parse('/a"b').href, '/a"b'); // only a path: unchanged
assert.strictEqual(url.parse('/a"b#').href, '/a%22b#');
assert.strictEqual(url.parse('HTTP:x').hostname, 'x');
assert.strictEqual(url.resolve('mailto:a@b', 'c@d'), 'mailto:c@d');
assert.strictEqual(url.resolve('x://', 'https://u%40:p%3a@a/'), 'https://u%40:p:@a/');
assert.strictEqual(url.resolve('/one/two', '../../..'), '/');

assert.strictEqual(url.pathToFileURL('/[a]|^~\n"').href, 'file:///%5Ba%5D%7C%5E%7E%0A%22');
for (let code = 0x21; code < 0x7f; code++) {
  const path = `/a${String.fromCharCode(code)}b`;
  assert.strictEqual(url.fileURLToPath(url.pathToFileURL(path)), path === '/a/b' ? '/a/b' : path);
}
assert.strictEqual(url.domainToASCII('a\\b'), 'a');
assert.strictEqual(url.domainToUnicode('xn--'), '');
assert.strictEqual(url.format(new URL('http://a/?#')), 'http://a/?#');
assert.throws(() => new URL('http://[\ud800'), { input: 'http://[\ufffd' });
