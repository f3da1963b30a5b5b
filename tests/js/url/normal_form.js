// SPDX-License-Identifier: MIT
// A usual URL is brought to its normal form without the full parser. A leading space, which is
// ignored, forces the full parser: both must give the same result, for texts composed of
// significant parts.
'use strict';
const assert = require('assert');

const names = ['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port',
  'pathname', 'search', 'hash'];

function parts(...args) {
  try {
    const url = new URL(...args);
    return [...names.map((name) => url[name]), `${url.searchParams}`].join('\n');
  } catch (error) {
    return error.code;
  }
}

const schemes = ['http://', 'https://', 'file://', 'ws://', 'ftp://', 'HTTP://', 'http:/', 'x://'];
const users = ['', 'u@', 'u:p@', ':p@', 'u:@', '@', 'u@v@', 'u;@', 'u:p:q@', '%41@'];
const hosts = ['a', 'a.b', 'A.b', 'a.b.', 'a..', '.', '', 'a_b', 'xn--a', '1.2.3.4', '1.2.3.04',
  '1.2.3.256', '1.2.3', 'a.0x1', '1.2.3.4.5', '1.2.3.4.', '[::1]', 'a%62', 'a-b', '0'];
const ports = ['', ':', ':80', ':8080', ':08', ':65535', ':65536', ':x', ':443', ':21'];
const paths = ['', '/', '/a/b', '/a//b/', '/.', '/..', '/a/./b', '/a/../b', '/.a/..b/...', '/%2e',
  '/a/%2E%2e/b', '/%2', '/C:/a', '/C|/a', '/C:/../b', '/a/../C|/../b', '/%2E./a', '/a/..%2f',
  '/a b', '/a\\b', "/a'b", '/a^|`b', '//a', '/a;b=c,d@e'];
const ends = ['', '?', '#', '?a=b&c', '?a#b', "?a'b", '#a?b#c', '?%zz', '# ', '?a b', '?\u00e9'];

let count = 0;
function check(text, base) {
  count++;
  const direct = base === undefined ? parts(text) : parts(text, base);
  const byRules = base === undefined ? parts(` ${text}`) : parts(` ${text}`, ` ${base}`);
  if (direct !== byRules) assert.strictEqual(direct, byRules, `${JSON.stringify(text)} ${base}`);
}

for (const scheme of schemes) {
  for (const host of hosts) {
    for (const user of users) check(`${scheme}${user}${host}/a`);
    for (const port of ports) check(`${scheme}${host}${port}/a`);
    for (const path of paths) check(`${scheme}${host}${path}?q`);
  }
  for (const path of paths) for (const end of ends) check(`${scheme}h${path}${end}`);
}
const bases = ['http://u:p@h:8080/a/b/c?d#e',
  'https://h', 'http://h?q', 'http://h/a//b/', 'file:///a/b',
  'file:///', 'file:///C:/a/b', 'x:opaque', 'x://h/a/b', 'none'];
const relatives = ['', 'x', 'x/y', './x', '../x', '../../../x', '..', '.', './', '../', './/x',
  '..//x', '/x', '//x', '/\\x', '?x', '#x', 'x?../y', 'http://i/', 'http:x', 'C:/x', '/C:/x', 'x:y',
  'a b', '\u00e9'];
for (const base of bases) for (const relative of relatives) check(relative, base);
assert.ok(count > 5000);

// Setters on a URL that was taken as it is.
const url = new URL('http://u:p@h:8080/a?b#c');
url.searchParams.append('d', 'e');
assert.strictEqual(url.href, 'http://u:p@h:8080/a?b=&d=e#c');
url.port = '';
assert.strictEqual(url.host, 'h');
assert.strictEqual(url.password, 'p');
url.href = 'http://i';
assert.strictEqual(url.href, 'http://i/');
assert.strictEqual(`${url.searchParams}`, '');
