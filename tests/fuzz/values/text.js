// SPDX-License-Identifier: MIT
// Bytes as text: TextDecoder in every encoding, string_decoder, Buffer's encodings, base 64.
'use strict';
const { StringDecoder } = require('string_decoder');

const labels = ['utf-8', 'utf-16le', 'utf-16be', 'shift_jis', 'euc-jp', 'gb18030', 'gbk', 'big5',
  'euc-kr', 'iso-2022-jp', 'latin1', 'windows-1252', 'ibm866', 'koi8-u', 'windows-874', 'macintosh',
  'x-mac-cyrillic', 'iso-8859-8-i', 'windows-1255', 'iso-8859-7', 'windows-1253', 'iso-8859-3',
  'iso-8859-6', 'windows-1257', 'koi8-r', 'iso-8859-16', 'x-user-defined', 'replacement', ' UTF8 ',
  'unknown', 'ucs-2', 'windows-1258', 'iso-8859-2', 'iso-8859-10', 'windows-1250', 'iso-8859-15'];
const bufferEncodings = ['utf8', 'utf16le', 'latin1', 'ascii', 'hex', 'base64', 'base64url'];

// Bytes that mean something in many encodings, and any others.
function bytes(r, most = 12) {
  const list = [];
  for (let i = r.below(most + 1); i > 0; i--) {
    switch (r.below(8)) {
      case 0: list.push(r.below(128)); break;
      case 1: list.push(0x81 + r.below(0x7e), 0x40 + r.below(0xbf)); break;
      case 2: list.push(0xa1 + r.below(0x5e), 0xa1 + r.below(0x5e)); break;
      case 3: list.push(0x81 + r.below(0x7e), 0x30 + r.below(10), 0x81 + r.below(0x7e),
        0x30 + r.below(10)); break;
      case 4: list.push(0x8e, 0xa1 + r.below(0x3f)); break;
      case 5: list.push(...[[0x1b, 0x24, 0x42], [0x1b, 0x28, 0x42], [0x1b, 0x28, 0x4a], [0x8f, 0xa2,
        0xaf],
        [0xef, 0xbb, 0xbf], [0xff, 0xfe], [0xfe, 0xff], [0xe2, 0x82, 0xac], [0xf0, 0x9f, 0x98,
          0x80],
        [0xd8, 0x00], [0x00, 0xd8], [0x3d, 0xd8, 0x00, 0xde], [0xed, 0xa0,
          0x80]][r.below(13)]); break;
      default: list.push(r.below(256));
    }
  }
  return Buffer.from(list).toString('hex');
}

function decoder(r) {
  const options = r.pick(['{}', '{ fatal: true }', '{ ignoreBOM: true }',
    '{ fatal: true, ignoreBOM: true }']);
  const label = JSON.stringify(r.pick(labels));
  const pieces = r.some(4, () => `"${bytes(r, r.pick([1, 3, 8]))}"`);
  const last = r.pick(['true', 'false', 'false']);
  return `const d = new TextDecoder(${label}, ${options}); const out = [d.encoding];
for (const [piece, stream] of [${pieces.map((p) => `[${p}, ${r.pick(['true', 'true',
  'false'])}]`).concat(
    `["", ${last}]`)}]) try { out.push(d.decode(hex(piece), { stream })); }
catch (error) { out.push(error); } return out;`;
}

function inTwo(r) {
  const pieces = r.some(4, () => `"${bytes(r, r.pick([1, 2, 6]))}"`);
  return `const d = new StringDecoder(${JSON.stringify(r.pick(bufferEncodings))}); const out = [];
for (const piece of [${pieces}]) out.push(d.write(hex(piece)), d.lastNeed, d.lastTotal);
out.push(d.end(${r.pick(['', `hex("${bytes(r, 3)}")`])}), d.end(), d.lastNeed); return out;`;
}

function text(r) {
  const units = r.some(10, () => r.pick([() => 'abcXYZ019+/-_= \n\t'[r.below(17)],
    () => String.fromCharCode(r.below(256)), () => String.fromCharCode(r.below(65536)),
    () => String.fromCharCode(0xd800 + r.below(2048)), () => '=', () =>
      '0123456789abcdefABCDEF'[r.below(22)],
    () => '\u{1f600}'])());
  return JSON.stringify(units.join('')).replace(/[^\x20-\x7e]/g, (unit) =>
    `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function make(r) {
  const encoding = JSON.stringify(r.pick(bufferEncodings));
  const other = JSON.stringify(r.pick(bufferEncodings));
  switch (r.below(10)) {
    case 0: return `const b = hex("${bytes(r)}"); return [b.toString(${encoding}), b.toString(${
      encoding}, ${r.below(6)}, ${r.below(14)}), buffer.isUtf8(b), buffer.isAscii(b)];`;
    case 1: return `const t = ${text(r)}; return [Buffer.from(t, ${
      encoding}), Buffer.byteLength(t, ${
      encoding}), Buffer.alloc(${r.below(9)}).write(t, ${encoding}), Buffer.alloc(9).fill(t + "6",
        ${
      encoding}), t.isWellFormed?.()];`;
    case 2: return `return [attempt(() => atob(${text(r)})), attempt(() => btoa(${text(r)}))];`;
    case 3: return `return attempt(() => buffer.transcode(hex("${bytes(r)}"), ${encoding}, ${
      other}));`;
    case 4: return inTwo(r);
    case 5: return `const b = hex("${bytes(r, 20)}"); return [b.indexOf(${text(r)}, ${
      r.below(9)}, ${
      encoding}), b.lastIndexOf(${text(r)}, ${r.below(9)}, ${encoding}), b.indexOf(hex("${
      bytes(r, 2)}"), ${r.below(9) - 4}, ${encoding}), b.lastIndexOf(hex("${bytes(r,
        1)}"), undefined, ${
      encoding})];`;
    case 6: return `const to = new Uint8Array(${
      r.below(12)}); const { read, written } = new TextEncoder()
.encodeInto(${text(r)}, to); return [read, written, to, new TextEncoder().encode(${text(r)})];`
      .replace(/\n/g, ' ');
    default: return decoder(r).replace(/\n/g, ' ');
  }
}

const scope = {
  Buffer,
  StringDecoder,
  buffer: require('buffer'),
  hex: (text) => Buffer.from(text, 'hex'),
  attempt(f) {
    try {
      return f();
    } catch (error) {
      return error;
    }
  },
};

module.exports = { make, scope };
