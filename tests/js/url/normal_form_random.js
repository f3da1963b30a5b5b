// SPDX-License-Identifier: MIT
// Random URLs, alone, with bases and changed by a setter, give the same whether they are brought to
// normal form directly or by the full parser, which a leading space forces. The arguments are how
// many, and the seed.
'use strict';
const assert = require('assert');

const count = Number(process.argv[2] ?? 20000);
let seed = Number(process.argv[3] ?? 1);
function random(limit) {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor(seed / 2 ** 32 * limit);
}
const pick = (list) => list[random(list.length)];

const names = ['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port',
  'pathname', 'search', 'hash'];
const schemes = ['http://', 'https://', 'http://', 'file://', 'file:///', 'ws://', 'wss://',
  'ftp://', 'HTTP://', 'http:/', 'http:', 'http:\\\\', 'file:', 'file:/', 'x://', 'x:', 'data:',
  '//', '\\\\', '/', ''];
const users = ['', '', '', '', '', 'u@', 'u:p@', ':p@', 'u:@', '@', ':@', 'u@v@', "u'@", 'u;v@',
  '%41:%zz@', '\u00e9@'];
const hosts = ['a', 'a.b', 'localhost', 'example.com', 'EXAMPLE.com', 'a.b.', 'a..', '.', '', 'a_b',
  'xn--a', 'XN--A', 'xn--mnchen-3ya.de', 'a--b', 'm\u00fcnchen.de', 'a\u00ad', '1.2.3.4',
  '1.2.3.04', '1.2.3.256', '1.2.3', '0x7f.1', 'a.0x1', 'a.1', '1.2.3.4.5', '1.2.3.4.', '[::1]',
  '[1:2::3:4.5.6.7]', '[::1', 'a%62', 'a%2fb', 'a b', 'a|b', 'a<b', '0', '4294967296', '\uff41'];
const ports = ['', '', '', '', ':', ':80', ':443', ':21', ':0', ':00', ':080', ':8080', ':65535',
  ':65536', ':00065535', ':x', ':8x', ':-1', ':80:80', ':99999999999'];
const segments = ['', '', 'a', 'b.js', '.', '..', '...', '.a', 'a.', '%2e', '%2E.', '.%2e',
  '%2e%2E', '%2e%2e%2e', '%2', '%', 'C:', 'c|', 'C:x', '1:', 'a b', "a'b", 'a"<>`{}b', '^|[]',
  'a;b=c,d@e:f', '\u00e9', '\u20ac', '\ud83d\ude00', '\ud800', '\x7f', '\0', '\t', 'a\nb',
  '~!$&()*+_-'];
const separators = ['/', '/', '/', '/', '/', '\\', '//', '\\\\'];
const queries = ['', '', '', '?', '?a=b&c', "?a'b", '?a b"<>', '?%zz', '?/../.', '?\\`{}^|', '??',
  '?\u00e9', '?\u20ac', '?a\tb', '?:@'];
const hashes = ['', '', '', '#', '#a', '# a', '##', "#'\"<>`", '#?\\{}^|', '#\u00e9', '#\u20ac',
  '#\r'];
const noise = '/\\.:?#@%2e[]|\t\r \0-x0Cc8\u00e9\u20ac\'"';
const setters = { protocol: ['ws', 'file', 'x'], username: ['', 'v w'], password: ['', 'q:'],
  host: ['h:81', ''], port: ['', '80', '81'], pathname: ['', '../x y', 'C|'], search: ['', "a'b"],
  hash: ['', 'z'], href: ['http://i:80', 'i'] };

function path() {
  let text = pick(['', '', '/', '/', '/', '\\']);
  for (let i = random(5); i > 0; i--) text += pick(segments) + (i > 1 ? pick(separators) : '');
  return text + pick(['', '', '', '/']);
}

function mutate(text) {
  if (random(6) !== 0) return text;
  const at = random(text.length + 1);
  const kind = random(3);
  if (kind === 0) return text.slice(0, at) + text.slice(at + 1);
  if (kind === 1) return text.slice(0, at) + pick(noise) + text.slice(at);
  return text.slice(0, at) + text.slice(random(text.length + 1));
}

const tail = () => pick(queries) + pick(hashes);
const absolute = () =>
  mutate(pick(schemes) + pick(users) + pick(hosts) + pick(ports) + path() + tail());
const web = () => mutate(pick(['http://', 'https://', 'ws://']) + pick(['', 'u:p@']) +
  pick(['a', 'b.c', 'LOCALHOST']) + pick(['', ':80', ':81']) + path() + tail());
const bare = () => pick(['http://a', 'https://B:80', 'ws://u@c:81', 'file://']);
const file = () => mutate(`file:///${pick(['C:/', 'c|', '', '', ''])}${path()}${tail()}`);
const relative = () => mutate(path() + tail());

function show(url, name, value) {
  const params = random(4) === 0 ? `${url.searchParams}` : '';
  const before = names.map((one) => url[one]).join('\n');
  try {
    url[name] = value;
  } catch (error) {
    return `${before}\n${params}\n${error.code}`;
  }
  return `${before}\n${params}\n${names.map((one) => url[one]).join('\n')}\n${url.searchParams}`;
}

function make(input, base) {
  try {
    return base === undefined ? new URL(input) : new URL(input, base);
  } catch (error) {
    assert.strictEqual(error.code, 'ERR_INVALID_URL');
    return null;
  }
}

function check(input, base) {
  const what = () => `${JSON.stringify(input)} from ${JSON.stringify(base)}`;
  const url = make(input, base);
  const other = make(` ${input}`, base === undefined ? base : ` ${base}`);
  assert.strictEqual(url === null, other === null, what());
  assert.strictEqual(base === undefined ? URL.canParse(input) : URL.canParse(input, base),
    url !== null, what());
  if (url === null) return 0;
  const name = pick(Object.keys(setters));
  const value = pick(setters[name]);
  const before = seed;
  const shown = show(url, name, value);
  seed = before;
  assert.strictEqual(shown, show(other, name, value), `${what()} ${name} = ${value}`);
  return 1;
}

let valid = 0;
for (let i = 0; i < count; i++) {
  const base = pick([undefined, web, web, file, bare, absolute])?.();
  const kinds = base === undefined ? [absolute, web, file] : [relative, relative, absolute];
  valid += check(pick(kinds)(), base);
}
assert.ok(valid > count / 4, `${valid} of ${count} are valid`);
