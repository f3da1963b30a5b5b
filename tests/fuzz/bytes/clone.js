// SPDX-License-Identifier: MIT
// The format of v8.serialize and of messages: bytes that are no such thing are refused, and what
// could be read is written to bytes that read as the same.
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
  assert.deepStrictEqual(v8.deserialize(written), value);
  assert.deepStrictEqual(structuredClone(value), value);
};
