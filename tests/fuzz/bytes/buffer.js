// SPDX-License-Identifier: MIT
// Buffer's encodings, there and back, and in two pieces through string_decoder and TextDecoder.
'use strict';
const assert = require('assert');
const { StringDecoder } = require('string_decoder');

const exact = ['latin1', 'hex', 'base64', 'base64url'];
const texts = ['utf8', 'utf16le', ...exact];

globalThis.fuzz = (bytes) => {
  const buffer = Buffer.from(bytes);
  const cut = buffer.length === 0 ? 0 : buffer[0] % (buffer.length + 1);
  for (const encoding of exact) {
    assert.ok(Buffer.from(buffer.toString(encoding), encoding).equals(buffer), encoding);
  }
  for (const encoding of texts) {
    const whole = buffer.toString(encoding);
    const decoder = new StringDecoder(encoding);
    const pieces = decoder.write(buffer.subarray(0, cut)) + decoder.write(buffer.subarray(cut)) +
      decoder.end();
    if (encoding === 'utf8' || encoding === 'latin1' || encoding === 'hex') {
      assert.strictEqual(pieces, whole, encoding);
    }
    // As text, anything may stand where an encoding is expected.
    const text = buffer.toString('latin1');
    const made = Buffer.from(text, encoding);
    assert.ok(made.length <= Math.max(Buffer.byteLength(text, encoding), 2 * text.length));
    assert.strictEqual(Buffer.alloc(made.length).write(text, encoding), made.length, encoding);
    buffer.indexOf(text.slice(0, cut), cut, encoding);
  }
  const decoder = new TextDecoder();
  const streamed = decoder.decode(buffer.subarray(0, cut), { stream: true }) +
    decoder.decode(buffer.subarray(cut));
  assert.strictEqual(streamed, new TextDecoder().decode(buffer));
  const utf16 = buffer.subarray(0, buffer.length & ~1);
  assert.strictEqual(utf16.toString('utf16le').length, utf16.length / 2);
  try {
    atob(buffer.toString('latin1'));
  } catch (error) {
    assert.strictEqual(error.name, 'InvalidCharacterError', error.stack);
  }
};
