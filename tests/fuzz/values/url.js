// SPDX-License-Identifier: MIT
// URLs of both interfaces, and paths of files.
'use strict';
const url = require('url');

const schemes = ['http:', 'https:', 'ftp:', 'file:', 'ws:', 'mailto:', 'javascript:', 'foo:',
  'HTTP:', 'x-y.z+1:',
  'data:', 'blob:', '1a:', ':', '', 'http', 'wss:', 'non-special:'];
const hosts = ['a', 'example.com', 'EXAMPLE.com.', '127.0.0.1', '0x7f.1', '1.2.3', '256.1.1.1',
  '[::1]', '[::1',
  '::1', '[1:2::3:4]', '[::ffff:1.2.3.4]', 'xn--nxasmq6b', 'm\u00fcnchen.de', 'fa\u00df.de',
    '\u4f8b\u3048.jp',
  'a b', 'a%20b', 'a%00b', 'a_b', '-a-', 'a..b', '.', '', '%41', '1', '4294967296', '0.0.0.0.',
    'a\u00adb',
  'exa|mple', 'a^b', 'a`b', 'a{b', 'a<b', 'a>b', 'a"b', 'a\'b', 'a\\b', 'a*b', 'a;b', 'a,b', 'a@b',
    'a:b',
  'xn--', 'xn--a', '\u2100.com', '\uff0e', 'a\u3002b', '\ud800', '[v1.a]', '[::1%25eth0]', '09.1',
    '0b1', 'a~b',
  'x'.repeat(64), `${'y'.repeat(63)}.com`, 'z.'.repeat(40), '192.168.0.257', 'a$b', 'a(b', 'a!b',
    'a&b=c', 'a+b'];
const parts = ['', '/', '/a', '/a/b', '/a/../b', '/./a/.', '/%2e%2e/x', '//', '///', '/a b',
  '/a\tb', '/\u00e9',
  '/%zz', '/a%2', '\\', '\\a\\b', '/c:/x', '/C|/x', '/a;b', '/a:b', '/a@b', '/{}|^`[]', '/..', '..',
    'a', './a',
  '../a/./..', '/a//b', '/\u{1f600}', '/\ud800', '/a%00', '/a\'b"c<d>', '/~', '*', '/a,b!$&()+='];
const queries = ['', '?', '?a=b', '?a=1&b=2&a=3', '?\u00e9', '?a b', '?%zz', '?a=%20+', '?\'"<>',
  '?a[]=1', '??',
  '?=', '?&&', '?a', '?a==b', '?\ud83d', '?%ff', '?`{}|^'];
const hashes = ['', '#', '#a', '#a b', '#\u00e9', '##', '#"<>`', '#?x', '#\ud800', '#{}|^'];
const auths = ['', '', '', 'u@', 'u:p@', ':@', 'a:b:c@', 'u%40:p%3a@', '\u00e9@', 'u@v@', '@',
  'a/b@', 'a?b@', ':p@'];
const ports = ['', '', '', ':80', ':443', ':8080', ':0', ':65535', ':65536', ':', ':a', ':8a',
  ':-1', ': 80', ':080'];

function whole(r) {
  const slashes = r.pick(['//', '//', '//', '/', '', '///', '\\\\', '/\\']);
  const text = r.pick(schemes) + slashes + r.pick(auths) + r.pick(hosts) + r.pick(ports) +
    r.pick(parts) +
    r.pick(queries) + r.pick(hashes);
  if (r.chance(0.85)) return text;
  const at = r.below(text.length + 1);
  return text.slice(0, at) + r.pick([' ', '\t', '\n', '\0', '\x7f', '\u0080', '%', '\\', '#', '?',
    '@', ':', '/', '[',
    ']', '|', '^', '\ufeff', '\u200b', "'"]) + text.slice(at);
}

function quoted(text) {
  return JSON.stringify(text).replace(/[^\x20-\x7e]/g, (unit) =>
    `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function some(r) {
  return quoted(r.chance(0.6) ? whole(r) : r.pick([r.pick(parts) + r.pick(queries) + r.pick(hashes),
    `//${r.pick(hosts)}${r.pick(parts)}`, r.pick(schemes) + r.pick(parts), r.pick(hosts)]));
}

const setters = ['protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname',
  'search', 'hash', 'href'];

function setter(r) {
  const pieces = { protocol: schemes, host: hosts, hostname: hosts, port: ports, pathname: parts,
    search: queries,
    hash: hashes, username: auths, password: auths };
  const steps = [1, 2].map(() => {
    const name = r.pick(setters);
    const value = r.chance(0.7) && pieces[name] ? r.pick(pieces[name]) : whole(r);
    return `u.${name} = ${quoted(value)};`;
  });
  return `const u = new URL(${some(r)}); ${steps.join(' ')} return all(u);`;
}

function params(r) {
  const init = r.pick([quoted(r.pick(queries) + r.pick(['', '&', '&x=%e9', '&a=b=c'])),
    '[["a", "b"], ["c", "d"]]',
    '{ a: 1, b: [2] }', '[["a"]]', 'new Map([["x", "y"]])', '[[1, 2], "ab"]', 'null', 'undefined',
      '5', '"\\ud800=\\udc00"',
    'new URLSearchParams("q=1&q=2")',
      '[["a", { toString() { throw new TypeError("bad mood"); } }]]', 'Symbol("s")',
    '{ [Symbol.iterator]: 5 }', '() => 1', 'true']);
  const step = () => r.pick(['p.append("a", "\u00e9 +&=");', 'p.delete("a");',
    'p.delete("a", "b");', 'p.set("a", 1);',
    'p.sort();', 'p.has("a", "1");', 'p.append();', 'p.get();', 'p.set("\\ud800", null);',
      'p.forEach();']);
  return `const p = new URLSearchParams(${init}); ${step()} ${step()}
return [p.toString(), [...p], p.size, p.getAll("a")];`.replace(/\n/g, ' ');
}

function path(r) {
  let text = r.pick(['/', '', 'rel/', '/a/', './', '//']);
  for (let i = r.below(6); i > 0; i--) {
    text += r.pick(['[', ']', '|', '^', '%', '\\', '\n', '\r', '\t', '#', '?', ' ', '"', '<', '>',
      '`', '{', '}', '~',
      ';', ':', '@', '&', '=', '+', '$', ',', "'", '(', '*', '\u00e9', '\u{1f600}', '\ud800', '\0',
        '\x01', '\x7f',
      'a', 'b/', '..', '/', '%20', '!', '_', '-']);
  }
  return quoted(text);
}

const legacy = ['{ protocol: "http", host: "a:1", pathname: "x#?y", search: "q", hash: "h" }',
  '{ hostname: "::1", port: 80 }', '{ host: "", pathname: "//x" }',
    '{ slashes: true, protocol: "foo" }',
  '{ auth: "a:b@c", hostname: "h" }', '{ query: { a: [1, 2], b: "c d" } }',
    '{ search: "", query: { a: 1 } }',
  '{ protocol: "javascript", pathname: "alert(1)" }', '{ protocol: "file", pathname: "x" }', '{}',
    '5', 'null'];

function make(r) {
  const calls = [
    () => `return all(new URL(${some(r)}));`,
    () => `return all(new URL(${some(r)}, ${some(r)}));`,
    () => setter(r),
    () => params(r),
    () => `return ({ ...url.parse(${some(r)}, ${r.pick(['false', 'true'])}, ${r.pick(['false',
      'true'])}) });`,
    () => `return ({ ...url.parse(${some(r)}) });`,
    () => `return url.format(url.parse(${some(r)}));`,
    () => `return url.format(${r.pick(legacy)});`,
    () => `return url.resolve(${some(r)}, ${some(r)});`,
    () => `return url.pathToFileURL(${
      path(r)}).href.replace(url.pathToFileURL(process.cwd()).href, "CWD");`,
    () => `return url.fileURLToPath(${r.chance(0.7) ? `"file://" + ${path(r)}` : some(r)});`,
    () => `return [url.domainToASCII(${quoted(r.pick(hosts))}), url.domainToUnicode(${
      quoted(r.pick(hosts))})];`,
    () => `return URL.canParse(${some(r)}, ${r.pick(['undefined', some(r)])});`,
    () => `return url.urlToHttpOptions(new URL(${some(r)}));`,
    () => `return url.format(new URL(${some(r)}), { auth: ${r.chance(0.5)}, fragment: ${
      r.chance(0.5)}, search: ${
      r.chance(0.5)}, unicode: ${r.chance(0.5)} });`,
  ];
  return r.pick(calls)();
}

const scope = {
  url,
  all(u) {
    return ['href', 'origin', ...setters.slice(0, -1)].map((name) => u[name]);
  },
};

module.exports = { make, scope };
