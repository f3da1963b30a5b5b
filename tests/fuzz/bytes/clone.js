// SPDX-License-Identifier: MIT
// The format of v8.serialize and of messages: invalid bytes are refused, and what could be read is
// written to bytes that read as the same.
'use strict';
const assert = require('assert');
const v8 = require('v8');

globalThis.fuzz = (bytes) => {
  let value;
  try {
    value = v8.deserialize(Buffer.from(bytes));
  } catch (error) {
    assert.ok(error instanceof Error);
    return;
  }
  let written;
  try {
    written = v8.serialize(value);
  } catch (error) {
    assert.strictEqual(error.name, 'DataCloneError', error.stack);
    return;
  }
  // Compared as bytes, since invalid dates are not equal.
  assert.ok(v8.serialize(v8.deserialize(written)).equals(written));
  const typed = (text) => text.replaceAll('5c0a', '5c01'); // a clone of a Buffer is an Uint8Array
  assert.strictEqual(typed(v8.serialize(structuredClone(value)).toString('hex')),
    typed(written.toString('hex')));
};
