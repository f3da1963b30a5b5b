// SPDX-License-Identifier: MIT
// Buffer's encodings, both ways, and in two pieces through string_decoder and TextDecoder.
'use strict';
const assert = require('assert');
const { StringDecoder } = require('string_decoder');

const exact = ['latin1', 'hex', 'base64', 'base64url'];
const texts = ['utf8', 'utf16le', ...exact];

const all = [...texts, 'ascii'];

// Memory that vanishes during use: only reports of AddressSanitizer count.
function onMemoryThatGoes(bytes) {
  const memory = new ArrayBuffer(bytes.length + 5000, { maxByteLength: bytes.length + 9000 });
  const buffer = Buffer.from(memory);
  buffer.set(bytes);
  const size = bytes[0] * bytes[1] % (bytes.length + 9000);
  const gone = bytes[2] % 3 === 0 && new Uint8Array(64);
  const hostile = {
    valueOf() {
      if (gone) structuredClone(gone.buffer, { transfer: [gone.buffer] });
      else memory.resize(size);
      return bytes[3];
    },
  };
  const target = gone ? Buffer.from(gone.buffer) : buffer;
  const encoding = all[bytes[4] % all.length];
  const name = encoding === 'utf16le' ? 'ucs2' : encoding;
  const calls = [
    () => target[`${name}Slice`](bytes[5], hostile),
    () => target[`${name}Write`]('text \u20ac'.repeat(9), hostile, bytes[5]),
    () => target.fill(buffer, bytes[5], hostile),
    () => target.toString(encoding, hostile, bytes[5]),
    () => target.copy(buffer, hostile, bytes[5], 4000),
    () => target.indexOf(buffer.subarray(bytes[5]), hostile, encoding),
    () => target.lastIndexOf('a', hostile, encoding),
    () => target.compare(buffer, bytes[5], 4000, hostile, 30),
    () => Buffer.from(memory, hostile, bytes[5]).toString(encoding),
    () => new TextDecoder(encoding === 'latin1' ? 'euc-jp' : 'utf-16le').decode(target),
  ];
  try {
    calls[bytes[6] % calls.length]();
    structuredClone(target);
  } catch (error) {
    assert.ok(error instanceof Error);
  }
}

globalThis.fuzz = (bytes) => {
  if (bytes.length > 6) onMemoryThatGoes(bytes);
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
    // Any text may be given where an encoded one is expected.
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
