// SPDX-License-Identifier: MIT
// Texts of every length up to two machine words and beyond, to and from bytes: the paths for ASCII,
// for 8 bits and for 16 bits per character meet at any place.
'use strict';
const assert = require('assert');

function encoded(code) {
  return encodeURIComponent(String.fromCodePoint(code)).match(/%..|./g).map((one) => (
    one.length === 3 ? parseInt(one.slice(1), 16) : one.charCodeAt(0)));
}

const others = ['\0', '\x7f', '\x80', '\xff', '\u0100', '\u07ff', '\u0800', '\uffff', '\u{1f600}'];
for (let length = 0; length <= 70; length++) {
  for (const other of others) {
    const text = 'a'.repeat(length) + other + 'b'.repeat(length % 5);
    const bytes = [...new Array(length).fill(97), ...encoded(other.codePointAt(0)),
      ...new Array(length % 5).fill(98)];
    const buffer = Buffer.from(text);
    assert.deepStrictEqual([...buffer], bytes);
    assert.strictEqual(Buffer.byteLength(text), bytes.length);
    assert.strictEqual(buffer.toString(), text);
    assert.strictEqual(buffer.latin1Slice(), String.fromCharCode(...bytes));
    // A character that does not fit is left out whole.
    const short = Buffer.alloc(bytes.length - 1);
    const written = short.write(text);
    assert.strictEqual(short.toString('utf8', 0, written),
      length % 5 > 0 ? text.slice(0, -1) : 'a'.repeat(length));
  }
}
const kept = [];
for (let i = 0; i < 20000; i++) kept.push(Buffer.from(`text ${i} \u00e9`).toString());
kept.forEach((text, i) => assert.strictEqual(text, `text ${i} \u00e9`));
