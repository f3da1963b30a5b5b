// SPDX-License-Identifier: MIT
// The old url.parse, url.format and url.resolve, and conversions between paths and URLs.
'use strict';
const assert = require('assert');
const url = require('url');

const parsed = url.parse('http://User:pw@Host.com:8080/p/a?query=1#hash', true);
assert.deepStrictEqual({ ...parsed, query: { ...parsed.query } }, {
  protocol: 'http:', slashes: true, auth: 'User:pw', host: 'host.com:8080', port: '8080',
  hostname: 'host.com', hash: '#hash', search: '?query=1', query: { query: '1' },
  pathname: '/p/a', path: '/p/a?query=1', href: 'http://User:pw@host.com:8080/p/a?query=1#hash',
});
assert.strictEqual(url.parse('//a/b').host, null);
assert.strictEqual(url.parse('//a/b', false, true).host, 'a');
assert.strictEqual(url.resolve('http://h/a/b', '../c?d'), 'http://h/c?d');
assert.strictEqual(url.resolve('mailto:a@b', 'c@d'), 'mailto:c@d');
assert.strictEqual(url.format({ protocol: 'http', hostname: 'h', pathname: 'p', query: { a: 1 } }),
  'http://h/p?a=1');
assert.strictEqual(url.fileURLToPath('file:///a%20b'), '/a b');
assert.strictEqual(url.pathToFileURL('/a#b%?/').href, 'file:///a%23b%25%3F/');
assert.throws(() => url.fileURLToPath('http://a'), { code: 'ERR_INVALID_URL_SCHEME' });
assert.strictEqual(url.domainToASCII('espa\u00f1ol.com'), 'xn--espaol-zwa.com');
assert.strictEqual(url.domainToUnicode('xn--espaol-zwa.com'), 'espa\u00f1ol.com');

// What is trimmed at both ends: controls, the one-byte spaces, and the byte order mark.
for (const space of ['\0', '\b', '\x1f', ' ', '\xa0', '\ufeff']) {
  assert.strictEqual(url.parse(`${space}http://a/${space}`).href, 'http://a/');
}
for (const other of ['\u1680', '\u2000', '\u3000']) {
  assert.strictEqual(url.parse(`${other}http://a/`).hostname, null);
}
