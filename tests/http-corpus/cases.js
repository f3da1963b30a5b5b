// SPDX-License-Identifier: MIT
// The corpus: requests and responses by class, and mutations of them with a fixed seed. A case is {
// id, side: 'request' | 'response', text (latin1), config, method }: `config` is the setup of the
// server or the client, `method` that of a client's request.
'use strict';

const H = 'Host: a\r\n';
const CHUNKED = 'Transfer-Encoding: chunked\r\n';
const UPGRADE = 'Connection: upgrade\r\nUpgrade: x\r\n';

function get(fields = '', body = '') { return `GET / HTTP/1.1\r\n${H}${fields}\r\n${body}`; }
function post(fields = '', body = '') { return `POST /p HTTP/1.1\r\n${H}${fields}\r\n${body}`; }
function chunks(body, fields = '') { return post(CHUNKED + fields, body); }
function answer(fields = '', body = '', line = 'HTTP/1.1 200 OK') {
  return `${line}\r\n${fields}\r\n${body}`;
}
function repeat(count, line) { return Array.from({ length: count }, (_, i) => line(i)).join(''); }

const lineEnds = ['\r\n', '\n', '\r', '\n\r', '\r\r\n', ' \r\n', '\t\r\n', '\0\r\n', '\x0b\r\n',
  ''];
const odd = ['\0', '\x01', '\t', '\n', '\x0b', '\x0c', '\r', '\x1f', ' ', '"', '(', ',', '/', ':',
  ';',
  '<', '=', '?', '@', '[', '\\', '{', '}', '\x7f', '\x80', '\xff'];

const methods = [
  'ACL', 'ANNOUNCE', 'BIND', 'CHECKOUT', 'CONNECT', 'COPY', 'DELETE', 'DESCRIBE', 'FLUSH', 'GET',
  'GET_PARAMETER', 'HEAD', 'LINK', 'LOCK', 'M-SEARCH', 'MERGE', 'MKACTIVITY', 'MKCALENDAR', 'MKCOL',
  'MOVE', 'NOTIFY', 'OPTIONS', 'PATCH', 'PAUSE', 'PLAY', 'POST', 'PRI', 'PROPFIND', 'PROPPATCH',
  'PURGE', 'PUT', 'QUERY', 'REBIND', 'RECORD', 'REDIRECT', 'REPORT', 'SEARCH', 'SETUP',
  'SET_PARAMETER', 'SOURCE', 'SUBSCRIBE', 'TEARDOWN', 'TRACE', 'UNBIND', 'UNLINK', 'UNLOCK',
  'UNSUBSCRIBE', 'get', 'Get', 'GETS', 'GE', 'G', 'GET_', 'POS', 'X', 'PRX', 'M-', ' GET', '\tGET',
  '',
];
const targets = [
  '/', '*', '/a/b?c=d#e', '/?', '/#', '/#?#', '/a b', '//', '/\\', '/"<>^`{|}', '/%00', 'http://a',
  'a',
  'http://a/', 'http://a:1/b?c', 'http://u@a/', 'http://u@@a/', 'http://u@b@a/', 'http:/a',
  'http:a',
  'http//a', '1', '?', '#', '-', 'http://', 'http:///', 'http://[::1]:1/', 'http://a?b',
  'http://a#b',
  'h1://a', 'HTTP://A/', '/\x80', '/\xff', '/\x7f', '/\0', '/\t', '/a\tb', '/\x0c', '/\x01', 'a:80',
  `/${'x'.repeat(2000)}`,
];
const versions = [
  'HTTP/1.1', 'HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/1.2', 'HTTP/1.9', 'HTTP/3.0', 'HTTP/0.0',
  'HTTP/11.1', 'HTTP/1.11', 'HTTP/1', 'HTTP/1.', 'HTTP/.1', 'HTTP/a.1', 'HTTP/1,1', 'http/1.1',
  'HTTP',
  'HTTP/', 'HTTQ/1.1', 'RTSP/1.0', 'ICE/1.0', 'ICY/1.0', 'HTTP/1.1 ', ' HTTP/1.1', 'HTTP/ 1.1',
  'HTTP /1.1', 'HTTP/1.1x', '\tHTTP/1.1', '',
];
const encodings = [
  'chunked', 'Chunked', 'CHUNKED', ' chunked', '\tchunked', 'chunked ', 'chunked\t', 'chunked  ',
  '',
  ' ', 'gzip', 'identity', 'gzip, chunked', 'gzip,chunked', 'gzip,\tchunked', 'gzip , chunked',
  'chunked, gzip', 'chunked,gzip', 'chunked,', 'chunked, ', 'chunked ,', ',chunked', ', chunked',
  'chunked,chunked', 'chunked, chunked', 'xchunked', 'chunkedx', 'chunke', 'gzip chunked',
  '"chunked"',
  'chunked;q=1', 'chun\tked', 'chunked\x01', 'chunked\x80', '\x0bchunked', 'chunked\0',
  '\r\n chunked',
  'chunked\r\n ', 'gzip,\r\n chunked', 'chunked\r\n\t, gzip', 'chunk\r\n ed',
];
const lengths = [
  '3', ' 3', '3 ', '3  ', '\t3', '3\t', '', ' ', '03', '0003', '+3', '-3', '3,3', '3, 3', '3 3',
  '3;',
  '0x3', '3.0', '3e0', 'a', '٣', '18446744073709551615', '18446744073709551616', '4294967296',
  '99999999999999999999', `${'0'.repeat(40)}3`, '3\0', '3\x80', '\r\n 3', '3\r\n ', '3\r\n 3',
  '\n3', '2',
  '4', '0',
];
const connections = [
  'close', 'Close', 'CLOSE', 'keep-alive', 'Keep-Alive', 'upgrade', 'close, keep-alive', 'x', '',
  ',',
  'keep-alive, close', 'keep-alive,close', 'x, close', 'x close', 'close x', 'closex', 'xclose',
  'clos',
  'close ', 'close\t', '\tclose', ',close', 'close,', 'close;', 'x,\tclose', 'keep-alive,',
  'keep-aliv',
  'close\x01', 'x\x80, close', '\r\n close', 'x\r\n close', 'x,\r\n close', 'close\r\n x',
  'TE, close',
];
const chunkBodies = [
  '0\r\n\r\n', '3\r\nabc\r\n0\r\n\r\n', '3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n', '3\nabc\r\n0\r\n\r\n',
  '0\n\r\n', '0\r\n\n',
  '3\r\nabc\n0\r\n\r\n', '3\r\nabc0\r\n\r\n', '3\r\nabcd\r\n0\r\n\r\n', '3\r\nab\r\n0\r\n\r\n',
  '3\r\nabc\r0\r\n\r\n',
  '3\rabc\r\n0\r\n\r\n', '3 \r\nabc\r\n0\r\n\r\n', '3\t\r\nabc\r\n0\r\n\r\n',
  ' 3\r\nabc\r\n0\r\n\r\n', '3 ;a\r\nabc\r\n0\r\n\r\n',
  '03\r\nabc\r\n000\r\n\r\n', '0000000000000000000000003\r\nabc\r\n0\r\n\r\n',
  'A\r\n0123456789\r\n0\r\n\r\n',
  'a\r\n0123456789\r\n0\r\n\r\n', 'g\r\n', '-1\r\n', '0x3\r\nabc', '+3\r\nabc', '\r\n',
  '3\r\nabc\r\n\r\n0\r\n\r\n', '\n',
  'FFFFFFFFFFFFFFFF\r\nabc', '10000000000000000\r\nabc', 'FFFFFFFFFFFFFFFFF\r\nabc',
  '7FFFFFFFFFFFFFFF\r\nabc',
  '100000000\r\nabc', '3;\r\nabc\r\n0\r\n\r\n', '3;a\r\nabc\r\n0\r\n\r\n',
  '3;a=b\r\nabc\r\n0\r\n\r\n',
  '3;a=\r\nabc\r\n0\r\n\r\n', '3;=\r\nabc\r\n0\r\n\r\n', '3;=b\r\nabc\r\n0\r\n\r\n',
  '3;a="b"\r\nabc\r\n0\r\n\r\n',
  '3;a="b;\\"c"\r\nabc\r\n0\r\n\r\n', '3;a="b\r\nabc\r\n0\r\n\r\n', '3;a="b"x\r\nabc\r\n0\r\n\r\n',
  '3;a="b";c;d=e\r\nabc\r\n0\r\n\r\n',
  '3;a=b"c"\r\nabc\r\n0\r\n\r\n', '3;;\r\nabc\r\n', '3; a=b\r\nabc\r\n', '3;a =b\r\nabc\r\n',
  '3;a= b\r\nabc\r\n',
  '3;a==b\r\nabc\r\n', '3;a=b=c\r\nabc\r\n', '3;a\nabc\r\n', '3;a=b\nabc\r\n', '3;a="b"\nabc\r\n',
  '3;\nabc\r\n',
  '3;a\rabc\r\n', '3;a=b\rabc\r\n', '3;a="b"\rabc\r\n', '3;a="\\\n"\r\nabc\r\n',
  '3;a="\x80\\\x80"\r\nabc\r\n0\r\n\r\n',
  '3;a=";\r\nabc\r\n0\r\n\r\n', '3;a=\x80\r\nabc', '3;a\x80\r\nabc', '3,a\r\nabc', '3:a\r\nabc',
  '0;a=b\r\n\r\n', '0\r\n\rX',
  '0\r\n\r\r\n', `3;${'a'.repeat(16383)}\r\nabc\r\n0\r\n\r\n`,
  `3;${'a'.repeat(16384)}\r\nabc\r\n0\r\n\r\n`,
  `3;${'a'.repeat(16385)}\r\nabc\r\n0\r\n\r\n`, `3;a=${'b'.repeat(16384)}\r\nabc\r\n0\r\n\r\n`,
  `3;a="${'b'.repeat(16380)}"\r\nabc\r\n0\r\n\r\n`,
  `3;a="${'b'.repeat(16384)}"\r\nabc\r\n0\r\n\r\n`,
  `3${';a'.repeat(9000)}\r\nabc\r\n0\r\n\r\n`, `3${';a'.repeat(17000)}\r\nabc\r\n0\r\n\r\n`,
  repeat(40, () => '1\r\nx\r\n') + '0\r\n\r\n', repeat(40, () => '1;a=b\r\nx\r\n') + '0\r\n\r\n',
];
const trailers = [
  'A: b\r\n', 'A: b\r\nA: c\r\n', 'A:\r\n', ' A: b\r\n', '\tA: b\r\n', 'A : b\r\n', 'A\r\n',
  ': b\r\n', 'A: b\n', 'A: b\r',
  'A: b\r\n c\r\n', 'A:\r\n c\r\n', 'Content-Length: 3\r\n', 'Content-Length:\r\n',
  'content-length: 0\r\n', CHUNKED,
  'Transfer-Encoding: gzip\r\n', 'Transfer-Encoding:\r\n', 'Connection: close\r\n',
  'Connection: keep-alive\r\n', UPGRADE,
  'Host: b\r\n', 'A: \x01\r\n', 'A\x80: b\r\n', repeat(31, (i) => `T${i}: ${i}\r\n`), repeat(32,
  (i) => `T${i}: ${i}\r\n`),
  repeat(33, (i) => `T${i}: ${i}\r\n`), repeat(1100, (i) => `T${i}: ${i}\r\n`), repeat(2100, (i) =>
    `T${i}:\r\n`),
  `A: ${'x'.repeat(16000)}\r\n`, `A: ${'x'.repeat(16382)}\r\n`, `A: ${'x'.repeat(16383)}\r\n`,
  `A: ${'x'.repeat(20000)}\r\n`,
];
const fields = [
  ' A: b\r\n', '\tA: b\r\n', ': b\r\n', 'A\r\n', 'A b\r\n', 'A : b\r\n', 'A\t: b\r\n', 'A:\r\n',
  'A: \r\n', 'A:b\r\n', 'A:: b\r\n',
  'A:b\n', 'A:\n', 'A:b\r', 'A:\r', 'A:b\rB:c\r\n', 'A: b\r\n c\r\n', 'A: b\r\n\tc\r\n',
  'A:\r\n b\r\n', 'A:\r\n\tb\r\n', 'A: \r\n \r\n',
  'A: b\r\n \r\n', 'A: b \t \r\n', 'A: b\t\r\n', 'A: b  c\r\n', 'A: \x80\xff\r\n', 'A: é\r\n',
  'Connection : close\r\n',
  'Connection  : close\r\n', 'Connection x: close\r\n', 'Content-Length : 3\r\n',
  'Transfer-Encoding : chunked\r\n',
  'Upgrade : x\r\n', 'Content-Length\t: 3\r\n', 'Content-Lengt: 3\r\n', 'Content-Lengthy: 3\r\n',
  'Content_Length: 3\r\n',
  'Host: b\r\n', 'HOST: b\r\n', 'Cookie: a\r\nCookie: b\r\n', 'Set-Cookie: a\r\nSet-Cookie: b\r\n',
  'X: 1\r\nx: 2\r\n',
  '__proto__: 1\r\nconstructor: 2\r\n', 'Expect: 100-continue\r\n', 'Expect: x\r\n',
  'Proxy-Connection: close\r\n',
  'Accept: a\r\nAccept: b\r\nAge: 1\r\nAge: 2\r\n', `A: ${'x'.repeat(8000)}\r\n`,
  `${'N'.repeat(1000)}: x\r\n`,
];

function overflows(begin) {
  const list = [];
  for (const size of [16340, 16370, 16375, 16380, 16381, 16382, 16383, 16384, 16385, 17000]) {
    list.push(`${begin}A: ${'x'.repeat(size)}\r\n\r\n`);
  }
  for (const size of [16370, 16383, 16384, 17000]) {
    list.push(`${begin}${'N'.repeat(size)}: x\r\n\r\n`,
      `${begin}${repeat(size / 4, () => 'A:b\r\n')}\r\n`);
  }
  return list;
}

function counts(begin) {
  return [30, 31, 32, 33, 63, 64, 65, 999, 1000, 1001, 1023, 1024, 1025, 2100]
    .map((count) => `${begin}${repeat(count, (i) => `H${i}: ${i}\r\n`)}\r\n`);
}

function requestTexts() {
  const by = {};
  by.plain = [get(), post('Content-Length: 3\r\n', 'abc'), chunks('3\r\nabc\r\n0\r\nT: u\r\n\r\n'),
    'GET / HTTP/1.1\r\n\r\n', 'GET / HTTP/1.0\r\n\r\n', `\r\n${get()}`, `\n\r\n\n${get()}`,
    `\r${get()}`, ` ${get()}`,
    'GET / HTTP/1.1\r\nHost:\r\n\r\n', '\r\n', '\r\n\r\n\r\n', 'X', '\0',
    '\x16\x03\x01\x02\x00\x01', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\nmore', 'PRI * HTTP/2.0\r\n\r\nSX',
      'PRI * HTTP/2.0\r\nA: b\r\n\r\n', 'PRI /\r\n\r\n', answer()];
  by.lineEnd = lineEnds.flatMap((end) => [`GET / HTTP/1.1${end}${H}\r\n`,
    `GET / HTTP/1.1\r\nHost: a${end}\r\n`,
    `GET / HTTP/1.1\r\n${H}${end}`, `GET / HTTP/1.1\r\n${H}${end}GET / HTTP/1.1\r\n${H}\r\n`,
    `GET /${end}${H}\r\n`, `GET${end}/ HTTP/1.1\r\n\r\n`,
    `GET /${end}HTTP/1.1\r\n${H}\r\n`, `GET / HTTP/1.1${end}${end}`,
      `GET / HTTP/1.1${end}${end}${H}${end}${end}`]);
  by.method = methods.flatMap((m) => [`${m} / HTTP/1.1\r\n${H}\r\n`,
    `${m} a:1 HTTP/1.1\r\n${H}\r\n`, `${m} / RTSP/1.0\r\n${H}\r\n`]);
  by.ice = ['SOURCE / ICE/1.0\r\n\r\n', 'GET / ICE/1.0\r\n\r\n'];
  by.target = targets.flatMap((t) => [`GET ${t} HTTP/1.1\r\n${H}\r\n`,
    `CONNECT ${t} HTTP/1.1\r\n${H}\r\n`]);
  by.targetChar = odd.flatMap((c) => ['', '/', '/a?', '/#', 'a', 'a:', 'a:/', 'a://', 'a://b',
    'a://b@']
    .map((t) => `GET ${t}${c}z HTTP/1.1\r\n${H}\r\n`));
  by.version = versions.flatMap((v) => [`GET / ${v}\r\n${H}\r\n`, `GET / ${v}\n${H}\r\n`]);
  by.field = fields.flatMap((f) => [get(f), `GET / HTTP/1.1\r\n${f}${H}\r\n`]);
  by.nameChar = odd.map((c) => get(`A${c}B: c\r\n`));
  by.valueChar = odd.flatMap((c) => [get(`A: b${c}c\r\n`), get(`A:${c}c\r\n`), get(`A: b${c}\r\n`),
    get(`Connection: x${c}close\r\n`)]);
  by.connection = connections.flatMap((c) => [get(`Connection: ${c}\r\n`),
    get(`Connection:${c}\r\n`, get()),
    `GET / HTTP/1.0\r\nConnection: ${c}\r\n\r\n${get()}`, get(`Connection: ${c}\r\nUpgrade: x\r\n`,
      get())]);
  by.length = lengths.flatMap((l) => [post(`Content-Length: ${l}\r\n`, 'abc'),
    post(`Content-Length:${l}\r\n`, `abc${get()}`)]);
  by.encoding = encodings.flatMap((e) => [post(`Transfer-Encoding: ${e}\r\n`,
    '3\r\nabc\r\n0\r\n\r\n'),
    post(`Transfer-Encoding:${e}\r\n`, `0\r\n\r\n${get()}`),
      post(`Content-Length: 3\r\nTransfer-Encoding: ${e}\r\n`, 'abc'),
    post(`Transfer-Encoding: ${e}\r\nContent-Length: 3\r\n`, 'abc')]);
  by.smuggle = [
    post(`${CHUNKED}${CHUNKED}`, '0\r\n\r\n'), post(`Transfer-Encoding: gzip\r\n${CHUNKED}`,
      '0\r\n\r\n'),
    post(`${CHUNKED}Transfer-Encoding: gzip\r\n`, '0\r\n\r\n'),
      post(`${CHUNKED}Transfer-Encoding:\r\n`, '0\r\n\r\n'),
    post('Content-Length: 3\r\nContent-Length: 3\r\n', 'abc'),
      post('Content-Length: 3\r\nContent-Length: 4\r\n', 'abcd'),
    post('Content-Length: 3\r\ncontent-length:\r\n', 'abc'), post(`Content-Length: 6\r\n${CHUNKED}`,
      '0\r\n\r\nG'),
    post(`${CHUNKED}Content-Length: 6\r\n`, '0\r\n\r\nG'),
      post(`Transfer-Encoding\r\n: chunked\r\n`, '0\r\n\r\n'),
    post('X: y\r\n Transfer-Encoding: chunked\r\n', '0\r\n\r\n'),
      post('X: y\rTransfer-Encoding: chunked\r\n', '0\r\n\r\n'),
    post('X: y\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'),
      post('Transfer_Encoding: chunked\r\n', '0\r\n\r\n'),
    post('\0Transfer-Encoding: chunked\r\n', '0\r\n\r\n'), post('Transfer-Encoding:\x0bchunked\r\n',
      '0\r\n\r\n'),
    post('Transfer-Encoding:\n chunked\r\n', '0\r\n\r\n'),
      post('Content-Length: 3\r\nConnection: close\r\n', `abc${get()}`),
    post('Content-Length: 0\r\n', get()), get('Content-Length: 3\r\n', `abc${get()}`), get(CHUNKED,
      `1\r\nx\r\n0\r\n\r\n${get()}`),
  ];
  by.chunk = chunkBodies.map((b) => chunks(b));
  by.chunkThen = chunkBodies.slice(0, 30).map((b) => chunks(b + get()));
  by.trailer = trailers.flatMap((t) => [chunks(`0\r\n${t}\r\n`),
    chunks(`1\r\nx\r\n0\r\n${t}\r\n${get()}`)]);
  by.pipeline = [get() + get(), get() + post('Content-Length: 1\r\n', 'x') + get(), get() + 'X',
    `${get()}\r\n${get()}`, get('', '\r\n\r\n'),
    get('Connection: close\r\n', get()), get('Connection: close\r\n', '\r\n'), chunks('0\r\n\r\n') +
      get('Connection: close\r\n'),
    repeat(20, () => get()), repeat(5, () => post('Content-Length: 2\r\n', 'xx'))];
  by.upgrade = [get(UPGRADE, 'more'), get(UPGRADE, get()), post(`${UPGRADE}Content-Length: 3\r\n`,
    `abc${get()}`),
    post(`${UPGRADE}${CHUNKED}`, `0\r\n\r\n${get()}`), get('Upgrade: x\r\n', get()),
      get('Connection: upgrade\r\n', get()),
    get('Connection: upgrade\r\nUpgrade:\r\n', get()),
      get('Connection: upgrade, close\r\nUpgrade: x\r\n', get()),
    `CONNECT a:1 HTTP/1.1\r\n${H}\r\nmore`,
    `CONNECT a:1 HTTP/1.1\r\n${H}Content-Length: 3\r\n\r\nabcmore`,
    `CONNECT a:1 HTTP/1.1\r\n${H}${CHUNKED}\r\n0\r\n\r\nmore`,
    `GET / HTTP/1.0\r\n${UPGRADE}\r\nmore`,
    `OPTIONS * HTTP/1.1\r\n${H}${UPGRADE}\r\n${get()}`,
      post(`${UPGRADE}Transfer-Encoding: gzip\r\n`, 'x')];
  by.count = counts(`GET / HTTP/1.1\r\n${H}`);
  by.overflow = [...overflows(`GET / HTTP/1.1\r\n${H}`),
    `GET /${'u'.repeat(16382)} HTTP/1.1\r\n\r\n`, `GET /${'u'.repeat(16383)} HTTP/1.1\r\n\r\n`,
    `GET /${'u'.repeat(17000)} HTTP/1.1\r\n\r\n`, `GET /${'u'.repeat(17000)}`,
      `${'G'.repeat(17000)}`];
  const whole = chunks('3;a=b\r\nabc\r\n0\r\nT: u\r\n\r\n');
  by.end = Array.from({ length: whole.length }, (_, i) => whole.slice(0, i));
  const sized = post('Content-Length: 3\r\nConnection: close\r\n', 'abc');
  by.endSized = Array.from({ length: sized.length }, (_, i) => sized.slice(0, i));
  return by;
}

function responseTexts() {
  const by = {};
  const length = 'Content-Length: 3\r\n';
  by.plain = [answer(length, 'abc'), answer('', 'abc'), answer(CHUNKED,
    '3\r\nabc\r\n0\r\nT: u\r\n\r\n'), answer(), `\r\n${answer(length, 'abc')}`,
    `\n\n${answer(length, 'abc')}`, ` ${answer(length, 'abc')}`, get(), '', '\r\n', 'X', '\0',
      'ICY 200 OK\r\n\r\n'];
  by.version = versions.map((v) => answer(length, 'abc', `${v} 200 OK`));
  by.status = ['200', '20', '2', '', '2000', '20a', 'abc', '099', '000', '100', '101', '102', '103',
    '199', '204', '205', '304', '404',
    '600', '999', '-20', '+200', ' 200', '\t200', '200\t', '0200']
    .flatMap((s) => [answer(length, 'abc', `HTTP/1.1 ${s} OK`), answer(CHUNKED,
      '3\r\nabc\r\n0\r\n\r\n', `HTTP/1.1 ${s} OK`),
      answer('', 'abc', `HTTP/1.1 ${s}`), answer(length, answer(length, 'abc'), `HTTP/1.1 ${s} OK`),
        answer('Connection: close\r\n', '', `HTTP/1.1 ${s} OK`)]);
  by.line = ['HTTP/1.1  200 OK', 'HTTP/1.1 200  OK', 'HTTP/1.1 200 ', 'HTTP/1.1 200',
    'HTTP/1.1 200 O K ', 'HTTP/1.1 200 \0', 'HTTP/1.1 200 \x80\xff',
    'HTTP/1.1\t200 OK', 'HTTP/1.1 200\tOK', 'HTTP/1.1 200OK', 'HTTP/1.1200 OK', 'HTTP/1.1',
      'HTTP/1.1 200 O\tK', 'HTTP/1.1 200 \x01']
    .map((line) => answer(length, 'abc', line));
  by.lineEnd = lineEnds.flatMap((end) => [`HTTP/1.1 200 OK${end}${length}\r\nabc`,
    `HTTP/1.1 200${end}${length}\r\nabc`,
    `HTTP/1.1 200 OK${end}${end}${length}\r\nabc`, `HTTP/1.1 200${end}${end}${end}abc`,
    `HTTP/1.1 200 OK\r\nContent-Length: 3${end}\r\nabc`, `HTTP/1.1 200 OK\r\n${length}${end}abc`]);
  by.field = fields.map((f) => answer(length + f, 'abc'));
  by.fieldFirst = fields.map((f) => answer(f + length, 'abc'));
  by.length = lengths.flatMap((l) => [answer(`Content-Length: ${l}\r\n`, 'abc'),
    answer(`Content-Length:${l}\r\n`, 'abc')]);
  by.lengths = [answer(length + length, 'abc'), answer(`${length}Content-Length: 4\r\n`, 'abc'),
    answer(length, 'abcdef'), answer(length, 'ab'),
    answer(`${length}Connection: close\r\n`, 'abcdef'), answer(length,
      `abc${answer(length, 'abc')}`), answer(length, 'abc\r\n'),
    answer(`${length}Connection: close\r\n`, 'abc\r\n')];
  by.encoding = encodings.flatMap((e) => [answer(`Transfer-Encoding: ${e}\r\n`,
    '3\r\nabc\r\n0\r\n\r\n'),
    answer(`${length}Transfer-Encoding: ${e}\r\n`, 'abc'),
      answer(`Transfer-Encoding: ${e}\r\n${length}`, 'abc')]);
  by.encodings = [answer(CHUNKED + CHUNKED, '0\r\n\r\n'),
    answer(`Transfer-Encoding: gzip\r\n${CHUNKED}`, '0\r\n\r\n'),
    answer(`${CHUNKED}Transfer-Encoding: gzip\r\n`, '0\r\n\r\n')];
  by.connection = connections.flatMap((c) => [answer(`Connection: ${c}\r\n${length}`, 'abc'),
    answer(`Connection: ${c}\r\n${length}`, 'abc', 'HTTP/1.0 200 OK'),
      answer(`Connection: ${c}\r\nUpgrade: x\r\n`, 'abc', 'HTTP/1.1 101 S')]);
  by.chunk = chunkBodies.map((b) => answer(CHUNKED, b));
  by.trailer = trailers.map((t) => answer(CHUNKED, `1\r\nx\r\n0\r\n${t}\r\n`));
  by.information = ['100', '102', '103', '199'].flatMap((s) => ['', length, CHUNKED, 'A: b\r\n',
    'Connection: close\r\n', UPGRADE].map((f) =>
    answer(f, answer(length, 'abc'), `HTTP/1.1 ${s} I`)));
  by.upgrade = [answer(UPGRADE, 'more', 'HTTP/1.1 101 S'), answer('', 'more', 'HTTP/1.1 101 S'),
    answer(UPGRADE + length, 'abc', 'HTTP/1.1 101 S'),
    answer(UPGRADE + CHUNKED, '0\r\n\r\n', 'HTTP/1.1 101 S'), answer(UPGRADE + length, 'abc'),
      answer('Upgrade: x\r\n', 'more', 'HTTP/1.1 101 S'),
    answer('Connection: upgrade\r\n', 'more', 'HTTP/1.1 101 S'), answer(UPGRADE, 'more')];
  by.count = counts(`HTTP/1.1 200 OK\r\n${length}`).map((t) => `${t}abc`);
  by.overflow = [...overflows(`HTTP/1.1 200 OK\r\n${length}`).map((t) => `${t}abc`),
    `HTTP/1.1 200 ${'s'.repeat(16383)}\r\n\r\n`,
    `HTTP/1.1 200 ${'s'.repeat(16384)}\r\n\r\n`, `HTTP/1.1 200 ${'s'.repeat(17000)}\r\n\r\n`];
  const whole = answer(CHUNKED, '3;a=b\r\nabc\r\n0\r\nT: u\r\n\r\n');
  by.end = Array.from({ length: whole.length }, (_, i) => whole.slice(0, i));
  const sized = answer(length, 'abc');
  by.endSized = Array.from({ length: sized.length }, (_, i) => sized.slice(0, i));
  return by;
}

// Numbers that are the same in each run (mulberry32).
function randomOf(seed) {
  return (limit) => {
    seed = seed + 0x6d2b79f5 | 0;
    let t = Math.imul(seed ^ seed >>> 15, 1 | seed);
    t = t + Math.imul(t ^ t >>> 7, 61 | t) ^ t;
    return ((t ^ t >>> 14) >>> 0) % limit;
  };
}

const pieces = ['\r\n', '\n', '\r', ' ', '\t', ':', ',', ';', '0', '3', '\0', '\x7f', '\x80', 'A',
  'chunked', 'close', '"', '\r\n\r\n', '\r\n ',
  'Content-Length: 3\r\n', 'Transfer-Encoding: chunked\r\n', 'Connection: close\r\n', UPGRADE,
  'HTTP/1.1', 'GET / HTTP/1.1\r\n', '0\r\n\r\n',
  'Host: a\r\n', 'Connection: keep-alive\r\n', 'HTTP/1.1 200 OK\r\n', 'Transfer-Encoding: ',
    'Content-Length: '];

function mutate(text, random, others) {
  for (let n = 1 + random(3); n > 0; n--) {
    const at = random(text.length + 1);
    const to = Math.min(text.length, at + 1 + random(random(4) === 0 ? 20 : 3));
    const kinds = [
      () => text.slice(0, at) + pieces[random(pieces.length)] + text.slice(at),
      () => text.slice(0, at) + text.slice(to),
      () => text.slice(0, at) + String.fromCharCode(random(256)) + text.slice(at + 1),
      () => text.slice(0, to) + text.slice(at),
      () => text.slice(0, at) + others[random(others.length)].slice(random(40)),
      () => text.slice(0, at) + pieces[random(pieces.length)] + text.slice(to),
      () => {
        const lines = text.split('\r\n');
        const i = random(lines.length);
        const j = random(lines.length);
        [lines[i], lines[j]] = [lines[j], lines[i]];
        return lines.join('\r\n');
      },
    ];
    text = kinds[random(kinds.length)]();
  }
  return text;
}

const requestConfigs = ['strict', 'lenient', 'upgrade', 'lenientUpgrade', 'few', 'noHost'];
const clientMethods = ['GET', 'HEAD', 'CONNECT', 'POST'];

function add(list, side, by, pick) {
  for (const [name, texts] of Object.entries(by)) {
    texts.forEach((text, i) => {
      for (const [config, method] of pick(name)) {
        list.push({ id: `${side}/${name}/${i}/${config}${method ? `/${method}` : ''}`, side, text,
          config, method });
      }
    });
  }
}

// The cases written above.
function written() {
  const list = [];
  add(list, 'request', requestTexts(), (name) => {
    const configs = [['strict'], ['lenient']];
    if (name === 'upgrade' || name === 'connection') configs.push(['upgrade'], ['lenientUpgrade']);
    if (name === 'count' || name === 'trailer' || name === 'overflow') configs.push(['few']);
    if (name === 'plain') configs.push(['noHost'], ['upgrade']);
    return configs;
  });
  add(list, 'response', responseTexts(), (name) => {
    const kinds = [['strict', 'GET'], ['lenient', 'GET']];
    if (name === 'status' || name === 'upgrade') kinds.push(['strict', 'HEAD'], ['strict',
      'CONNECT'], ['upgrade', 'GET']);
    if (name === 'information') kinds.push(['strict', 'POST'], ['upgrade', 'GET']);
    if (name === 'count' || name === 'trailer') kinds.push(['few', 'GET']);
    return kinds;
  });
  return list;
}

// Mutations: `count` of each side, from a seed.
function mutated(seed, count) {
  const random = randomOf(seed);
  const list = [];
  const short = (by) => Object.values(by).flat().filter((text) => text.length < 400 &&
    text.length > 0);
  const requests = short(requestTexts());
  const responses = short(responseTexts());
  for (let i = 0; i < count; i++) {
    list.push({ id: `request/seed${seed}/${i}`, side: 'request',
      text: mutate(requests[random(requests.length)], random, requests),
      config: requestConfigs[random(requestConfigs.length)] });
    list.push({ id: `response/seed${seed}/${i}`, side: 'response',
      text: mutate(responses[random(responses.length)], random, responses),
      config: requestConfigs[random(3)], method: clientMethods[random(clientMethods.length)] });
  }
  return list;
}

exports.written = written;
exports.mutated = mutated;
exports.randomOf = randomOf;
