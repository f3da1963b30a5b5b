// SPDX-License-Identifier: MIT
// url.parse takes a usual URL with one pattern. A leading space, which is ignored, forces the whole
// way: both must give the same, for random texts. Objects that are not new keep their parts. The
// arguments are how many, and the seed.
'use strict';
const assert = require('assert');
const { parse, Url } = require('url');

const count = Number(process.argv[2] ?? 10000);
let seed = Number(process.argv[3] ?? 1);
function random(limit) {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor(seed / 2 ** 32 * limit);
}
const pick = (list) => list[random(list.length)];

const schemes = ['http://', 'https://', 'ws://', 'wss://', 'ftp://', 'file://', 'HTTP://', 'x://',
  'http:/', 'http:', '//', ''];
const users = ['', '', '', '', 'u@', 'u:p@', 'a b@'];
const hosts = ['a', 'a.b', 'localhost', '1.2.3.4', 'A.b', 'xn--a', 'xn--mnchen-3ya.de', 'a_b', '.',
  '-', '', 'a;b', '[::1]', 'a'.repeat(255), 'a'.repeat(256), '\u00e9'];
const ports = ['', '', '', ':', ':0', ':80', ':080', ':99999', ':x', ':1:2'];
const pieces = ['', 'a', '/', '//', '.', '..', '%2e', '@', ':', ';', '=', '[', ']', '~', '\\', "'",
  '"', ' ', '\t', '^', '|', '`', '{', '<', '\x7f', '\u00e9', '?', '#', '$', '&', 'Z', '9', '_'];

function text() {
  let tail = pick(['', '/', '/', '/', '?', '#']);
  const most = random(3) === 0 ? pieces.length : 14;
  for (let i = random(6); i > 0; i--) tail += pieces[random(most)] + pick(['', 'b']);
  const end = pick(['', '', '?a=b&c', '?', "?a'b"]) + pick(['', '', '#d', '#', '#e#f']);
  return pick(schemes) + pick(users) + pick(hosts) + pick(ports) + tail + end;
}

function result(...args) {
  try {
    const url = parse(...args);
    assert.ok(url instanceof Url);
    return JSON.stringify(Object.entries(url));
  } catch (error) {
    return error.code ?? error.message;
  }
}

process.removeAllListeners('warning');
for (let i = 0; i < count; i++) {
  const url = text();
  const options = pick([[], [true], [false, true]]);
  assert.strictEqual(result(url, ...options), result(` ${url}`, ...options), url);
}

const old = parse('http://u@a:81/b?c#d');
assert.strictEqual(old.parse('http://e/'), old);
assert.deepStrictEqual([old.href, old.port, old.search], ['http://u@e:81/?c#d', '81', '?c']);
const own = new Url();
own.format = () => 'own';
assert.strictEqual(own.parse('http://e/').href, 'own');
assert.throws(() => parse(1), { code: 'ERR_INVALID_ARG_TYPE' });
