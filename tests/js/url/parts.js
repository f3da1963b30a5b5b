// SPDX-License-Identifier: MIT
// The parts of a URL: hosts in all forms, special and other schemes, relative ones.
'use strict';
const assert = require('assert');

const table = [
  ['HTTP://User:p%20w@EXAMPLE.com:80/a/../b?q=1 2#f g', undefined,
    'http://User:p%20w@example.com/b?q=1%202#f%20g'],
  ['http://0x7f.1/', undefined, 'http://127.0.0.1/'],
  ['http://[1:0::0:0:2]:8080', undefined, 'http://[1::2]:8080/'],
  ['http://m\u00fcnchen.de/\u00fc?\u00fc', undefined, 'http://xn--mnchen-3ya.de/%C3%BC?%C3%BC'],
  ['http://fa\u00df.de', undefined, 'http://xn--fa-hia.de/'],
  ['../x?y', 'https://h/a/b/c#d', 'https://h/a/x?y'],
  ['//other\\p', 'https://h/a', 'https://other/p'],
  ['#f', 'mailto:a@b', 'mailto:a@b#f'],
  ['file:c:\\a\\..\\..\\b', undefined, 'file:///c:/b'],
  ['data:text/plain,a b  ', undefined, 'data:text/plain,a b'],
  ['non-special://h:80/%2e%2E/./x', undefined, 'non-special://h:80/x'],
  ['web+demo:/.//not-a-host/', undefined, 'web+demo:/.//not-a-host/'],
];
for (const [input, base, href] of table) assert.strictEqual(new URL(input, base).href, href, input);

for (const input of ['', 'a', '//x', 'http://', 'http://a b/', 'http://1.2.3.4.5/', 'http://[::g]/',
  'http://a:99999/', 'http://%00/', 'https://\u00ad/']) {
  assert.strictEqual(URL.canParse(input), false, input);
  assert.throws(() => new URL(input), { name: 'TypeError', code: 'ERR_INVALID_URL', input });
}
assert.throws(() => new URL('a', 'b'), { code: 'ERR_INVALID_URL', input: 'a', base: 'b' });
