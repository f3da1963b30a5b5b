// SPDX-License-Identifier: MIT
// Texts to and from Buffers, in every encoding, valid and invalid.
'use strict';
const assert = require('assert');
const { StringDecoder } = require('string_decoder');

const text = '\u00bd + \u20ac \ud83d\ude00\0';
const table = {
  'utf8': 'c2bd202b20e282ac20f09f988000',
  'utf16le': 'bd0020002b002000ac2020003dd800de0000',
  'latin1': 'bd202b20ac203d0000',
  'ascii': 'bd202b20ac203d0000',
};
for (const [encoding, hex] of Object.entries(table)) {
  assert.strictEqual(Buffer.from(text, encoding).toString('hex'), hex, encoding);
  assert.strictEqual(Buffer.byteLength(text, encoding), hex.length / 2);
}
assert.strictEqual(Buffer.from(table.utf8, 'hex').toString(), text);
assert.strictEqual(Buffer.from(table.utf16le, 'hex').toString('ucs-2'), text);
assert.strictEqual(Buffer.from('\ud800x\udc00').toString('hex'), 'efbfbd78efbfbd');
assert.strictEqual(Buffer.from([0xf0, 0x9f, 0x98, 0x41, 0xff]).toString(), '\ufffdA\ufffd');
assert.strictEqual(Buffer.from([0xfa, 0xfb, 0xfc, 0xfd]).toString('base64'), '+vv8/Q==');
assert.strictEqual(Buffer.from([0xfa, 0xfb, 0xfc, 0xfd]).toString('base64url'), '-vv8_Q');
assert.strictEqual(Buffer.from('-vv8_Q=== x', 'base64').toString('hex'), 'fafbfcfd');
assert.strictEqual(Buffer.from('abxx', 'hex').length, 1);
assert.strictEqual(Buffer.alloc(5).write('a\u20ac\u20ac'), 4); // no half characters
const long = 'x\u00e9'.repeat(50000);
assert.strictEqual(Buffer.from(long).toString(), long);
assert.strictEqual(Buffer.from(long, 'latin1').toString('latin1'), long);

const decoder = new StringDecoder();
assert.strictEqual([0xe2, 0x82, 0xac, 0xc3].map((b) => decoder.write(Buffer.of(b))).join('|'),
  '||\u20ac|');
assert.strictEqual(decoder.end(), '\ufffd');
