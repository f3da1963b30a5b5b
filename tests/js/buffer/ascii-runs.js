// SPDX-License-Identifier: MIT
// Proves that strings are written as UTF-8 and read back whatever their length and wherever their
// first non-ASCII character is, and that a character which does not fit is not begun: ASCII runs
// are copied in blocks.
'use strict';
const assert = require('assert');

const others = ['', '\u00e9', '\u0394', '\u{1f600}'];
let count = 0;

function bytesOf(text, room) {
  const bytes = [];
  for (const character of text) {
    const next = unescape(encodeURIComponent(character));
    if (bytes.length + next.length > room) break;
    bytes.push(...Array.from(next, (c) => c.charCodeAt(0)));
  }
  return bytes;
}

function check(text, room) {
  const wanted = bytesOf(text, room);
  const buffer = Buffer.alloc(room + 8, 0xff);
  assert.strictEqual(buffer.write(text, 4, room), wanted.length);
  const filled = [255, 255, 255, 255, ...wanted];
  while (filled.length < buffer.length) filled.push(255);
  assert.deepStrictEqual([...buffer], filled);
  count++;
}

for (const length of [1, 2, 7, 8, 9, 15, 16, 17, 31, 33, 48, 63, 64, 65, 79, 80, 100, 127, 130]) {
  for (let at = 0; at < length; at++) {
    for (const other of others) {
      const text = 'abcdefghi'.repeat(15).slice(0, at) + other + 'xyz'.repeat(50).slice(at, length);
      const whole = Buffer.from(text);
      assert.strictEqual(whole.toString(), text);
      assert.strictEqual(Buffer.byteLength(text), whole.length);
      check(text, whole.length);
      if (at % 5 === 0) check(text, at + 1);
    }
  }
}
assert(count > 4000);
