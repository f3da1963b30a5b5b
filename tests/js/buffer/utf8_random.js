// SPDX-License-Identifier: MIT
// Proves that UTF-8 is written and read as the standard says, by the length of texts and where
// characters are in them: compared with a plain coder, for generated texts and bytes.
'use strict';
const assert = require('assert');

let seed = Number(process.argv[2] ?? 7);
const random = (n) => { // the same each time
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return (seed >>> 8) % n;
};
const pick = (list) => list[random(list.length)];

function encode(text) {
  const bytes = [];
  for (const char of text.toWellFormed ? text.toWellFormed() : text) {
    const code = char.codePointAt(0);
    const last = 0x80 | code & 63;
    const third = 0x80 | code >> 6 & 63;
    if (code < 0x80) bytes.push(code);
    else if (code < 0x800) bytes.push(0xc0 | code >> 6, last);
    else if (code >= 0xd800 && code < 0xe000) bytes.push(0xef, 0xbf, 0xbd);
    else if (code < 0x10000) bytes.push(0xe0 | code >> 12, third, last);
    else bytes.push(0xf0 | code >> 18, 0x80 | code >> 12 & 63, third, last);
  }
  return bytes;
}

function decode(bytes) {
  let text = '';
  for (let i = 0; i < bytes.length;) {
    const first = bytes[i++];
    if (first < 0x80) {
      text += String.fromCharCode(first);
      continue;
    }
    let more = first < 0xc2 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : first < 0xf5 ? 3 : 0;
    let code = more === 0 ? 0xfffd : first & 0x3f >> more;
    let [low, high] = [{ 0xe0: 0xa0, 0xf0: 0x90 }[first] ?? 0x80,
      { 0xed: 0x9f, 0xf4: 0x8f }[first] ?? 0xbf];
    for (; more > 0; more--) {
      if (!(bytes[i] >= low && bytes[i] <= high)) {
        code = 0xfffd;
        break;
      }
      code = code << 6 | bytes[i++] & 63;
      [low, high] = [0x80, 0xbf];
    }
    text += String.fromCodePoint(code);
  }
  return text;
}

const kinds = [
  () => String.fromCharCode(random(128)), () => 'plain text, '.repeat(random(12)),
  () => String.fromCharCode(128 + random(128)), () => String.fromCharCode(random(0x800)),
  () => String.fromCharCode(random(0x10000)),
  () => String.fromCodePoint(0x10000 + random(0x100000)),
  () => String.fromCharCode(0xd800 + random(0x800)), () => '\u07ff\u0800\ud7ff\ue000\uffff',
];
const pieces = [
  'c2', 'c080', 'c1bf', 'e0a080', 'e09fbf', 'eda080', 'ed9fbf', 'f0908080', 'f08fbfbf', 'f48fbfbf',
  'f4908080', 'e282', 'f09f98', 'ff', '80', 'bf80', 'c3a4', 'e282ac', 'f09f9880', '41',
  '6162636465666768', 'c3bf', 'c480',
].map((hex) => [...Buffer.from(hex, 'hex')]);

for (let round = 0; round < Number(process.argv[3] ?? 3000); round++) {
  const few = [pick(kinds), pick(kinds), pick(kinds)];
  let text = '';
  for (let n = random(40); n > 0; n--) text += pick(few)();
  const bytes = encode(text);
  assert.deepStrictEqual([...Buffer.from(text)], bytes);
  assert.strictEqual(Buffer.byteLength(text), bytes.length);
  assert.strictEqual(Buffer.from(bytes).toString(), decode(bytes));

  const room = Buffer.alloc(random(bytes.length + 2), 0xaa); // whole characters, as many as fit
  const written = room.write(text);
  assert.deepStrictEqual([...room.subarray(0, written)], bytes.slice(0, written));
  assert.ok(written === bytes.length || (bytes[written] & 0xc0) !== 0x80);
  assert.ok(written === bytes.length || room.length - written < 4);

  const mixed = [];
  for (let n = random(60); n > 0; n--) {
    mixed.push(...random(3) ? pick(pieces) : encode(pick(few)()));
  }
  assert.strictEqual(Buffer.from(mixed).toString(), decode(mixed));
  assert.strictEqual(Buffer.from(mixed).toString('utf8', 3), decode(mixed.slice(3)));
}
