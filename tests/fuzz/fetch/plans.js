// SPDX-License-Identifier: MIT
// Makes plans of exchanges from seeds, for exchanges.js: what is requested and how, what bytes the
// server answers with and where they are cut, and how the answer is read.
'use strict';
const zlib = require('zlib');

// A small generator, the same everywhere.
function random(seed) {
  let state = (seed * 2654435761 + 12345) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    below: (n) => Math.floor(next() * n),
    one: (list) => list[Math.floor(next() * list.length)],
    chance: (p) => next() < p,
    text(max) {
      const alphabet = 'abcdefghij klm{}[]"0123456789\n\u00e4\u20ac';
      let text = '';
      for (let n = Math.floor(next() * max); n > 0; n--) {
        text += alphabet[Math.floor(next() * alphabet.length)];
      }
      return text;
    },
  };
}

const METHODS = ['GET', 'GET', 'GET', 'POST', 'POST', 'PUT', 'HEAD', 'DELETE', 'OPTIONS', 'PATCH',
  'get', 'post', 'patch', 'QUERY', 'TRACE', 'CONNECT', 'X-OWN', 'bad method', ''];
const BODIES = ['text', 'bytes', 'buffer', 'params', 'form', 'blob', 'stream', 'stream', 'iterable',
  'empty', 'emptyStream', 'badStream', 'throwing', 'null', 'number'];
const HEADERS = [['accept', 'a/b'], ['X-One', '1'], ['x-two', ' two '], ['cookie', 'a=b'],
  ['content-type', 'text/x'], ['Content-Length', '3'], ['host', 'other'],
  ['expect', '100-continue'],
  ['transfer-encoding', 'chunked'], ['connection', 'close'], ['connection', 'keep-alive'],
  ['bad name', 'x'], ['x-bad', 'a\nb'], ['x-wide', '\u00e4'], ['x-wider', '\u20ac'],
  ['user-agent', 'me'], ['accept-encoding', 'br'], ['sec-fetch-mode', 'no-cors'],
  ['range', 'bytes=0-'],
  ['upgrade', 'x'], ['keep-alive', 'timeout=5'], ['authorization', 'Basic eA=='], ['date', 'x']];

function makeRequest(r) {
  const request = {
    method: r.one(METHODS),
    redirect: r.one([undefined, undefined, 'follow', 'follow', 'manual', 'error', 'wrong']),
  };
  const forms = ['object', 'list', 'Headers', 'Request'];
  request.form = r.one(forms);
  request.headers = [];
  while (r.chance(0.4)) request.headers.push(r.one(HEADERS));
  const takesBody = !/^(get|head|trace|connect)?$/i.test(request.method);
  if (r.chance(takesBody ? 0.8 : 0.05)) {
    request.body = r.one(BODIES);
    request.text = r.text(r.one([5, 50, 3000]));
    request.pieces = 1 + r.below(4);
    request.duplex = r.chance(0.9) ? 'half' : undefined;
  }
  if (r.chance(0.1)) {
    Object.assign(request, r.one([{ mode: 'no-cors' }, { mode: 'navigate' }, { mode: 'x' },
      { credentials: 'omit' }, { cache: 'no-store' }, { cache: 'only-if-cached' },
      { integrity: 'sha256-AAAA' }, { integrity: 'md5-x' }, { referrer: 'about:client' },
      { referrer: 'http://elsewhere/x' }, { referrerPolicy: 'no-referrer' }, { keepalive: true },
      { window: null }, { window: 1 }, { priority: 'high' }, { signal: 1 }, { signal: null }]));
  }
  request.target = r.chance(0.9) ? 'server' : r.one(['http://127.0.0.1:1/',
    'http://x:y@127.0.0.1:9/',
    'data:text/plain,a%20b', 'data:;base64,aGk=', 'data:text/html;charset=x,\u00e4', 'data:x',
    'about:blank', 'about:x', 'blob:x', 'file:///etc/passwd', 'ftp://x/', 'nonsense', '',
    'ws://127.0.0.1:9/',
    'http://127.0.0.1:22/', 'http://', 'https://127.0.0.1:notaport/']);
  return request;
}

const STATUS = [200, 200, 200, 200, 200, 201, 204, 205, 206, 301, 302, 303, 307, 308, 304, 400, 404,
  500, 599, 999, 600, 101];

// Made in one way only, independent of the library.
const STORED = { level: 0 };

// Brotli: 16 bits of window, one stored metablock for each 64 KiB (RFC 7932, 9.2), an empty last.
function stored(body) {
  const parts = [];
  for (let at = 0; at < body.length; at += 65536) {
    const piece = body.subarray(at, at + 65536);
    const isFirst = at === 0;
    // WBITS (a bit), ISLAST, MNIBBLES, MLEN - 1, ISUNCOMPRESSED
    const head = ((piece.length - 1) * 8 + 2 ** 19) * (isFirst ? 2 : 1);
    parts.push(Buffer.from([head & 255, (head >> 8) & 255, head >> 16]), piece);
  }
  return Buffer.concat([...parts, Buffer.from([body.length === 0 ? 6 : 3])]);
}

function encoded(r, body, plan) {
  const codings = [];
  while (codings.length < 6 && r.chance(codings.length === 0 ? 0.25 : 0.3)) {
    const coding = r.one(['gzip', 'x-gzip', 'deflate', 'raw', 'br', 'identity', 'GZIP', 'zzz']);
    codings.push(coding === 'raw' ? 'deflate' : coding);
    if (/gzip/i.test(coding)) body = zlib.gzipSync(body, STORED);
    else if (coding === 'deflate') body = zlib.deflateSync(body, STORED);
    else if (coding === 'raw') body = zlib.deflateRawSync(body, STORED);
    else if (coding === 'br') body = stored(body);
  }
  if (codings.length === 0) return body;
  plan.lines.push(`Content-Encoding: ${codings.join(r.one([',', ', ']))}`);
  if (r.chance(0.15)) body = body.subarray(0, r.below(body.length + 1));
  if (r.chance(0.1) && body.length > 0) {
    body = Buffer.from(body);
    body[r.below(body.length)] ^= 1 << r.below(8);
  }
  return body;
}

function chunked(r, body) {
  const parts = [];
  for (let at = 0; at < body.length;) {
    const size = 1 + r.below(r.one([3, 40, 5000]));
    const piece = body.subarray(at, at + size);
    parts.push(Buffer.from(`${piece.length.toString(16)}${r.chance(0.1) ? ';x=y' : ''}\r\n`), piece,
      Buffer.from('\r\n'));
    at += size;
  }
  parts.push(Buffer.from(r.chance(0.1) ? '0\r\nX-Trailer: t\r\n\r\n' : '0\r\n\r\n'));
  return Buffer.concat(parts);
}

const CONTENT = ['text/plain', 'application/json', 'text/html;charset=iso-8859-1',
  'application/x-www-form-urlencoded', 'multipart/form-data; boundary=b', 'multipart/form-data',
  'nonsense', undefined];
const EXTRA = ['X-A: 1', 'X-A: 2', 'Set-Cookie: a=b', 'Set-Cookie: c=d; HttpOnly', 'X-Empty:',
  'X-Wide: \u00e4', 'Keep-Alive: timeout=5', 'Keep-Alive: timeout=1', 'Connection: close',
  'Connection: keep-alive', 'Date: x', 'Vary: *', 'Refresh: 0', 'Trailer: X-Trailer'];

function bodyText(r, type) {
  if (type === 'application/json' && r.chance(0.8)) {
    return JSON.stringify({ a: [r.text(20)], b: null });
  }
  if (type?.startsWith('multipart')) {
    return r.one(['--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b\r\n' +
      'Content-Disposition: form-data; name="f"; filename="x.txt"\r\nContent-Type: a/b\r\n\r\n' +
      'file\r\n--b--\r\n', '--b\r\n\r\nx\r\n--b--', '--b--\r\n', 'x', '']);
  }
  if (type?.includes('urlencoded')) return r.one(['a=1&b=%20+&a=2', '', '%zz=&&=']);
  return r.text(r.one([3, 100, 3000, 90000]));
}

const LOCATIONS = ['/next', '/next#frag', '//127.0.0.1:1/', 'http://[bad', 'data:,x', '',
  'next?a=b', 'http://u:p@127.0.0.1:9/', 'file:///x', '#only'];

// One answer: bytes, and what happens to the connection after them.
function makeAnswer(r, isLast) {
  const plan = { lines: [], closes: false, cuts: [] };
  const status = isLast ? r.one([200, 200, 404]) : r.one(STATUS);
  const type = r.one(CONTENT);
  if (type !== undefined) plan.lines.push(`${r.one(['Content-Type', 'content-type'])}: ${type}`);
  while (r.chance(0.4)) plan.lines.push(r.one(EXTRA));
  if (status > 300 && status < 309 && status !== 304 && r.chance(0.9)) {
    plan.lines.push(`Location: ${r.chance(0.7) ? '/next' : r.one(LOCATIONS)}`);
  }
  let body = encoded(r, Buffer.from(bodyText(r, type)), plan);
  if (status === 101) plan.lines.push('Upgrade: x', 'Connection: upgrade');
  const framing = r.one(['length', 'length', 'chunked', 'chunked', 'close', 'none', 'both', 'short',
    'long', 'badLength']);
  if (framing === 'length' || framing === 'both') plan.lines.push(`Content-Length: ${body.length}`);
  if (framing === 'short') plan.lines.push(`Content-Length: ${body.length + 3}`);
  if (framing === 'long' && body.length > 0) plan.lines.push(`Content-Length: ${body.length - 1}`);
  if (framing === 'badLength') plan.lines.push('Content-Length: 1x');
  if (framing === 'chunked' || framing === 'both') {
    plan.lines.push(`Transfer-Encoding: ${r.one(['chunked', 'chunked', 'Chunked'])}`);
    body = chunked(r, body);
  }
  plan.closes = framing !== 'length' && framing !== 'chunked';
  const first = `${r.chance(0.95) ? 'HTTP/1.1' : r.one(['HTTP/1.0', 'HTTP/2.0', 'HTTPS/1.1'])} ` +
    `${status}${r.one([' OK', ' OK', '', ' ', ' \u00e4\u20ac', ' Some thing'])}`;
  const informal = r.chance(0.05) ? r.one(['HTTP/1.1 103 Early\r\nLink: x\r\n\r\n',
    'HTTP/1.1 102 P\r\n\r\n', 'HTTP/1.1 100 Continue\r\n\r\n']) : '';
  const lines = [`${informal}${first}`, ...plan.lines, '', ''];
  const head = Buffer.from(lines.join('\r\n'));
  return finish(r, plan, Buffer.concat([head, body]), head.length);
}

// Errors in the bytes, and where they are cut.
function finish(r, plan, bytes, headSize) {
  if (r.chance(0.06)) {
    bytes = Buffer.from(bytes);
    bytes[r.below(Math.min(headSize, bytes.length))] = r.one([0, 10, 13, 32, 58, 127, 200]);
    plan.closes = true;
  }
  if (r.chance(0.05)) {
    bytes = bytes.subarray(0, r.below(bytes.length));
    plan.closes = true;
  }
  if (r.chance(0.02)) {
    bytes = Buffer.concat([bytes.subarray(0, headSize - 2), Buffer.from(
      `X-Long: ${'y'.repeat(r.one([8000, 16000, 16384, 40000]))}\r\n\r\n`),
    bytes.subarray(headSize)]);
  }
  if (r.chance(0.03)) plan.resets = true;
  for (let n = r.below(4); n > 0; n--) plan.cuts.push(r.below(bytes.length + 1));
  plan.cuts.sort((a, b) => a - b);
  // If a status text comes in pieces, Node has only the last one.
  plan.cutsText = plan.cuts.some((at) => at < bytes.indexOf('\r\n'));
  plan.bytes = bytes;
  return plan;
}

const READS = ['text', 'text', 'json', 'arrayBuffer', 'blob', 'bytes', 'formData', 'pieces',
  'cancel', 'clone', 'tee', 'twice', 'locked', 'nothing', 'iterate', 'cancelLate'];

function make(seed) {
  const r = random(seed);
  const plan = { seed, request: makeRequest(r), answers: [], read: r.one(READS) };
  const count = r.one([1, 1, 2, 3]);
  for (let i = 0; i < count; i++) plan.answers.push(makeAnswer(r, i === count - 1 && count > 1));
  if (r.chance(0.12)) {
    plan.abort = r.one(['before', 'now', 'tick', 'head', 'body', 'timeout']);
    plan.reason = r.one([undefined, 'text', 'error']);
  }
  return plan;
}

module.exports = { make };
